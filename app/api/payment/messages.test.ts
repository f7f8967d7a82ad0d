import { createTranslator } from 'next-intl';
import { emptyPaymentPage, savedVisa } from '@/components/payment/page/payment-page.fixture';
import { calls } from '@/lib/contract/calls';
import { paymentMethods, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { failure, success } from '@/lib/domain/result';
import { isTacLocked, readSentTac } from '@/lib/server/session/sent-tac';
import type { Message } from '@/lib/server/visit/translator';
import en from '@/messages/en.json';
import ms from '@/messages/ms.json';
import { POST as cancelMobile } from '../pay-by-mobile/cancel/route';
import { POST as sendTac } from '../pay-by-mobile/send/route';
import { POST as verifyTac } from '../pay-by-mobile/verify/route';
import { POST as cancel } from './cancel/route';
import { POST as pay } from './pay/route';
import { POST as removeCard } from './remove-card/route';

/*
 * Every message of the specification, sections 5 and 8, that the server returns for a payment: what produces it, in both languages. The
 * handlers are the real ones; the backend's responses are mocked. The English texts are compared with the specification in
 * messages/catalogues.test.ts; notices of outages are tested in components/payment/methods/method-choice.test.tsx, messages of the browser
 * in components/payment/page/payment-form.test.tsx.
 */

const catalogues = { en, ms };
type Language = keyof typeof catalogues;
let language: Language = 'en';
let answers: Readonly<Record<string, unknown>> = {};
/** The cookies of the request, by name. */
let jar: Readonly<Record<string, string>> = {};

jest.mock('next-intl/server', () => ({
  getLocale: async () => language,
  getTranslations: async () => translatorOf(language),
}));
jest.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: (name: string) => (name in jar ? { value: jar[name] } : undefined) }),
}));
jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async ({ name }: { name: string }) => answers[name] ?? fault,
}));

// The visit that sends these forms has opened the payment.
jest.mock('@/lib/server/session/visited-payments', () => ({ hasVisited: async () => true }));

function translatorOf(locale: Language) {
  return createTranslator<Record<string, unknown>>({ locale, messages: catalogues[locale] });
}

const fault = failure({ kind: 'fault', call: 'any', reason: 'network', message: 'Network Error' });
const problem = (code: string, more: object = {}) =>
  failure({ kind: 'problem', call: 'any', code, status: 409, parameters: {}, retryAfter: null, ...more });

const { refid, total } = emptyPaymentPage;
const hour = (hours: number) => new Date(Date.parse(emptyPaymentPage.serverTime) + hours * 3_600_000).toISOString();
const untilWords = '21 Nov 2026, {time}';
const untilTime = { en: '10:00 pm', ms: '10.00 malam' };

/** The page as the backend returns it, with everything on offer. */
function pageWith({
  downtimes = [],
  amount = total,
  attempt = null,
}: { downtimes?: readonly string[]; amount?: number; attempt?: object | null } = {}) {
  const { isDefault, isExpired, isOffline, needsCvv, uniqueCardId, lastFour, expiry } = savedVisa;
  const card = {
    uniqueCardId,
    lastFour,
    expiry,
    isDefault,
    isExpired,
    isOffline,
    needsCvv,
    cardBrand: 'visa' as const,
  };
  return success(
    calls['payment.page'].response.parse({
      refid,
      paymentId: emptyPaymentPage.paymentId,
      orderState: 'open',
      attempt,
      deadline: emptyPaymentPage.deadline,
      serverTime: emptyPaymentPage.serverTime,
      paymentPageDto: {
        productname: 'Decoder',
        itemDescList: [{ name: 'Decoder', amount }],
        itemTotalAmount: amount,
        additionalChargesList: [],
        totalAmount: amount,
        currencyCode: 'MYR',
        currencyExp: 2,
        isEpp: true,
        monthTerm: null,
        eppInfoList: [{ bank: 'CIMB', bankName: 'CIMB Bank', minimumAmount: 50_000 }],
        installmentMonthsMap: { CIMB: [6] },
        providerKeys: [...paymentMethods],
        partnerKey: 'DEMO-SHOP',
        favouriteCardList: [
          card,
          { ...card, uniqueCardId: 'expired', isExpired: true },
          { ...card, uniqueCardId: 'offline', isOffline: true },
        ],
        rememberCardFlag: true,
        maximumCardsReached: false,
        fpxBankListPersonal: [
          { bankID: 'MB2U0227', bankName: 'Maybank2U', isOnline: true },
          { bankID: 'OFF', bankName: 'Offline Bank', isOnline: false },
        ],
        fpxBankListCorporate: [{ bankID: 'MBB0228', bankName: 'Maybank2E', isOnline: true }],
        ewalletEghlProviders: ['boost'],
        dcbProviders: ['carrier-a'],
        autoDebitChkBox: true,
        autoDebitDefaultCheckedFlag: false,
        autoDebitCampaignEnabled: true,
        makeUesCall: false,
        merchantTokenValidation: false,
        downtimeDto: downtimes.map((target) => ({ target, from: hour(-1), until: hour(2) })),
      },
      customerDetail: { email: null, phoneNumber: null, partneruserkey: null, profile: [] },
      paymentPreferenceDetail: { emailPreference: null, phoneNumberPreference: null, paymentMethodPreference: null },
      cardEncryptionKey: {},
    }),
  );
}

