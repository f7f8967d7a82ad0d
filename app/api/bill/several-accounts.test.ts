import { isRefid } from '@/lib/domain/payment/references';
import { failure, success } from '@/lib/domain/result';
import { loadAccountsFromCookie, sealAccounts, unsealAccounts } from '@/lib/server/session/accounts-token';
import { sealBill } from '@/lib/server/session/bill-token';
import { sen } from '@/lib/domain/money';
import { readFlash } from '@/lib/server/forms/flash';
import { consumeRateLimit } from '@/lib/server/security/rate-limits';
import { readClientAddress } from '@/lib/server/security/rate-limited-read';
import { POST as addAccount } from './add-account/route';
import { POST as changeAccount } from './change-account/route';
import { POST as lookUpAccount } from './look-up-account/route';
import { POST as lookUp } from './lookup/route';
import { POST as payAccounts } from './pay-accounts/route';
import { POST as removeAccount } from './remove-account/route';

/* The list of a payment of several accounts: decision 30. */

const jar = new Map<string, { value: string }>();
jest.mock('next/headers', () => ({ headers: async () => new Headers(), cookies: async () => jar }));
jest.mock('next-intl/server', () => ({
  getLocale: async () => 'en',
  getTranslations: async () => (key: string, values?: object) => `${key}${values ? JSON.stringify(values) : ''}`,
}));
// React caches the list for one request; here each read stands for another request.
jest.mock('react', () => ({ ...jest.requireActual<object>('react'), cache: (read: unknown) => read }));
jest.mock('@/lib/server/backend/common-config', () => ({
  loadCommonConfig: async () =>
    success({ advanceLimit: 50_000, advanceLimitCustomerType: 'REGULAR', exactBalanceCustomerType: 'CE' }),
}));

const refid = 'a'.repeat(26);
let called: { readonly name: string; readonly request: Readonly<Record<string, unknown>> }[] = [];
/** What has changed in bills since, by account number. */
let bills: Readonly<Record<string, object>> = {};
let refusal: { readonly code: string; readonly parameters: object } | null = null;
const toProblem = ({ code, parameters }: NonNullable<typeof refusal>) =>
  failure({ kind: 'problem', call: 'any', code, status: 409, parameters, retryAfter: null });

function billOf(accountNumber: string, changes: object = {}) {
  return {
    ...{ accountNumber, accountName: 'A*** B***', accountStatus: 'active' as const, customerType: 'REGULAR' },
    ...{ currentBalance: 13_878, overdueBalance: 0, dueDate: null, isNew: false, barcode: '' },
    ...{ maximumAmount: 300_000, outstanding: 13_878, recentPayments: [], reminderDaysBefore: null },
    ...{ accountsPerPayment: 10, serverTime: '2026-11-26T10:00:00.000Z', ...changes },
  };
}

jest.mock('@/lib/server/backend/backend-client', () => ({
  callBackend: async ({ name }: { name: string }, request: Readonly<Record<string, unknown>>) => {
    called.push({ name, request });
    if (refusal !== null && name !== 'bill.get') return toProblem(refusal);
    if (name !== 'bill.get') return success({ transactionRefId: refid, serverTime: '2026-11-26T10:00:00.000Z' });
    const accountNumber = String(request['accountNumber']);
    const unknown = { code: 'unknown-account', parameters: {} };
    return accountNumber.endsWith('40') ? toProblem(unknown) : success(billOf(accountNumber, bills[accountNumber]));
  },
}));

beforeEach(() => {
  jar.clear();
  globalThis.ebillProcess = undefined;
  called = [];
  refusal = null;
  bills = {};
});

type Handler = (request: Request) => Promise<Response>;

/** Posts a form as a browser without scripts does, and stores the cookies of the response. Returns where it leads. */
async function post(handler: Handler, fields: Readonly<Record<string, string>>): Promise<string | null> {
  const response = await handler(
    new Request('http://localhost:3000/api/bill', {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { origin: 'http://localhost:3000', 'content-type': 'application/x-www-form-urlencoded' },
    }),
  );
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (/Max-Age=0;/.test(line)) jar.delete(name);
    else jar.set(name, { value });
  }
  return response.headers.get('location');
}

const tokenOfList = () => jar.get('ebill-accounts')?.value ?? '';
const list = async () =>
  (await loadAccountsFromCookie())?.accounts.map(({ accountNumber, payOption, amount }) => [
    accountNumber,
    payOption,
    amount,
  ]);

