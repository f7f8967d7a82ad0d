import { createTranslator } from 'next-intl';
import { outcomes } from '@/lib/domain/payment/outcomes';
import { localeCodes, locales } from '@/lib/domain/locales';
import { catalogues } from './catalogues';
import en from './en.json';

/** Returns each message by its dotted key. */
function listMessages(catalogue: object, prefix = ''): Map<string, string> {
  const entries = Object.entries(catalogue).flatMap(([key, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + key, value]] : [...listMessages(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

function listPlaceholders(message: string): string[] {
  return [...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name))].sort();
}

/** Returns the tags around a part of a message, such as a link. */
function listTags(message: string): string[] {
  return [...message.matchAll(/<(\w+)>/g)].map(([, name = '']) => name).sort();
}

const english = listMessages(en);
/** Placeholders of numbers. */
const counts = ['seconds', 'minutes', 'hours', 'days'];
const translations = localeCodes.filter((code) => code !== 'en');

test('the languages are as they are written in Malaysia', () => {
  expect(locales).toMatchObject({
    en: { ownName: 'English', intlTag: 'en-MY', openGraph: 'en_MY' },
    ms: { ownName: 'Bahasa Melayu', intlTag: 'ms-MY', openGraph: 'ms_MY' },
    'zh-Hans': { ownName: '简体中文', intlTag: 'zh-Hans-MY' },
    ta: { ownName: 'தமிழ்', intlTag: 'ta-MY' },
  });
});

test.each(translations)('%s has the keys of English, in the same order', (locale) => {
  expect([...listMessages(catalogues[locale]).keys()]).toEqual([...english.keys()]);
});

test.each(translations)('%s has the placeholders of English', (locale) => {
  const translated = listMessages(catalogues[locale]);
  for (const [key, message] of english)
    expect([key, listPlaceholders(translated.get(key) ?? '')]).toEqual([key, listPlaceholders(message)]);
});

test.each(translations)('%s has the tags of English', (locale) => {
  const translated = listMessages(catalogues[locale]);
  for (const [key, message] of english)
    expect([key, listTags(translated.get(key) ?? '')]).toEqual([key, listTags(message)]);
});

/** The plural categories of CLDR for whole numbers; `=0` is a number of its own. */
const pluralCategories = { en: ['one', 'other'], ms: ['other'], 'zh-Hans': ['other'], ta: ['one', 'other'] } as const;

test.each(localeCodes)('%s uses the plural categories of the language', (locale) => {
  for (const [key, message] of listMessages(catalogues[locale])) {
    if (!message.includes(', plural,')) continue;
    const used = [...message.matchAll(/(?<=plural,|\}) (=0|zero|one|two|few|many|other) \{/g)].map(([, name]) => name);
    expect([key, used.filter((name) => name !== '=0')]).toEqual([key, pluralCategories[locale]]);
  }
});

test.each(translations)('%s keeps the names of brands', (locale) => {
  const translated = listMessages(catalogues[locale]);
  const brands = /FPX|DuitNow|Maybank2u|GrabPay|Setel|Boost|TouchNGo|Visa|Mastercard|Amex|PCI DSS|CVV|RM\d/g;
  const list = (text: string) => [...new Set(text.match(brands))].sort();
  for (const [key, message] of english)
    if (!key.endsWith('.keywords')) expect([key, list(translated.get(key) ?? '')]).toEqual([key, list(message)]);
});

/**
 * Texts of e-mails, text messages, shared texts and receipts, whose PDF has no non-breaking hyphen; titles and descriptions of pages; and words
 * to search for.
 */
const withPlainHyphens =
  /^(approvalMessage|autoDebitCharge|autoDebitMessage|autoDebitOffer|emailReminderMessage|methods|order|refundMessage|textMessage)\.|^result\.refund\.|^receipt\.footer$|^sharing\.\w+Message$|\.meta(Title|Description)$|\.keywords$/;

/** Words within which a line does not end on a page: in Malay the doubled ones, too, such as _apa-apa_; in Tamil endings after other letters or digits. */
const wholeWords = {
  en: /\be-wallet/i,
  ms: /\be-(mel|dompet)\b|\b(\w+)-\2\b/i,
  ta: /[\w}]-\p{Script=Tamil}/u,
};

test.each(['en', 'ms', 'ta'] as const)(
  'a line of %s does not end within a short word with a hyphen on a page',
  (locale) => {
    const broken = [...listMessages(catalogues[locale])].filter(([, message]) => wholeWords[locale].test(message));
    const keys = broken.map(([key]) => key).filter((key) => !withPlainHyphens.test(key));
    // An error is worded as the specification's own: it has no other hyphen.
    expect(keys.filter((key) => key !== 'validation.walletRequired')).toEqual([]);
  },
);

test.each(localeCodes)('%s has plain hyphens in texts that leave the site and in words to search for', (locale) => {
  const messages = [...listMessages(catalogues[locale])].filter(([key]) => withPlainHyphens.test(key));
  expect(messages.filter(([, message]) => message.includes('\u2011')).map(([key]) => key)).toEqual([]);
});

test('keys are in camelCase', () => {
  const parts = [...english.keys()].flatMap((key) => key.split('.'));
  expect(parts.filter((part) => !/^[a-z][a-zA-Z0-9]*$/.test(part))).toEqual([]);
});

test.each(localeCodes)('every message of %s can be formatted', (locale) => {
  const messages = catalogues[locale];
  const errors: string[] = [];
  const format = createTranslator<Record<string, unknown>>({
    locale,
    messages,
    timeZone: 'Asia/Kuala_Lumpur',
    onError: (error) => errors.push(error.message),
  });
  const values = new Proxy(
    {},
    { get: (_, name) => (counts.some((count) => count === name) ? 1 : 'X'), has: () => true },
  );
  for (const [key, message] of listMessages(messages)) {
    const used = Object.fromEntries(listPlaceholders(message).map((name) => [name, Reflect.get(values, name)]));
    const tags = Object.fromEntries(listTags(message).map((name) => [name, (text: unknown) => text]));
    expect(format.rich(key as never, { ...used, ...tags } as never)).not.toBe('');
  }
  expect(errors).toEqual([]);
});

test('each outcome of a payment has a title, a text and what to do next', () => {
  for (const outcome of outcomes) {
    const key = outcome.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    for (const part of ['title', 'text', 'next']) expect(english.get(`result.${key}.${part}`)).toBeTruthy();
  }
});

/** Specification, sections 4, 5 and 8: wording to the letter. */
test.each([
  ['validation.accountNumberFormat', {}, 'Enter valid account number'],
  ['validation.accountNumberUnknown', {}, 'Invalid account number'],
  ['validation.required', {}, 'This field is required'],
  ['validation.amountMinimumOf', { min: '1' }, 'Minimum amount is RM1'],
  ['validation.amountAboveBalance', {}, 'Paying more than current balance is not allowed'],
  ['validation.amountMaximum', { max: '3,000' }, 'Maximum amount allowed is RM3,000'],
  [
    'validation.amountAdvanceLimit',
    { limit: '500' },
    "Oh no! You've exceeded the advance payment limit of RM 500/-. Please change the amount to proceed.",
  ],
  ['validation.email', {}, 'Please enter a valid email'],
  ['validation.phoneNumber', {}, 'Please enter a valid phone number'],
  ['validation.cardNumber', {}, 'Enter valid card number'],
  ['validation.cardNumberInstalments', {}, 'Enter valid Master/Visa card number'],
  ['validation.cardExpiry', {}, 'Enter valid expiry date'],
  ['validation.cardCvv', {}, 'Enter valid CVV'],
  ['validation.cardName', {}, 'Enter name on card'],
  ['validation.monthTerm', {}, 'Select installment months'],
  ['validation.mobileNumber', {}, 'Invalid Phone Number (mobile number format e.g 601XXXXXXXXX)'],
  ['validation.tac', {}, 'Invalid verification code, Please try again'],
  ['errors.tacTriesLeft', { triesLeft: 3 }, 'Invalid verification code, Please try again. 3 tries left'],
  ['errors.tacTriesLeft', { triesLeft: 1 }, 'Invalid verification code, Please try again. 1 try left'],
  [
    'validation.savedCardExpired',
    {},
    'The selected card has expired. Please update the expired card details or use other payment method to proceed.',
  ],
  ['errors.initiateFailed', {}, 'Failed to initiate the payment. Try again later.'],
  ['errors.removeCardFailed', {}, 'Failed to remove the card. Try again later.'],
  ['errors.technical', {}, 'Technical error occurred. Try again later.'],
  [
    'result.error.text',
    {},
    'It looks like you may have encountered a technical issue. Please try to make your payment again in a little while.',
  ],
  [
    'result.failed.text',
    {},
    'We are unable to process your payment. Kindly try again or use a different payment method.',
  ],
  ['result.cancelled.text', {}, 'Payment cancelled.'],
  ['errors.networkError', {}, 'Network Error'],
  ['errors.requestAborted', {}, 'Request aborted'],
  ['errors.timeoutExceeded', { ms: 40000 }, 'timeout of 40000ms exceeded'],
  ['errors.enablePopups', {}, 'Please enable popups to continue'],
  [
    'errors.autoDebitFailed',
    {},
    'We are unable to process your request for Auto-Debit feature. Kindly try again or use a different card.',
  ],
  ['errors.autoDebitLater', {}, 'Please try after sometime'],
  ['result.successful.title', {}, 'Payment Successful'],
  ['result.sessionExpired.text', {}, 'This payment is no longer valid. Please proceed to the product page'],
  ['maintenance.title', {}, 'Site Under Maintenance'],
  [
    'maintenance.text',
    {},
    'Sorry for the inconvenience. We are currently completing crucial upgrades and maintenance and will be back soon.',
  ],
  ['notFound.title', { path: '/x' }, '404 page Not Found for /x'],
])('%s is worded as specified', (key, values, expected) => {
  const format = createTranslator<Record<string, unknown>>({ locale: 'en', messages: en });
  expect(format(key as never, values as never)).toBe(expected);
});
