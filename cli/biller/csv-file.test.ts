import { toCsvLine } from './csv-file';

test.each([
  '=1+1',
  '+1+1',
  '-1+1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '-',
  '=',
  '+6=1',
  '-1.5e3',
  '+60 12',
])('row 56: %j is no formula in a spreadsheet', (cell) => {
  const line = toCsvLine(['a', cell]);
  expect(line).toBe(`a,${/[\r\n]/.test(cell) ? `"'${cell}"` : `'${cell}`}\r\n`);
});

test('row 56: a quote inside a formula stays quoted', () => {
  expect(toCsvLine(['=HYPERLINK("https://evil.example","x")'])).toBe(
    `"'=HYPERLINK(""https://evil.example"",""x"")"\r\n`,
  );
});

test.each(['-12.30', '12.30', '0', '-1', '+60123456789', '', 'a=b', 'x-1', '2026-11-30T09:15:00+08:00'])(
  'row 56: %j stays as it is',
  (cell) => {
    expect(toCsvLine([cell])).toBe(`${cell}\r\n`);
  },
);