const jwe = 'aa.bb.cc.dd.ee';
const cardFields = { cardNumber: '4111111111111111', cardExpiry: '12/39', cardCvv: '123', cardName: 'ALI' };
const eppFields = {
  eppBank: 'CIMB',
  monthTerm: '6',
  eppCardNumber: '5555555555554444',
  eppCardExpiry: '12/39',
  eppCardCvv: '123',
  eppCardName: 'ALI',
};

/** Valid fields of each method. A card is encrypted, as by a browser with scripts. */
const rightFields: Readonly<Record<PaymentMethod, Readonly<Record<string, string>>>> = {
  savedCard: { uniqueCardId: savedVisa.uniqueCardId, savedCardCvv: jwe },
  newCard: { cardDetails: jwe },
  epp: { eppBank: 'CIMB', monthTerm: '6', cardDetailsEPP: jwe },
  fpx: { fpxBankID: 'MB2U0227' },
  fpxCorporate: { fpxBankCorporateID: 'MBB0228' },
  m2u: {},
  wallet: { selectedWallet: 'boost' },
  dcb: { selectedDCB: 'carrier-a' },
  counter: {},
  duitnowQr: {},
};
const right = (selectedPaymentMethod: PaymentMethod) => ({
  selectedPaymentMethod,
  ...rightFields[selectedPaymentMethod],
});

type Handler = (request: Request) => Promise<Response>;
interface Row {
  readonly how: string;
  readonly handler?: Handler;
  readonly fields?: Readonly<Record<string, string>>;
  readonly backend?: Readonly<Record<string, unknown>>;
  /** Null: for the form as a whole. */
  readonly field: string | null;
  readonly expected: Message;
}

/** Fields that are invalid independently of the backend. */
const invalid: readonly Row[] = (
  [
    ['no method', {}, 'selectedPaymentMethod', 'methodRequired'],
    ['no personal bank', { selectedPaymentMethod: 'fpx' }, 'fpxBankID', 'personalBankRequired'],
    ['no corporate bank', { selectedPaymentMethod: 'fpxCorporate' }, 'fpxBankCorporateID', 'corporateBankRequired'],
    ['no wallet', { selectedPaymentMethod: 'wallet' }, 'selectedWallet', 'walletRequired'],
    ['no carrier', { selectedPaymentMethod: 'dcb' }, 'selectedDCB', 'carrierRequired'],
    ['no saved card', { selectedPaymentMethod: 'savedCard' }, 'uniqueCardId', 'savedCardRequired'],
    ['an expired saved card', { ...right('savedCard'), uniqueCardId: 'expired' }, 'uniqueCardId', 'savedCardExpired'],
    ['an offline saved card', { ...right('savedCard'), uniqueCardId: 'offline' }, 'uniqueCardId', 'savedCardOffline'],
    ['a saved card without its CVV', { ...right('savedCard'), savedCardCvv: '' }, 'savedCardCvv', 'cardCvv'],
    ['an offline bank', { ...right('fpx'), fpxBankID: 'OFF' }, 'fpxBankID', 'bankOffline'],
    [
      'an Amex in instalments',
      { selectedPaymentMethod: 'epp', ...eppFields, eppCardNumber: '378282246310005', eppCardCvv: '1234' },
      'eppCardNumber',
      'cardNumberInstalments',
    ],
    ['no e-mail', { ...right('m2u'), userEmailAddress: '' }, 'userEmailAddress', 'emailRequired'],
    ['a wrong e-mail', { ...right('m2u'), userEmailAddress: 'a@' }, 'userEmailAddress', 'email'],
    ['a wrong phone number', { ...right('m2u'), phoneNumber: '1' }, 'phoneNumber', 'phoneNumber'],
    ...(
      [
        ['cardNumber', '4111111111111112', 'cardNumber'],
        ['cardExpiry', '01/20', 'cardExpiry'],
        ['cardCvv', '1', 'cardCvv'],
        ['cardName', '', 'cardName'],
      ] as const
    ).map(
      ([field, value, key]) =>
        [
          `${field} '${value}'`,
          { selectedPaymentMethod: 'newCard', ...cardFields, [field]: value },
          field,
          key,
        ] as const,
    ),
    ...(
      [
        ['eppCardNumber', '5555555555554445', 'cardNumberInstalments'],
        ['monthTerm', '', 'monthTerm'],
        ['eppBank', '', 'eppBankRequired'],
      ] as const
    ).map(
      ([field, value, key]) =>
        [`${field} '${value}'`, { selectedPaymentMethod: 'epp', ...eppFields, [field]: value }, field, key] as const,
    ),
  ] as const
).map(([how, fields, field, key]) => ({ how, fields, field, expected: { key: `validation.${key}` } }));

