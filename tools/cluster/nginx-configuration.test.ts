import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fillInNginx, readNginxLog } from './nginx-configuration';

const given = readFileSync(join(__dirname, '../../deploy/nginx.conf'), 'utf8');
const places = {
  httpPort: 10080,
  httpsPort: 10443,
  innerPort: 18400,
  sitePorts: [13001, 13002],
  backendPorts: [14001, 14002],
  certificate: '/made/fullchain.pem',
  certificateKey: '/made/privkey.pem',
  logFolder: '/made/logs',
} as const;

test('nothing of the example is left, and nothing but names, ports and files is another', () => {
  const filled = fillInNginx(given, places);
  const rules = filled.replace(/^\s*#.*$/gm, '');
  expect(rules).not.toMatch(/example\.com|\/etc\/|\/var\/|:3000|:4000|listen (80|443|8400)\b/);
  expect(rules.match(/listen [^;]+;/g)).toEqual([
    'listen 127.0.0.1:10080;',
    'listen 127.0.0.1:10443 ssl http2;',
    'listen 127.0.0.1:10443 ssl http2;',
    'listen 127.0.0.1:18400;',
  ]);
  const directives = (text: string) => text.match(/^\s*[a-z_0-9]+/gm);
  expect(directives(filled)).toEqual(directives(given));
});

test('a configuration that has lost a process is refused', () => {
  expect(() => fillInNginx(given.replace('site-2:3000', 'site-1:3000'), places)).toThrow("no 'site-2:3000'");
});

test('the log says who was asked, and what they answered', () => {
  const log = [
    '2026-11-22T04:13:57+00:00 10443 POST 303 127.0.0.1:13001 303 0.133',
    '2026-11-22T04:13:58+00:00 10443 GET 200 127.0.0.1:13001, 127.0.0.1:13002 502, 200 0.000, 0.012',
    '2026-11-22T04:13:59+00:00 10443 GET 404 - - -',
    '2026-11-22T04:14:00+00:00 18400 POST 502 backend 502 0.000',
    '2026-11-22T04:14:01',
  ].join('\n');
  expect(readNginxLog(log)).toEqual([
    { port: 10443, method: 'POST', status: 303, asked: [13001], answered: [303] },
    { port: 10443, method: 'GET', status: 200, asked: [13001, 13002], answered: [502, 200] },
    { port: 10443, method: 'GET', status: 404, asked: [], answered: [] },
    { port: 18400, method: 'POST', status: 502, asked: [], answered: [502] },
  ]);
});
