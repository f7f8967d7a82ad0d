import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sections } from '@/lib/configuration/sections';
import { createRoutePatternFinder } from '@/lib/telemetry/metrics/route-patterns';
import { createSiteMetrics } from '@/lib/telemetry/metrics/site-metrics';

const root = join(__dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const [dashboard, alerts, guide] = ['deploy/grafana-dashboard.json', 'deploy/alerts.yaml', 'docs/operate.md'].map(read);

/** Names as a query has them: what a histogram or a counter makes of its own stands behind it. */
const named = /\b(?:ebill|process|nodejs)_[a-z0-9_]+/g;
const withoutSuffix = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '');

/** What both processes measure: the site's are asked, the backend's are read from its one file. */
function listMetrics(): ReadonlySet<string> {
  const { registry } = createSiteMetrics(createRoutePatternFinder([]), () => false);
  const ofTheBackend = read('backend/metrics/metrics.ts').match(/(?<=name: ')ebill_backend_\w+/g) ?? [];
  return new Set([...registry.getMetricsAsArray().map(({ name }) => name), ...ofTheBackend]);
}

test.each([
  ['dashboard', dashboard],
  ['alerts', alerts],
])('every metric that the %s names is one that a process shows', (_file, text) => {
  const names = [...new Set((text ?? '').match(named))].map(withoutSuffix);
  const metrics = listMetrics();
  expect(names.length).toBeGreaterThan(5);
  expect(names.filter((name) => !metrics.has(name))).toEqual([]);
});

test('what to do about each alert is written down', () => {
  const names = [...(alerts ?? '').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(guide).toContain(`**${name}**`);
});

test('every variable that a file of deploy/ sets is one that a process reads', () => {
  const known = new Set(sections.flatMap(({ schema }) => Object.keys(schema.shape)));
  // Of the images and of the file itself.
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

test('nginx asks the processes that the compose file has, and the site asks nginx', () => {
  const [nginx, compose] = ['deploy/nginx.conf', 'deploy/compose.yaml'].map(read);
  const asked = [...(nginx ?? '').matchAll(/^\s+server ([\w-]+):\d+ /gm)].map(([, name]) => name);
  expect(asked).toEqual(['site-1', 'site-2', 'backend-1', 'backend-2']);
  for (const name of asked) expect(compose).toMatch(new RegExp(`^  ${name}: \\*`, 'm'));
  expect(nginx).toContain('listen 8400;');
  expect(compose).toContain('BACKEND_URL: http://proxy:8400');
});

test('a process that leaves says so for longer than nginx keeps a connection to it', () => {
  const kept = [...read('deploy/nginx.conf').matchAll(/keepalive_timeout (\d+)s;/g)].map(([, seconds]) =>
    Number(seconds),
  );
  const drains = [...read('deploy/compose.yaml').matchAll(/DRAIN_SECONDS: '(\d+)'/g)].map(([, seconds]) =>
    Number(seconds),
  );
  expect([kept.length, drains.length]).toEqual([2, 2]);
  expect(Math.max(...kept)).toBeLessThan(Math.min(...drains));
});
