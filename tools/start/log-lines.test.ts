import { Readable } from 'node:stream';
import { describeLogLine, isNextBanner, readLines } from './log-lines.mjs';

test('formats a structured entry', () => {
  const entry = { level: 50, time: Date.UTC(2026, 0, 1), pid: 7, msg: 'no answer', call: 'bill.get', tries: 2 };
  expect(describeLogLine('backend', JSON.stringify(entry))).toMatch(
    /^backend \d\d:\d\d:\d\d error no answer call=bill\.get tries=2$/,
  );
  expect(describeLogLine('site', '{"level":"error","at":"2026-01-01T00:00:00Z","event":"report"}')).toMatch(
    /^site {4}\d\d:\d\d:\d\d error report$/,
  );
});

test('appends the stack of an error', () => {
  const line = JSON.stringify({ level: 50, msg: 'broken', err: { stack: 'Error: broken\n  at here' } });
  expect(describeLogLine('banks', line)).toBe('banks   error broken\nError: broken\n  at here');
});

test.each(['plain words', '{ not JSON', ''])('keeps any other line: %s', (line) => {
  expect(describeLogLine('site', line)).toBe(`site    ${line}`);
});

test("recognises Next's startup output, but not its errors", () => {
  expect(isNextBanner(' ✓ Running next.config.js took 35ms')).toBe(true);
  expect(isNextBanner(' ⨯ Error: broken')).toBe(false);
});

test('reassembles lines from chunks', async () => {
  const lines: string[] = [];
  const stream = Readable.from(['one\ntw', 'o\n\nthr', 'ee']);
  readLines(stream, (line) => lines.push(line));
  await new Promise((resolve) => stream.on('end', resolve));
  expect(lines).toEqual(['one', 'two', 'three']);
});
