import { chooseLocale } from './locale';

test.each([
  ['ms', 'ms'],
  ['MS', 'ms'],
  ['ms,en;q=0.8', 'ms'],
  [' ms ;q=0.9, en', 'ms'],
  ['ms-MY', 'en'],
  ['ms-MY,ms;q=0.9', 'en'],
  ['en,ms', 'en'],
  ['msa', 'en'],
  ['*', 'en'],
  ['', 'en'],
  [null, 'en'],
])('a browser that asks for %j is answered in %s', (acceptLanguage, expected) => {
  expect(chooseLocale({ acceptLanguage, cookie: null, localisationEnabled: true })).toBe(expected);
});

test.each([
  ['ms', 'en', 'ms'],
  ['en', 'ms', 'en'],
  ['fr', 'ms', 'ms'],
  ['', 'en', 'en'],
])('own choice %j takes precedence over Accept-Language %j: %s', (cookie, acceptLanguage, expected) => {
  expect(chooseLocale({ acceptLanguage, cookie, localisationEnabled: true })).toBe(expected);
});

test('without localisation all is English', () => {
  expect(chooseLocale({ acceptLanguage: 'ms', cookie: 'ms', localisationEnabled: false })).toBe('en');
});
