import { createTranslator } from 'next-intl';
import { localeCodes, type Locale } from '@/lib/domain/locales';
import type { PaymentPage, ProviderHealth } from '@/lib/domain/payment/payment';
import { catalogues } from '@/messages/catalogues';
import { emptyPaymentPage } from './payment-page.fixture';
import { describeProviderWarnings } from './provider-warnings';

const page: PaymentPage = {
  ...emptyPaymentPage,
  methods: ['fpx', 'fpxCorporate', 'm2u', 'wallet', 'duitnowQr'],
  personalBanks: [
    { id: 'MB2U0227', name: 'Maybank2U', isOnline: true },
    { id: 'BCBB0235', name: 'CIMB Clicks', isOnline: true },
    { id: 'PBB0233', name: 'Public Bank', isOnline: true },
  ],
  corporateBanks: [{ id: 'BCBB0235', name: 'CIMB Bank', isOnline: true }],
  wallets: ['boost', 'touchngo'],
};

function describeWarnings(
  providers: readonly (readonly [ProviderHealth['method'], string | null, ProviderHealth['condition']])[],
  locale: Locale = 'en',
) {
  const providerHealth = providers.map(([method, provider, condition]) => ({ method, provider, condition }));
  const t = createTranslator({ locale, messages: catalogues[locale] });
  return describeProviderWarnings({ ...page, providerHealth }, t, locale);
}

test('a slow bank is named with what works instead, and marked in the list', () => {
  expect(
    describeWarnings([
      ['fpx', 'BCBB0235', 'slow'],
      ['duitnowQr', null, 'working'],
    ]),
  ).toEqual({
    fpx: {
      text: 'CIMB Clicks is slow just now. DuitNow QR works.',
      names: { BCBB0235: 'CIMB Clicks (slow just now)' },
    },
  });
});

test('a bank with one id for persons and companies is warned of where its payments fail only', () => {
  expect(describeWarnings([['fpxCorporate', 'BCBB0235', 'failing']])).toEqual({
    fpxCorporate: {
      text: 'Payments by CIMB Bank often do not go through just now.',
      names: { BCBB0235: 'CIMB Bank (trouble just now)' },
    },
  });
});

test('several banks are named in one sentence for each condition', () => {
  const { fpx } = describeWarnings([
    ['fpx', 'PBB0233', 'slow'],
    ['fpx', 'MB2U0227', 'slow'],
    ['fpx', 'BCBB0235', 'failing'],
    ['wallet', 'touchngo', 'working'],
  ]);
  expect(fpx?.text).toBe(
    'Payments by CIMB Clicks often do not go through just now. Maybank2U and Public Bank are slow just now. TouchNGo works.',
  );
});

test('a method with one provider has the warning itself, and no names', () => {
  expect(
    describeWarnings([
      ['m2u', null, 'slow'],
      ['wallet', 'boost', 'working'],
    ]),
  ).toEqual({
    m2u: { text: 'Maybank2u is slow just now. Boost works.', names: {} },
  });
});

test('Maybank’s two ways are told apart where one is the alternative to the other', () => {
  expect(
    describeWarnings([
      ['fpx', 'MB2U0227', 'slow'],
      ['m2u', null, 'working'],
    ]).fpx?.text,
  ).toBe('Maybank2U is slow just now. Maybank2u without FPX works.');
  expect(
    describeWarnings([
      ['m2u', null, 'slow'],
      ['fpx', 'MB2U0227', 'working'],
    ]).m2u?.text,
  ).toBe('Maybank2u is slow just now. Maybank2U by FPX works.');
});

test('nothing is said while nothing is slow or failing', () => {
  expect(describeWarnings([])).toEqual({});
  expect(
    describeWarnings([
      ['fpx', 'PBB0233', 'working'],
      ['duitnowQr', null, 'working'],
    ]),
  ).toEqual({});
});

test.each([
  ['en', 'CIMB Clicks is slow just now. DuitNow QR works.'],
  ['ms', 'CIMB Clicks perlahan buat masa ini. DuitNow QR berfungsi.'],
  ['zh-Hans', 'CIMB Clicks 目前较慢。DuitNow QR 可正常使用。'],
  ['ta', 'CIMB Clicks இப்போது மெதுவாக உள்ளது. DuitNow QR இயங்குகிறது.'],
] as const)('the warning in %s', (locale, text) => {
  expect(localeCodes).toContain(locale);
  expect(
    describeWarnings(
      [
        ['fpx', 'BCBB0235', 'slow'],
        ['duitnowQr', null, 'working'],
      ],
      locale,
    ).fpx?.text,
  ).toBe(text);
});
