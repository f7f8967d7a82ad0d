import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Handlers that nothing limits, and why that is right. */
const unlimited: Readonly<Record<string, string>> = {
  'api/health/route.ts': 'says that the process serves, and asks nobody',
  'api/health/ready/route.ts': 'gives what every page has in the process already',
  'api/analytics/route.ts': 'keeps a choice of two in a cookie, and asks nobody',
  'api/language/route.ts': 'keeps a choice of two and what was typed in cookies, and asks nobody',
  'api/apg/util/config/route.ts': 'gives what every page has in the process already',
  'apg/util/config/route.ts': 'the same under its other address',
  'api/payment/return/route.ts':
    "a bank's return, judged by its signature: refusing one would hold up money that has moved",
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

const counts = /limitedUses: [^\n]*=>\s+(?:\w+ \? )?\[\s*\{ limit: '|=> textUses\(|limitReads\(|countUses\(\[/;

test('the list of handlers is read', () => {
  expect(routes.length).toBeGreaterThan(15);
  expect(routes.flatMap(handlersOf).length).toBeGreaterThanOrEqual(routes.length);
});

test.each(routes.filter((name) => !(name in unlimited)))('%s counts who asks', (name) => {
  const handlers = handlersOf(name);
  expect(handlers.length).toBeGreaterThan(0);
  for (const handler of handlers) expect(handler).toMatch(counts);
});

test.each(Object.keys(unlimited))('%s is there still, and has no limit', (name) => {
  expect(routes).toContain(name);
  for (const handler of handlersOf(name)) expect(handler).not.toMatch(counts);
});