/** Chooses what is paid of a bill, for the list that there is. */
async function add(accountNumber: string, choice: Readonly<Record<string, string>> = {}, bill: object = {}) {
  const token = tokenOfList();
  return post(addAccount, {
    billToken: await sealBill(billOf(accountNumber, bill)),
    ...(token !== '' && { accountsToken: token }),
    ...{ payOption: 'current', amount: '', ...choice },
  });
}

const pay = (fields: Readonly<Record<string, string>> = {}) =>
  post(payAccounts, { accountsToken: tokenOfList(), idempotencyKey: '0'.repeat(36), ...fields });
const errorOf = async (form: 'accounts' | 'bill' | 'look-up' | 'account-look-up') => (await readFlash(form))?.formError;

describe('the list', () => {
  test('begins with the first bill and its contact, and gets each other one, without a call of the backend', async () => {
    const contact = { email: 'payer@example.com', phoneNumber: '12 345 6789' };
    // The first comes from 'Add another account': the page opens at the field for it.
    expect(await add('1234567801', contact)).toBe('/pay/accounts#accountNumber');
    expect(await add('2234567801', { payOption: 'other', amount: '50.00' })).toBe('/pay/accounts');
    expect(await list()).toEqual([
      ['1234567801', 'current', 13_878],
      ['2234567801', 'other', 5_000],
    ]);
    expect(await loadAccountsFromCookie()).toMatchObject({ email: 'payer@example.com', phoneNumber: '60123456789' });
    expect(called).toEqual([]);
  });

  test('has an account once: another choice replaces the one before', async () => {
    await add('1234567801');
    await add('2234567801');
    await add('1234567801', { payOption: 'other', amount: '1.00' });
    expect(await list()).toEqual([
      ['1234567801', 'other', 100],
      ['2234567801', 'current', 13_878],
    ]);
  });

  test('says whether an account was added or its amount changed', async () => {
    const notice = async () => (await readFlash('accounts'))?.values;
    await add('1234567801');
    expect(await notice()).toEqual({ added: '1234567801' });
    await add('1234567801', { payOption: 'other', amount: '25.00' });
    expect(await notice()).toEqual({ changed: '1234567801' });
    // The same amount again changes nothing.
    await add('1234567801', { payOption: 'other', amount: '25.00' });
    expect(await notice()).toEqual({ added: '1234567801' });
  });

  test('row 67: takes no amount that the bill does not allow, whatever the form says', async () => {
    expect(await add('1234567801', { payOption: 'other', amount: '638.79' })).toBe('/pay/ebill');
    expect(await add('1234567801', { payOption: 'overdue' })).toBe('/pay/ebill');
    // The balance is the bill's, whatever amount is posted with it.
    await add('1234567801', { payOption: 'current', amount: '1.00' });
    expect(await list()).toEqual([['1234567801', 'current', 13_878]]);
  });

  test('asks for a confirmation of an account whose payment repeats another', async () => {
    const at = '2026-11-26T09:59:00.000Z';
    const recent = { amount: 13_878, at, status: 'in-progress' as const, unpaid: null, isCounted: true };
    const bill = { recentPayments: [recent], outstanding: 0 };
    expect(await add('1234567801', {}, bill)).toBe('/pay/ebill');
    expect(await add('1234567801', { payAgain: 'on' }, bill)).toBe('/pay/accounts#accountNumber');
    expect((await loadAccountsFromCookie())?.accounts[0]?.payAgain).toBe(true);
  });

  test('has ten accounts at most, and one where the backend pays no others', async () => {
    for (let index = 0; index < 10; index += 1) await add(`12345678${String(index).padStart(2, '0')}`);
    expect(await list()).toHaveLength(10);
    expect(await add('2234567801')).toBe('/pay/ebill');
    expect(await errorOf('bill')).toContain('errors.tooManyAccounts');
    expect(await list()).toHaveLength(10);
    jar.clear();
    expect(await add('2234567801', {}, { accountsPerPayment: 1 })).toBe('/pay/ebill');
    expect(await errorOf('bill')).toContain('errors.accountsNotOffered');
    expect(await list()).toBeUndefined();
  });

  test('has as many accounts as the backend pays together', async () => {
    for (const accountNumber of ['1234567801', '2234567801']) await add(accountNumber, {}, { accountsPerPayment: 2 });
    expect(await add('3234567801', {}, { accountsPerPayment: 2 })).toBe('/pay/ebill');
    jar.delete('ebill-flash-account-look-up');
    const fields = { accountsToken: tokenOfList(), accountNumber: '3234567801' };
    expect(await post(lookUpAccount, fields)).toBe('/pay/accounts');
    expect(await errorOf('account-look-up')).toContain('errors.tooManyAccounts');
    expect(called).toEqual([]);
  });

  test('keeps the contact that is typed beside it, valid or not, but no card number', async () => {
    await add('1234567801', { email: 'payer@example.com' });
    await add('2234567801');
    const typed = { email: 'other@', phoneNumber: '12 345' };
    await post(removeAccount, { accountsToken: tokenOfList(), position: '1', ...typed });
    expect(await loadAccountsFromCookie()).toMatchObject(typed);
    await post(lookUpAccount, { accountsToken: tokenOfList(), accountNumber: '2234567801', email: 'new@example.com' });
    expect(await loadAccountsFromCookie()).toMatchObject({ email: 'new@example.com', phoneNumber: '12 345' });
    await post(changeAccount, { accountsToken: tokenOfList(), position: '1', email: '4111 1111 1111 1111' });
    expect(await loadAccountsFromCookie()).toMatchObject({ email: 'new@example.com' });
  });

  test('fits into a cookie with ten long names and a long address', async () => {
    const accounts = Array.from({ length: 10 }, (_, index) => ({
      ...{ accountNumber: String(1_234_567_800 + index), accountName: '陈'.repeat(80) },
      ...{ payOption: 'current' as const, amount: sen(99_999_999), payAgain: false },
    }));
    const email = `${'e'.repeat(242)}@example.com`;
    const token = await sealAccounts({
      accounts,
      refid: isRefid(refid) ? refid : null,
      limit: 10,
      email,
      phoneNumber: '60123456789',
    });
    expect(token.length).toBeLessThan(3_900);
    expect((await unsealAccounts(token))?.accounts).toHaveLength(10);
  });

  test('loses an account by its button, and ends with the last', async () => {
    await add('1234567801');
    await add('2234567801');
    expect(await post(removeAccount, { accountsToken: tokenOfList(), position: '1' })).toBe('/pay/accounts');
    expect(await list()).toEqual([['2234567801', 'current', 13_878]]);
    expect(await post(removeAccount, { accountsToken: tokenOfList(), position: '1' })).toBe('/');
    expect(jar.has('ebill-accounts')).toBe(false);
  });

  test('ends when the payer looks up another bill from the home page', async () => {
    await add('1234567801');
    expect(await post(lookUp, { accountNumber: '2234567801' })).toBe('/pay/ebill');
    expect(jar.has('ebill-accounts')).toBe(false);
  });
});

