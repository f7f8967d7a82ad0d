import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gatewayTimeouts } from '@/backend/gateways/settings';
import { requestTimeLimits } from '@/front/server';
import { resultRoutes } from '@/lib/domain/payment/outcomes';
import { callTimeLimit } from '@/lib/server/backend/backend-client';
import { sections } from '@/lib/configuration/sections';
import { createRoutePatternFinder } from '@/lib/telemetry/metrics/route-patterns';
import { createSiteMetrics } from '@/lib/telemetry/metrics/site-metrics';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const [dashboard, alerts, guide] = ['deploy/grafana-dashboard.json', 'deploy/alerts.yaml', 'docs/operate.md'].map(read);

/** Metric names in a query, with the suffixes of histograms and counters. */
const metricName = /\b(?:ebill|process|nodejs)_[a-z0-9_]+/g;
const withoutSuffix = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '');

/** Lists the metrics of the site's registry, and those in the backend's source. */
function listMetrics(): ReadonlySet<string> {
  const { registry } = createSiteMetrics(createRoutePatternFinder([]), () => false);
  const sources = readdirSync(join(root, 'backend/metrics')).filter((file) => !file.endsWith('.test.ts'));
  const backendMetrics = sources.flatMap(
    (file) => read(`backend/metrics/${file}`).match(/(?<=name: ')ebill_backend_\w+/g) ?? [],
  );
  return new Set([...registry.getMetricsAsArray().map(({ name }) => name), ...backendMetrics]);
}

test.each([
  ['dashboard', dashboard],
  ['alerts', alerts],
])('every metric in the %s exists', (_file, text) => {
  const names = [...new Set((text ?? '').match(metricName))].map(withoutSuffix);
  const metrics = listMetrics();
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !metrics.has(name))).toEqual([]);
});

test('every alert has instructions in the guide', () => {
  const names = [...(alerts ?? '').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(guide).toContain(`**${name}**`);
});

test('every variable that deploy/ sets exists', () => {
  const known = new Set(sections.flatMap(({ schema }) => Object.keys(schema.shape)));
  // Variables of base images and of the compose file.
  const others = /^(?:NODE_ENV|NEXT_TELEMETRY_DISABLED|TLS_DIR|(?:POSTGRES|REDIS)_[A-Z]+)$/;
  const files = readdirSync(join(root, 'deploy'), { recursive: true, encoding: 'utf8' });
  const set = files
    .filter((file) => /compose|Dockerfile|\.service$/.test(file))
    .flatMap((file) => [
      ...read(`deploy/${file}`).matchAll(/^\s*(?:ENV |Environment=)?.*?\b([A-Z]+_[A-Z_]+)(?=[:=] ?\S)/gm),
    ])
    .map(([, name]) => name ?? '');
  expect(set).toContain('DRAIN_SECONDS');
  expect(set.filter((name) => !known.has(name) && !others.test(name))).toEqual([]);
});

test('nginx proxies to the services of the compose file, and the site reaches the backends through nginx', () => {
  const [nginx, compose] = ['deploy/nginx.conf', 'deploy/compose.yaml'].map(read);
  const upstreams = [...(nginx ?? '').matchAll(/^\s+server ([\w-]+):\d+ /gm)].map(([, name]) => name);
  expect(upstreams).toEqual(['site-1', 'site-2', 'backend-1', 'backend-2']);
  for (const name of upstreams) expect(compose).toMatch(new RegExp(`^  ${name}: \\*`, 'm'));
  expect(nginx).toContain('listen 8400;');
  expect(compose).toContain('BACKEND_URL: http://proxy:8400');
});

test('processes drain for longer than nginx keeps idle connections', () => {
  const keepAlives = [...read('deploy/nginx.conf').matchAll(/keepalive_timeout (\d+)s;/g)].map(([, seconds]) =>
    Number(seconds),
  );
  const drains = [...read('deploy/compose.yaml').matchAll(/DRAIN_SECONDS: '(\d+)'/g)].map(([, seconds]) =>
    Number(seconds),
  );
  expect([keepAlives.length, drains.length]).toEqual([2, 2]);
  expect(Math.max(...keepAlives)).toBeLessThan(Math.min(...drains));
});

test('row 49: nginx leaves only returns from gateways out of the limit of requests in progress, which have their own', () => {
  const [, pattern = ''] = /"~(\^POST [^"]+)" '';/.exec(read('deploy/nginx.conf')) ?? [];
  const returns = new RegExp(pattern);
  for (const route of resultRoutes) expect(`POST ${route}`).toMatch(returns);
  expect('POST /bankResultFPX?a=b').toMatch(returns);
  for (const path of ['/', '/no/such/page', '/api/payment/pay', '/bankResultFPX/x', '/x/bankResultFPX'])
    expect(`POST ${path}`).not.toMatch(returns);
  expect(read('deploy/nginx.conf')).toMatch(/limit_conn returns_of_address \d+;/);
});

