import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRoutePatternFinder } from '@/lib/telemetry/metrics/route-patterns';
import { createSiteMetrics } from '@/lib/telemetry/metrics/site-metrics';
import { configGet } from '@/lib/contract/common-config';
import { GET } from './route';

/** The common config that the stand-in backend returns. */
let configResponse: Record<string, unknown>;
let backend: Server;
let lines: string[];

beforeAll(async () => {
  backend = createServer((request, response) => {
    response.writeHead(request.url === configGet.path ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(configResponse));
  });
  await new Promise<void>((resolve) => backend.listen(0, '127.0.0.1', resolve));
  process.env['BACKEND_URL'] = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`;
});

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  lines = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
});

afterEach(() => jest.restoreAllMocks());

afterAll(async () => {
  backend.closeAllConnections();
  await new Promise((resolve) => backend.close(resolve));
});

const config = (contractVersion: number) => ({
  isApgDown: false,
  contractVersion,
  serverTime: '2026-11-21T12:00:00+08:00',
});

async function look() {
  const response = await GET();
  return [response.status, ((await response.json()) as { status: string }).status] as const;
}

test.each([0, 1, 2])('is ready with backend version %i', async (version) => {
  configResponse = config(version);
  expect(await look()).toEqual([200, 'ready']);
  expect(lines).toEqual([]);
});

test('reports an incompatible version: 503, one line in the log, both versions in the metrics', async () => {
  const { registry } = createSiteMetrics(createRoutePatternFinder([]), () => false);
  configResponse = config(3);
  expect(await look()).toEqual([503, expect.stringContaining('version 3 of the contract and this site 1')]);
  await look();
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ event: 'contract.incompatible', ours: 1, theirs: 3 }),
  ]);
  const text = await registry.metrics();
  expect(text).toContain('ebill_site_contract_version{side="site"} 1');
  expect(text).toContain('ebill_site_contract_version{side="backend"} 3');
});

test('reports the incompatible version of a config that it cannot read', async () => {
  configResponse = { contractVersion: 7, isApgDown: 'by halves' };
  expect(await look()).toEqual([503, expect.stringContaining('version 7 of the contract and this site 1')]);
  expect(lines.some((line) => line.includes('contract.incompatible'))).toBe(true);
});
