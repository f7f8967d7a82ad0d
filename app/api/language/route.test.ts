import { flashCookieName, type FormName } from '@/lib/server/forms/flash-cookies';
import { readFlash } from '@/lib/server/forms/flash';
import { readDraft } from '@/lib/server/forms/payment-draft';
import { POST } from './route';

let sentCookies: Record<string, string> = {};
jest.mock('next-intl/server', () => ({}));
jest.mock('next/headers', () => ({
  cookies: async () => ({
    get: (name: string) => (sentCookies[name] === undefined ? undefined : { value: sentCookies[name] }),
  }),
}));

const refid = 'abcdefghijklmnopqrstuvwxyz';
const testCard = '4111 1111 1111 1111';

/** Posts the language switch's form and takes the cookies of the response, as a browser does. */
async function switchLanguage(fields: Record<string, string>): Promise<Response> {
  const response = await POST(
    new Request('http://localhost:3000/api/language', {
      method: 'POST',
      body: new URLSearchParams({ locale: 'ms', ...fields }),
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    }),
  );
  sentCookies = Object.fromEntries(
    response.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';');
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    }),
  );
  return response;
}

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  sentCookies = {};
});

test('without typed values sets only the language and redirects to the page', async () => {
  const response = await switchLanguage({ returnTo: '/pay/ebill?x=1' });
  expect([response.status, response.headers.get('location')]).toEqual([303, '/pay/ebill?x=1']);
  expect(sentCookies).toEqual({ 'ebill-locale': 'ms' });
});

test.each<[FormName, string, Record<string, string>]>([
  ['look-up', '/', { accountNumber: '12345' }],
  ['bill', '/pay/ebill', { payOption: 'other', amount: '12.5', email: 'a@b', phoneNumber: '' }],
  ['pay-by-mobile', `/view/dcb?refid=${refid}`, { mobileNumber: '60120000' }],
])('keeps what is typed in the form %s, without errors', async (form, returnTo, typed) => {
  await switchLanguage({ returnTo, form, ...typed });
  expect(await readFlash(form)).toEqual({ values: typed, fieldErrors: {}, formError: null });
});

test('keeps what is chosen on the payment page in the draft of its payment, and no card field', async () => {
  const choices = { selectedPaymentMethod: 'newCard', userEmailAddress: 'payer@ebill.example', saveCard: 'on' };
  const card = { cardNumber: testCard, cardCvv: '123', cardExpiry: '12/39', cardName: 'A', savedCardCvv: '123' };
  await switchLanguage({ returnTo: `/epayment/entry?refid=${refid}`, form: 'payment', refid, ...choices, ...card });
  expect(await readDraft(refid)).toEqual(choices);
  expect(await readFlash('payment')).toBeNull();
});

test('keeps no other fields', async () => {
  await switchLanguage({
    returnTo: '/',
    form: 'look-up',
    accountNumber: '12',
    captchaResponse: 'solved',
    tac: '123456',
  });
  expect((await readFlash('look-up'))?.values).toEqual({ accountNumber: '12' });
});

test('refuses a card number in any field', async () => {
  await switchLanguage({ returnTo: '/pay/ebill', form: 'bill', payOption: 'other', email: testCard });
  expect((await readFlash('bill'))?.values).toEqual({ payOption: 'other' });
});

test.each([
  ['an unknown form', { form: 'office', accountNumber: '1' }],
  ['the name of an object’s own property', { form: 'constructor', accountNumber: '1' }],
  ['a form of another page', { form: 'bill', amount: '1' }],
  ['a form without any of its fields', { form: 'look-up', amount: '1' }],
])('ignores %s', async (_name, fields) => {
  await switchLanguage({ returnTo: '/', ...fields });
  expect(sentCookies).toEqual({ 'ebill-locale': 'ms' });
});

test.each([undefined, 'no-refid'])('ignores choices of the payment page with the refid %j', async (given) => {
  await switchLanguage({
    returnTo: '/epayment/entry',
    form: 'payment',
    phoneNumber: '60120000001',
    ...(given !== undefined && { refid: given }),
  });
  expect(sentCookies).toEqual({ 'ebill-locale': 'ms' });
});

test('drops values that are too long for a cookie', async () => {
  await switchLanguage({ returnTo: '/', form: 'look-up', accountNumber: 'x'.repeat(5_000) });
  expect(sentCookies[flashCookieName('look-up')]?.length).toBeLessThan(4_000);
  expect((await readFlash('look-up'))?.values).toEqual({});
});
