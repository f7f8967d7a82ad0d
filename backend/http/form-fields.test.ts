import { measureCpuTime } from '@/lib/domain/cpu-time.fixture';
import { maxFormFields, parseFormFields, textFieldsOf } from './form-fields';

const many = (count: number) => Array.from({ length: count }, (_, index) => `${index.toString(16)}=1`).join('&');

test('reads fields as they were sent, and a repeated one as a list', () => {
  expect(parseFormFields('a=1&b=%41+c&a=2&d')).toEqual({ a: ['1', '2'], b: 'A c', d: '' });
  expect(parseFormFields('')).toEqual({});
  expect(Object.keys(parseFormFields(many(maxFormFields)))).toHaveLength(maxFormFields);
});

test.each(['__proto__=x', 'constructor=x', 'toString=x'])('%s is a field like any other', (text) => {
  expect(Object.entries(textFieldsOf(parseFormFields(text)))).toEqual([text.split('=')]);
});

test('row 49: a body with thousands of fields has none', () => {
  expect(parseFormFields(many(maxFormFields + 1))).toEqual({});
  expect(textFieldsOf(Object.fromEntries(new URLSearchParams(many(maxFormFields + 1))))).toEqual({});
  const body = many(11_000).slice(0, 64 * 1024);
  // All of them take over 1 ms.
  const hundredTimes = () => Array.from({ length: 100 }, () => textFieldsOf(parseFormFields(body)));
  expect(measureCpuTime(hundredTimes)).toBeLessThan(50);
});

test('texts and numbers are fields, and nothing else', () => {
  expect(textFieldsOf({ a: 'x', b: 5, c: ['y'], d: { e: 'z' }, f: null })).toEqual({ a: 'x', b: '5' });
  for (const body of [null, undefined, 'text', 5, []]) expect(textFieldsOf(body)).toEqual({});
});
