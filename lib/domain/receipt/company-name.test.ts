import { parseCompanyName } from './company-name';
import { companyNameMaxLength } from './company-name-length';

test.each(['Kedai Runcit Ah Meng Sdn. Bhd.', '3M Malaysia Sdn. Bhd.', '成功贸易有限公司', 'ABC (M) & Sons'])(
  '%s is a name',
  (name) => {
    expect(parseCompanyName(`  ${name} `)).toEqual({ ok: true, value: name });
  },
);

test.each([
  ['an empty text', ''],
  ['blanks', '   '],
  ['no letter', '12345 - 678'],
  ['two lines', 'Kedai\nRuncit'],
  ['a text that changes its direction', 'Kedai \u202e tnuocca'],
  ['a card number', 'Kedai 4111 1111 1111 1111'],
  ['more than the maximum', 'a'.repeat(companyNameMaxLength + 1)],
])('%s is none', (_what, text) => {
  expect(parseCompanyName(text).ok).toBe(false);
});
