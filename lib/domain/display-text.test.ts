import { isDisplayText, toDisplayText } from './display-text';

test.each([
  ['Decoder \u202egpj.exe', 'Decoder gpj.exe'],
  ['a\u2066b\u2069c', 'a b c'],
  ['\u009b31mred', '31mred'],
  ['C1 of another encoding \u0085', 'C1 of another encoding'],
  ['two\r\nlines\tand a tab', 'two lines and a tab'],
  ['\u202e', ''],
])('row 55: %j is shown as %j', (text, shown) => {
  expect(isDisplayText(text)).toBe(false);
  expect(toDisplayText(text)).toBe(shown);
});

test.each(['Kedai Dobi 洗衣店 😀', 'مرحبا\u200f', 'Siti Nur’ain binti Abu', '👨\u200d👩\u200d👧'])(
  'row 55: %j is shown as it is',
  (text) => {
    expect(isDisplayText(text)).toBe(true);
    expect(toDisplayText(text)).toBe(text);
  },
);