describe('another account', () => {
  test('is looked up for the list, which stays', async () => {
    await add('1234567801');
    const fields = { accountsToken: tokenOfList(), accountNumber: '2234567801' };
    expect(await post(lookUpAccount, fields)).toBe('/pay/ebill');
    expect(called).toEqual([
      { name: 'bill.get', request: { accountNumber: '2234567801', captchaResponse: undefined } },
    ]);
    expect(await list()).toEqual([['1234567801', 'current', 13_878]]);
  });

  test('that is unknown is said so at its field, as on the home page', async () => {
    await add('1234567801');
    const fields = { accountsToken: tokenOfList(), accountNumber: '2234567840' };
    expect(await post(lookUpAccount, fields)).toBe('/pay/accounts');
    const flash = await readFlash('account-look-up');
    expect(flash?.fieldErrors).toEqual({ accountNumber: expect.stringContaining('validation.accountNumberUnknown') });
    expect(flash?.values).toEqual({ accountNumber: '2234567840' });
  });

  test('is looked up again to change its amount, with what was chosen before', async () => {
    await add('1234567801');
    await add('2234567801', { payOption: 'other', amount: '50.00' });
    expect(await post(changeAccount, { accountsToken: tokenOfList(), position: '2' })).toBe('/pay/ebill');
    expect(called.map(({ request }) => request['accountNumber'])).toEqual(['2234567801']);
    expect((await readFlash('bill'))?.values).toEqual({ payOption: 'other', amount: '50.00' });
  });

  test('row 67: is looked up 30 times in ten minutes to change its amount, however often it was looked up elsewhere', async () => {
    for (let index = 0; index < 12; index += 1) await post(lookUp, { accountNumber: '1234567801' });
    await add('1234567801');
    const change = () => post(changeAccount, { accountsToken: tokenOfList(), position: '1' });
    for (let index = 0; index < 30; index += 1) expect(await change()).toBe('/pay/ebill');
    called = [];
    expect(await change()).toBe('/pay/accounts');
    expect(called).toEqual([]);
    // No proof of work would help, so nothing is said of scripts.
    expect(await errorOf('accounts')).toBe('errors.tooManyRequests{"minutes":10}');
  });
});