const limits: readonly Row[] = [
  {
    how: 'RM1.99 by corporate banking',
    fields: right('fpxCorporate'),
    backend: { 'payment.page': pageWith({ amount: 199 }) },
    field: 'selectedPaymentMethod',
    expected: { key: 'validation.amountMinimumOf', parameters: { min: '2' } },
  },
  {
    how: 'RM30,000.01 by personal banking',
    fields: right('fpx'),
    backend: { 'payment.page': pageWith({ amount: 3_000_001 }) },
    field: 'selectedPaymentMethod',
    expected: { key: 'validation.amountMaximum', parameters: { max: '30,000' } },
  },
  {
    how: 'RM499.99 in instalments of a bank that takes RM500',
    fields: right('epp'),
    backend: { 'payment.page': pageWith({ amount: 49_999 }) },
    field: 'eppBank',
    expected: { key: 'validation.amountMinimumOf', parameters: { min: '500' } },
  },
];

/** What is down, the choice that it prevents, and its name in the notice if it has one. */
const down = [
  ...paymentMethods.map((method) => ({ target: method, method, field: 'selectedPaymentMethod', name: null })),
  { target: 'CIMB', method: 'epp', field: 'eppBank', name: () => 'CIMB Bank' },
  { target: 'MB2U0227', method: 'fpx', field: 'fpxBankID', name: () => 'Maybank2U' },
  { target: 'MBB0228', method: 'fpxCorporate', field: 'fpxBankCorporateID', name: () => 'Maybank2E' },
  { target: 'boost', method: 'wallet', field: 'selectedWallet', name: () => catalogues[language].wallets.boost },
  { target: 'carrier-a', method: 'dcb', field: 'selectedDCB', name: () => catalogues[language].carriers.carrierA },
] as const;

/** Found by the site when it reads the page again, and only by the backend when the payment is begun. */
const outages: readonly Row[] = down.flatMap(({ target, method, field, name }) => {
  const expected: Message = {
    key: name === null ? `downtime.now.${method}` : 'downtime.now.named',
    get parameters(): Readonly<Record<string, string>> {
      const until = untilWords.replace('{time}', untilTime[language]);
      return name === null ? { until } : { until, name: name() };
    },
  };
  const refused = problem('method-unavailable', { parameters: { target, until: hour(2) } });
  return [
    { how: `${target} is down`, backend: { 'payment.page': pageWith({ downtimes: [target] }) } },
    { how: `${target} goes down at the last moment`, backend: { 'payment.init': refused } },
  ].map((row) => ({ ...row, fields: right(method), field, expected }));
});

