import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Handlers without a rate limit, and why. */
const unlimited: Readonly<Record<string, string>> = {
  'api/health/route.ts': 'returns a constant',
  'api/health/ready/route.ts': 'returns what the process has cached for every page',
  'api/apg/util/config/route.ts': 'returns what the process has cached for every page',
  'apg/util/config/route.ts': 'the same at its other path',
};

const folder = path.join(__dirname, '..');
const routes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('/route.ts'));

/** The handlers that a file exports, each with its own text. */
function handlersOf(name: string): readonly string[] {
  return readFileSync(path.join(folder, name), 'utf8')
    .split(/^(?=export )/m)
    .filter((part) =>
      /^export (?:const|async function|function) (?:GET|POST|PUT|PATCH|DELETE)\b|^export \{/.test(part),
    );
}

const counts = /addressLimit: '|rateLimit(?:Read|Returns)\(|makePreferenceHandler\(|consumeRateLimits\(\[/;

test('the list of handlers is read', () => {
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.flatMap(handlersOf).length).toBeGreaterThanOrEqual(routes.length);
});

test.each(routes.filter((name) => !(name in unlimited)))('%s has a rate limit', (name) => {
  const handlers = handlersOf(name);
  expect(handlers.length).toBeGreaterThan(0);
  for (const handler of handlers) expect(handler).toMatch(counts);
});

test.each(Object.keys(unlimited))('%s exists and has no rate limit', (name) => {
  expect(routes).toContain(name);
  for (const handler of handlersOf(name)) expect(handler).not.toMatch(counts);
});