test('the list is changed 1,000 times in ten minutes from one address', async () => {
  await add('1234567801');
  await add('2234567801');
  const accountsToken = tokenOfList();
  const remove = () => post(removeAccount, { accountsToken, position: '1' });
  const posted = { limit: 'browserPostsByAddress', key: readClientAddress(new Headers()) } as const;
  for (let index = 0; index < 997; index += 1) await consumeRateLimit(posted);
  await remove();
  expect(await list()).toHaveLength(1);
  jar.delete('ebill-flash-accounts');
  await remove();
  expect(await errorOf('accounts')).toBe('errors.tooManyRequests{"minutes":10}');
});

describe('a list that is paid', () => {
  test('is not paid without the account whose number is typed beside it', async () => {
    await add('1234567801');
    const typed = { accountNumber: '2234567801', email: 'payer@example.com' };
    expect(await pay(typed)).toBe('/pay/accounts');
    // Said by the form that the number is typed in, which has it again.
    expect(await readFlash('account-look-up')).toMatchObject({
      values: { accountNumber: '2234567801' },
      fieldErrors: { accountNumber: 'errors.accountNotListed' },
    });
    expect((await readFlash('accounts'))?.fieldErrors).toEqual({});
    expect(await loadAccountsFromCookie()).toMatchObject({ email: 'payer@example.com' });
    expect(called.filter(({ name }) => name !== 'bill.get')).toEqual([]);
  });

  test('is one call with every account and its amount, in its order', async () => {
    await add('1234567801');
    await add('2234567801', { payOption: 'other', amount: '50.00' });
    expect(await pay({ email: 'payer@example.com' })).toBe(`/epayment/entry?refid=${refid}`);
    expect(called).toEqual([
      {
        name: 'transaction.createSeveral',
        request: {
          accounts: [
            { accountNumber: '1234567801', payOption: 'current', amount: 13_878, payAgain: false },
            { accountNumber: '2234567801', payOption: 'other', amount: 5_000, payAgain: false },
          ],
          ...{ email: 'payer@example.com', phoneNumber: undefined, language: 'en' },
        },
      },
    ]);
    // The browser's back button leads to it.
    expect(await list()).toHaveLength(2);
  });

  test('forgets that a payment may repeat another once it is paid', async () => {
    const recent = {
      amount: 13_878,
      at: '2026-11-26T09:59:00.000Z',
      status: 'in-progress',
      unpaid: null,
      isCounted: true,
    };
    await add('1234567801', { payAgain: 'on' }, { recentPayments: [recent], outstanding: 0 });
    await add('2234567801');
    await pay();
    expect(called.at(-1)?.request['accounts']).toMatchObject([{ payAgain: true }, { payAgain: false }]);
    expect((await loadAccountsFromCookie())?.refid).toBe(refid);
    await pay({ idempotencyKey: '1'.repeat(36) });
    expect(called.at(-1)?.request['accounts']).toMatchObject([{ payAgain: false }, { payAgain: false }]);
  });

  test('of one account is an ordinary payment of its bill', async () => {
    await add('1234567801');
    expect(await pay()).toBe(`/epayment/entry?refid=${refid}`);
    expect(called).toMatchObject([
      { name: 'transaction.create', request: { accountNumber: '1234567801', payOption: 'current', amount: 13_878 } },
    ]);
  });

  test.each([
    ['amount-not-allowed', { account: 2, limit: 'aboveMaximum' }, 'errors.accountChanged'],
    ['account-closed', { account: 2 }, 'errors.accountNotPayable'],
    ['account-blacklisted', { account: 2 }, 'errors.accountNotPayable'],
    ['already-processing', { account: 2 }, 'errors.accountProcessing'],
    ['repeated-payment', { account: 2 }, 'errors.accountRepeated'],
  ])('is refused for %s of an account, which is named in full', async (code, parameters, message) => {
    await add('1234567801');
    await add('2234567802');
    refusal = { code, parameters };
    expect(await pay()).toBe('/pay/accounts');
    const { formError, fieldErrors } = (await readFlash('accounts')) ?? {};
    expect(formError).toBeNull();
    expect(fieldErrors).toEqual({ 'account-2': expect.stringContaining(message) });
    expect(fieldErrors?.['account-2']).toContain('"account":"2234567802"');
    expect(await list()).toHaveLength(2);
  });

  test('is shown again as its bills are now, with what has changed at each row and what is typed', async () => {
    for (const accountNumber of ['1234567801', '2234567802', '3234567803', '4234567804']) await add(accountNumber);
    const paid = { amount: 13_878, at: '2026-11-26T09:59:00.000Z', unpaid: null, isCounted: true };
    bills = {
      2234567802: { currentBalance: 5_000, outstanding: 5_000 },
      3234567803: { outstanding: 0, recentPayments: [{ ...paid, status: 'received' }] },
      4234567804: { outstanding: 0, recentPayments: [{ ...paid, status: 'in-progress' }] },
    };
    refusal = { code: 'amount-not-allowed', parameters: { account: 2 } };
    expect(await pay({ email: 'payer@example.com' })).toBe('/pay/accounts');
    expect(await readFlash('accounts')).toMatchObject({
      values: { email: 'payer@example.com' },
      fieldErrors: {
        'account-2': 'errors.accountAmountChanged{"account":"2234567802","was":"RM138.78","now":"RM50.00"}',
        'account-3': 'errors.accountPaid{"account":"3234567803"}',
        'account-4': 'errors.accountRepeated{"account":"4234567804"}',
      },
    });
    expect((await list())?.map(([, , amount]) => amount)).toEqual([13_878, 5_000, 13_878, 13_878]);
  });

  test('says of an account whose balance is gone that it was paid', async () => {
    await add('1234567801');
    await add('2234567802');
    bills = { 2234567802: { currentBalance: 0, outstanding: 0 } };
    refusal = { code: 'amount-not-allowed', parameters: { account: 2 } };
    await pay();
    expect((await readFlash('accounts'))?.fieldErrors).toEqual({
      'account-2': 'errors.accountPaid{"account":"2234567802"}',
    });
  });

  test('that the backend does not pay together is to be paid one by one', async () => {
    await add('1234567801');
    await add('2234567801');
    refusal = { code: 'not-found', parameters: {} };
    expect(await pay()).toBe('/pay/accounts');
    expect(await errorOf('accounts')).toContain('errors.accountsNotOffered');
  });

  test.each([
    ['account-blacklisted', '/blacklisted'],
    ['already-processing', '/processed'],
  ])('of one account that is refused for %s leads to the screen of its order', async (code, path) => {
    await add('1234567801');
    refusal = { code, parameters: { refid } };
    expect(await pay()).toBe(`${path}?refid=${refid}`);
  });

  test('counts each account as a bill taken to payment: six posts of ten are 60, the limit of an address', async () => {
    for (let index = 0; index < 10; index += 1) await add(`12345678${String(index).padStart(2, '0')}`);
    for (let index = 0; index < 6; index += 1) expect(await pay()).toBe(`/epayment/entry?refid=${refid}`);
    expect(await pay()).toBe('/pay/accounts');
    expect(await errorOf('accounts')).toContain('errors.tooMany');
  });

  test('is refused for its total', async () => {
    await add('1234567801');
    await add('2234567801');
    refusal = { code: 'amount-not-allowed', parameters: { limit: 'aboveMaximum', figure: 20_000 } };
    expect(await pay()).toBe('/pay/accounts');
    expect(await errorOf('accounts')).toContain('errors.totalAboveMaximum{"max":"200"}');
  });
});