const initRefusals: readonly Row[] = (
  [
    ['m2u', 'initiation-failed', null, 'errors.initiateFailed'],
    ['m2u', 'technical-error', null, 'errors.initiateFailed'],
    ['m2u', 'amount-changed', null, 'errors.formExpired'],
    ['m2u', 'attempt-under-way', null, 'errors.paymentInProgress'],
    ['m2u', 'method-unavailable', 'selectedPaymentMethod', 'validation.methodUnavailable'],
    ['m2u', 'amount-not-allowed', 'selectedPaymentMethod', 'validation.methodUnavailable'],
    ['newCard', 'invalid-card', 'cardNumber', 'validation.cardNumber'],
    ['newCard', 'card-expired', 'cardExpiry', 'validation.cardExpiry'],
    ['epp', 'invalid-card', 'eppCardNumber', 'validation.cardNumberInstalments'],
    ['epp', 'card-expired', 'eppCardExpiry', 'validation.cardExpiry'],
    ['savedCard', 'invalid-card', 'savedCardCvv', 'validation.cardCvv'],
    ['savedCard', 'card-expired', 'uniqueCardId', 'validation.savedCardExpired'],
  ] as const
).map(([method, code, field, key]) => ({
  how: `${method} answered '${code}'`,
  fields: right(method),
  backend: { 'payment.init': problem(code) },
  field,
  expected: { key },
}));

/** Another card attempt, with the message at the card, or at the methods where only another method is left: which limit was exceeded, and until when. */
const cardAttempts: readonly Row[] = (
  [
    ['newCard', 'card', 'cardNumber', 'errors.cardTriedTooOften'],
    ['savedCard', 'card', 'uniqueCardId', 'errors.cardTriedTooOften'],
    ['epp', 'payment', 'selectedPaymentMethod', 'errors.tooManyCardsForPayment'],
    ['newCard', 'other', 'cardNumber', 'errors.tooManyCards'],
  ] as const
).map(([method, of, field, key]) => ({
  how: `${method} refused for its tries of one ${of}`,
  fields: right(method),
  backend: { 'payment.init': problem('rate-limited', { retryAfter: 61, parameters: { of, until: hour(2) } }) },
  field,
  expected: {
    key,
    get parameters() {
      return { until: untilWords.replace('{time}', untilTime[language]) };
    },
  },
}));

const unavailable = (method: PaymentMethod, target: string, field: string, key: Message['key']): Row => ({
  how: `${method}: ${target} is unreachable, without a known end`,
  fields: right(method),
  backend: { 'payment.init': problem('method-unavailable', { parameters: { target } }) },
  field,
  expected: { key },
});

const mobile = { mobileNumber: '60120000001', tac: '123456' };

/** The attempt that waits for a TAC. */
const mobileAttempt = {
  state: 'redirected',
  paymentMethod: 'dcb',
  resultRoute: '/dcb/view/bankResult',
  onward: { kind: 'tac', carrier: 'carrier-a' },
};

