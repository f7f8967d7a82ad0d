import { companyFormSchema } from './company-form';
import { toFieldErrors } from './field-errors';

function read(companyName: string) {
  const parsed = companyFormSchema.safeParse({ companyName });
  return parsed.success ? parsed.data.companyName : toFieldErrors(parsed.error.issues)['companyName']?.key;
}

test.each([
  [' Kedai Ah Meng Sdn. Bhd. ', 'Kedai Ah Meng Sdn. Bhd.'],
  ['Café “Señor” – 2', 'Café “Señor” – 2'],
  ['', undefined],
  ['Kedai 4111 1111 1111 1111', 'validation.companyName'],
  ['成功贸易有限公司', 'validation.companyNameLatin'],
  ['வெற்றி நிறுவனம்', 'validation.companyNameLatin'],
])('of %j: %s', (typed, expected) => {
  expect(read(typed)).toBe(expected);
});