describe('the list that a form carries', () => {
  const forged = (token: string) => `${token.slice(0, 60)}${token[60] === 'A' ? 'B' : 'A'}${token.slice(61)}`;

  test.each([
    ['altered', async (token: string) => forged(token)],
    ['missing', async () => ''],
    ['a bill’s token', async () => sealBill(billOf('1234567801'))],
  ])('row 67: is not paid, changed or added to when it is %s', async (_how, make) => {
    await add('1234567801');
    const accountsToken = await make(tokenOfList());
    const billToken = await sealBill(billOf('2234567801'));
    for (const [handler, fields] of [
      [payAccounts, {}],
      [removeAccount, { position: '1' }],
      [changeAccount, { position: '1' }],
      [lookUpAccount, { accountNumber: '2234567801' }],
      [addAccount, { billToken, payOption: 'current' }],
    ] as const) {
      jar.delete('ebill-flash-look-up');
      expect(await post(handler, { ...fields, accountsToken })).toBe('/');
      expect(await errorOf('look-up')).toContain('errors.accountsExpired');
    }
    expect(called).toEqual([]);
  });

  test('row 67: is over after 15 minutes', async () => {
    await add('1234567801');
    const token = tokenOfList();
    jest.useFakeTimers({
      now: Date.now() + 15 * 60_000 + 1_000,
      doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'],
    });
    try {
      expect(await unsealAccounts(token)).toBeNull();
    } finally {
      jest.useRealTimers();
    }
  });
});
