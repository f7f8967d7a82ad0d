import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { adaptNginxConfiguration, parseNginxLog } from './nginx-configuration';

const example = readFileSync(join(__dirname, '../../deploy/nginx.conf'), 'utf8');
const settings = {
  httpPort: 10080,
  httpsPort: 10443,
  internalPort: 18400,
  sitePorts: [13001, 13002],
  backendPorts: [14001, 14002],
  certificate: '/generated/fullchain.pem',
  certificateKey: '/generated/privkey.pem',
  logFolder: '/generated/logs',
} as const;

test('replaces every name, port and file of the example, and nothing else', () => {
  const adapted = adaptNginxConfiguration(example, settings);
  const rules = adapted.replace(/^\s*#.*$/gm, '');
  expect(rules).not.toMatch(/example\.com|\/etc\/|\/var\/|:3000|:4000|listen (80|443|8400)\b/);
  expect(rules.match(/listen [^;]+;/g)).toEqual([
    'listen 127.0.0.1:10080;',
    'listen 127.0.0.1:10443 ssl http2;',
    'listen 127.0.0.1:10443 ssl http2;',
    'listen 127.0.0.1:18400;',
  ]);
  const directives = (text: string) => text.match(/^\s*[a-z_0-9]+/gm);
  expect(directives(adapted)).toEqual(directives(example));
});

test('rejects a configuration that lacks a process', () => {
  expect(() => adaptNginxConfiguration(example.replace('site-2:3000', 'site-1:3000'), settings)).toThrow(
    "no 'site-2:3000'",
  );
});

test('parses the upstream servers and their statuses from the log', () => {
  const log = [
    '2026-11-22T04:13:57+00:00 10443 POST 303 127.0.0.1:13001 303 0.133',
    '2026-11-22T04:13:58+00:00 10443 GET 200 127.0.0.1:13001, 127.0.0.1:13002 502, 200 0.000, 0.012',
    '2026-11-22T04:13:59+00:00 10443 GET 404 - - -',
    '2026-11-22T04:14:00+00:00 18400 POST 502 backend 502 0.000',
    '2026-11-22T04:14:01',
  ].join('\n');
  expect(parseNginxLog(log)).toEqual([
    { port: 10443, method: 'POST', status: 303, upstreamPorts: [13001], upstreamStatuses: [303] },
    { port: 10443, method: 'GET', status: 200, upstreamPorts: [13001, 13002], upstreamStatuses: [502, 200] },
    { port: 10443, method: 'GET', status: 404, upstreamPorts: [], upstreamStatuses: [] },
    { port: 18400, method: 'POST', status: 502, upstreamPorts: [], upstreamStatuses: [502] },
  ]);
});
