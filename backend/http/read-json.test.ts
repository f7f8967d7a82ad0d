import { measureCpuTime } from '@/lib/domain/cpu-time.fixture';
import { readJson } from './read-json';

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

test('reads JSON, and nothing else', () => {
  expect(readJson('{"a":[1,{"b":"}]"}]}')).toEqual({ a: [1, { b: '}]' }] });
  expect(readJson('')).toBeUndefined();
  expect(readJson('{"a":')).toBeUndefined();
});

test('brackets in strings are not nested, whatever is escaped', () => {
  const text = JSON.stringify({ a: '['.repeat(200), '"{': String.raw`\"`, b: `\\"${'{'.repeat(200)}` });
  expect(readJson(text)).toEqual(JSON.parse(text));
  expect(readJson(String.raw`["\\",${nested(64)}]`)).toBeUndefined();
});

test('row 49: reads 64 levels, side by side as often as they come, and not 65', () => {
  expect(readJson(nested(64))).toEqual(JSON.parse(nested(64)));
  expect(readJson(nested(65))).toBeUndefined();
  expect(readJson(`[${Array(100).fill('{"a":[]}').join()}]`)).toHaveLength(100);
});

test.each([
  ['arrays', nested(31_000)],
  ['arrays that do not end', '['.repeat(62_000)],
  ['objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
])('row 49: 62 KB of nested %s are refused at once', (_what, text) => {
  expect(readJson(text)).toBeUndefined();
  // `JSON.parse` takes over 1 ms for each.
  const hundredTimes = () => Array.from({ length: 100 }, () => readJson(text));
  expect(measureCpuTime(hundredTimes)).toBeLessThan(50);
});
