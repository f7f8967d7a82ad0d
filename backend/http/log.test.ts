import { createLog, describeError } from './log';

function logInto(lines: string[]) {
  return createLog('info', { write: (line) => void lines.push(line) });
}

test('a line is JSON with its level and fields', () => {
  const lines: string[] = [];
  logInto(lines).warn({ event: 'slow', call: 'bill.get', milliseconds: 1_234 });
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 40,
    service: 'backend',
    event: 'slow',
    milliseconds: 1_234,
  });
});

test('row 31: removes a card number from a line, and keeps a reference', () => {
  const lines: string[] = [];
  logInto(lines).error({
    event: 'fault',
    code: '4111 1111-1111 1111',
    requestId: '4111111111111111',
    call: 'abc1234567890',
  });
  expect(lines[0]).not.toMatch(/1111.{0,3}1111/);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    code: '[card number]',
    requestId: '[card number]',
    call: 'abc1234567890',
  });
});

test('logs an error’s name and location, never its message', () => {
  const { name, at } = describeError(new RangeError('4111111111111111 is too long'));
  expect(name).toBe('RangeError');
  expect(at).not.toMatch(/1111.{0,3}1111/);
  expect(describeError('4111111111111111')).toEqual({ name: 'string' });
});
