import { parseOneTimeCode } from './one-time-code';

test.each(['123456', ' 123456 ', '123 456', '123-456', '000000'])('reads %j', (text) => {
  expect(parseOneTimeCode(text)).toEqual({ ok: true, value: text.replace(/\D/g, '') });
});

test.each(['', '12345', '1234567', '12345a', '١٢٣٤٥٦', '1e5000'])('refuses %j', (text) => {
  expect(parseOneTimeCode(text)).toEqual({ ok: false, error: 'malformed' });
});
