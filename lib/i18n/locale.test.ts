import { chooseLocale, findOfferedLocale } from './locale';

test.each([
  ['ms', 'ms'],
  ['MS', 'ms'],
  ['ms,en;q=0.8', 'ms'],
  [' ms ;q=0.9, en', 'ms'],
  ['ms-MY', 'en'],
  ['zh', 'en'],
  ['zh-Hans', 'en'],
  ['zh-CN,zh;q=0.9', 'en'],
  ['ta', 'en'],
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
  ['zh-Hans', 'ms', 'zh-Hans'],
  ['ta', 'ms', 'ta'],
  ['fr', 'ms', 'ms'],
  ['fr', 'zh-Hans', 'en'],
  ['zh', 'en', 'en'],
  ['zh-hans', 'en', 'en'],
  ['', 'en', 'en'],
])('own choice %j takes precedence over Accept-Language %j: %s', (cookie, acceptLanguage, expected) => {
  expect(chooseLocale({ acceptLanguage, cookie, localisationEnabled: true })).toBe(expected);
});

test.each(['ms', 'zh-Hans', 'ta'])('without localisation all is English, own choice %s too', (cookie) => {
  expect(chooseLocale({ acceptLanguage: 'ms', cookie, localisationEnabled: false })).toBe('en');
});

test.each([
  ['ms-MY,ms;q=0.9', null, 'en', 'ms'],
  ['zh-CN,zh;q=0.9', null, 'en', 'zh-Hans'],
  ['zh-Hant-TW', null, 'en', 'zh-Hans'],
  ['ta-IN', null, 'en', 'ta'],
  ['ms', null, 'ms', null],
  ['en-MY', null, 'en', null],
  ['fr', null, 'en', null],
  ['', null, 'en', null],
  [null, null, 'en', null],
  ['ms-MY', 'en', 'en', null],
  ['ms-MY', 'ta', 'ta', null],
  ['ms-MY', 'fr', 'en', 'ms'],
] as const)(
  'Accept-Language %j, own choice %j, page in %s: offered is %j',
  (acceptLanguage, cookie, locale, expected) => {
    expect(findOfferedLocale({ acceptLanguage, cookie, locale })).toBe(expected);
  },
);