test('row 49: nginx chooses what it does not count by the address that the site receives, not by what it decodes to', () => {
  const nginx = read('deploy/nginx.conf');
  expect(/^map "(.+)" \$counted_address \{$/m.exec(nginx)?.[1]).toBe('$request_method $request_uri');
  const uncounted = [...nginx.matchAll(/^\s+"~(\^[^"]+)" '';/gm)].map(([, pattern = '']) => new RegExp(pattern));
  const isCounted = (request: string) => uncounted.every((pattern) => !pattern.test(request));
  for (const path of ['/_next/static/chunks/1o36~s-m_x9k0.js', '/_next/static/media/a.b.woff2?v=1'])
    expect([path, isCounted(`GET ${path}`)]).toEqual([path, false]);
  for (const path of [
    '/epayment/entry/..%2f..%2f_next%2fstatic/x',
    '/epayment/../_next/static/x',
    '/_next/static/../../epayment/entry',
    '/_next/static/..%2f..%2fepayment/entry',
    '/_next/static/%2e%2e/%2e%2e/epayment/entry',
    '/_next/static//x',
    '/?/_next/static/x',
  ])
    expect([path, isCounted(`GET ${path}`)]).toEqual([path, true]);
});

test('row 49: nginx counts health checks, and the callbacks and partners’ calls of an address', () => {
  const nginx = read('deploy/nginx.conf');
  const uncounted = [...nginx.matchAll(/^\s+"~(\^[^"]+)" '';/gm)].map(([, pattern = '']) => new RegExp(pattern));
  expect(uncounted.filter((pattern) => pattern.test('GET /_next/static/x.js'))).toHaveLength(1);
  expect(uncounted.filter((pattern) => pattern.test('GET /api/health'))).toEqual([]);
  const [, callbacks = ''] = nginx.split('server_name callbacks.example.com;');
  expect(callbacks.split('\nserver {')[0]).toMatch(/limit_conn calls_of_address \d+;/);
});

describe('row 50: gateways that hang', () => {
  const configuration = read('deploy/nginx.conf');

  test('let the backend answer before the site gives up, the site before its front, and the front before nginx', () => {
    const [ofSite = 0, ofBackend = 0] = [...configuration.matchAll(/proxy_read_timeout (\d+)s;/g)].map(
      ([, seconds]) => Number(seconds) * 1000,
    );
    // A card: an authorisation, and an enquiry after it.
    expect(2 * gatewayTimeouts.call).toBeLessThan(callTimeLimit);
    expect(callTimeLimit).toBeLessThan(ofBackend);
    expect(gatewayTimeouts.bankList + callTimeLimit).toBeLessThan(requestTimeLimits.response);
    expect(requestTimeLimits.response).toBeLessThan(ofSite);
  });

  test('take no process out of service', () => {
    const servers = configuration.match(/^\s+server [\w-]+:\d+ .*;/gm) ?? [];
    expect(servers.map((line) => line.replace(/.*:\d+ /, ''))).toEqual(Array(4).fill('max_fails=0;'));
  });
});
