import type { AddressInfo } from 'node:net';
import { publishBackendCall } from './backend-calls';
import { createRoutePatternFinder } from './route-patterns';
import { createMetricsServer } from './server';
import { createSiteMetrics } from './site-metrics';

const findPattern = createRoutePatternFinder(['/', '/pay/ebill', '/view/[dcb]/[[...rest]]', '/api/bill/lookup']);

test.each([
  ['/', '/'],
  ['/pay/ebill', '/pay/ebill'],
  ['/view/dcb', '/view/[dcb]/[[...rest]]'],
  ['/view/dcb/a/b', '/view/[dcb]/[[...rest]]'],
  ['/_next/static/chunks/x.js', 'static'],
  ['/view', 'other'],
  ['/payXebill', 'other'],
  ['/1234567801', 'other'],
])('%s is counted as %s', (path, pattern) => {
  expect(findPattern(path)).toBe(pattern);
});

test('unknown paths and methods create no new series, and no series has personal data', async () => {
  const { registry, countRequest } = createSiteMetrics(findPattern, () => false);
  for (let number = 0; number < 500; number += 1) {
    const path = `/${number}/payer@example.com/4111111111111111`;
    countRequest({ method: `M${number}`, path, status: 404, seconds: 0.01 });
  }
  const text = await registry.metrics();
  expect(text).toContain('ebill_site_request_seconds_count{route="other",method="other",status="404"} 500');
  expect(text).not.toMatch(/payer@|1111.{0,3}1111/);
  expect(text.match(/^ebill_site_request_seconds_count/gm)).toHaveLength(1);
});

test('counts backend calls by name and outcome', async () => {
  const { registry } = createSiteMetrics(findPattern, () => true);
  publishBackendCall({ call: 'bill.get', outcome: 'timeout', seconds: 40 });
  const text = await registry.metrics();
  expect(text).toContain('ebill_site_backend_call_seconds_count{call="bill.get",outcome="timeout"} 1');
  expect(text).toContain('ebill_site_leaving 1');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
});

test('serves only GET /metrics', async () => {
  const { registry } = createSiteMetrics(findPattern, () => false);
  const server = createMetricsServer(registry);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const read = await fetch(`${address}/metrics`);
  expect([read.status, read.headers.get('content-type')]).toEqual([200, registry.contentType]);
  expect(await read.text()).toContain('process_cpu_seconds_total');
  expect((await fetch(`${address}/`)).status).toBe(404);
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