const others: readonly Row[] = [
  unavailable('fpx', 'MB2U0227', 'fpxBankID', 'validation.bankOffline'),
  unavailable('savedCard', savedVisa.uniqueCardId, 'uniqueCardId', 'validation.savedCardOffline'),
  { how: 'begun without an answer', fields: right('m2u'), field: null, expected: { key: 'errors.initiateFailed' } },
  {
    how: 'a page that cannot be read',
    backend: { 'payment.page': fault },
    field: null,
    expected: { key: 'errors.initiateFailed' },
  },
  {
    how: 'too many payments begun',
    fields: right('m2u'),
    backend: { 'payment.init': problem('rate-limited', { retryAfter: 61 }) },
    field: null,
    expected: { key: 'errors.tooManyRequests', parameters: { minutes: 2 } },
  },
  {
    how: 'a card removed without an answer',
    handler: removeCard,
    fields: { uniqueCardId: 'one' },
    field: null,
    expected: { key: 'errors.removeCardFailed' },
  },
  { how: 'cancelled without an answer', handler: cancel, field: null, expected: { key: 'errors.technical' } },
  {
    how: 'cancelled while money may be moving',
    handler: cancel,
    backend: { 'payment.cancel': problem('attempt-under-way') },
    field: null,
    expected: { key: 'errors.paymentInProgress' },
  },
  {
    how: 'a number that is no mobile number',
    handler: sendTac,
    fields: { mobileNumber: '0312345678' },
    field: 'mobileNumber',
    expected: { key: 'validation.mobileNumber' },
  },
  ...(
    [
      ['number-refused', 'mobileNumber', 'validation.mobileNumber'],
      ['resend-too-early', null, 'errors.resendTooEarly'],
      ['too-many-sends', null, 'errors.tooManySends'],
    ] as const
  ).map(([code, field, key]) => ({
    how: `a TAC asked for, answered '${code}'`,
    handler: sendTac,
    fields: mobile,
    backend: { 'dcb.sendTac': problem(code) },
    field,
    expected: { key },
  })),
  {
    how: 'a well-formed number that the carrier refuses',
    handler: sendTac,
    fields: mobile,
    backend: { 'payment.page': pageWith({ attempt: mobileAttempt }), 'dcb.sendTac': problem('number-refused') },
    field: 'mobileNumber',
    expected: { key: 'errors.mobileNumberRefused', parameters: { carrier: 'Carrier A' } },
  },
  {
    how: 'a code that is none',
    handler: verifyTac,
    fields: { tac: '12345' },
    field: 'tac',
    expected: { key: 'validation.tac' },
  },
  ...(
    [
      ['wrong-code', 'tac', 'validation.tac'],
      ['code-expired', 'tac', 'errors.codeExpired'],
    ] as const
  ).map(([code, field, key]) => ({
    how: `a TAC answered '${code}'`,
    handler: verifyTac,
    fields: mobile,
    backend: { 'dcb.verifyTac': problem(code) },
    field,
    expected: { key },
  })),
  ...[4, 1].map((triesLeft) => ({
    how: `a wrong TAC with ${triesLeft} tries left`,
    handler: verifyTac,
    fields: mobile,
    backend: { 'dcb.verifyTac': problem('wrong-code', { parameters: { triesLeft } }) },
    field: 'tac',
    expected: { key: 'errors.tacTriesLeft', parameters: { triesLeft } } as const,
  })),
  ...[sendTac, verifyTac, cancelMobile].map((handler) => ({
    how: 'pay by mobile without an answer',
    handler,
    fields: mobile,
    backend: { 'payment.page': fault },
    field: null,
    expected: { key: 'errors.technical' } as const,
  })),
];

function post(fields: Readonly<Record<string, string>>): Request {
  return new Request('http://localhost:3000/api/payment', {
    method: 'POST',
    body: new URLSearchParams({ refid, shownAmount: String(total), userEmailAddress: 'a@b.my', ...fields }),
    headers: {
      origin: 'http://localhost:3000',
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
}

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  jar = {};
});

describe.each(['en', 'ms'] as const)('in %s', (locale) => {
  test.each([...invalid, ...limits, ...outages, ...initRefusals, ...cardAttempts, ...others])(
    '$how',
    async ({ handler = pay, fields = {}, backend = {}, field, expected }) => {
      language = locale;
      answers = { 'payment.page': pageWith(), ...backend };
      const response = await handler(post(fields));
      expect(response.status).toBeGreaterThanOrEqual(422);
      const words = translatorOf(locale)(expected.key as never, expected.parameters as never);
      await expect(response.json()).resolves.toEqual(
        field === null ? { fieldErrors: {}, formError: words } : { fieldErrors: { [field]: words }, formError: null },
      );
    },
  );
});

test('the last wrong TAC leads to the page, which then has a cookie that locks it', async () => {
  answers = { 'dcb.verifyTac': problem('attempts-exceeded') };
  const response = await verifyTac(post(mobile));
  expect(response.status).toBe(200);
  await expect(response.json()).resolves.toEqual({ next: `/view/dcb?refid=${refid}` });
  const [, value = ''] = /^ebill-tac=([^;]+);/.exec(response.headers.get('set-cookie') ?? '') ?? [];
  jar = { 'ebill-tac': value };
  await expect(isTacLocked(refid)).resolves.toBe(true);
  await expect(isTacLocked(`${refid}b`)).resolves.toBe(false);
  await expect(readSentTac(refid)).resolves.toBeNull();
});

test('no message is the same in both languages, and none is left without words', () => {
  const rows = [...invalid, ...limits, ...outages, ...initRefusals, ...cardAttempts, ...others];
  for (const { expected } of rows) {
    const [english, malay] = (['en', 'ms'] as const).map((locale) =>
      translatorOf(locale)(expected.key as never, expected.parameters as never),
    );
    expect(english).not.toBe(malay);
    expect(english).not.toContain(expected.key);
  }
});
