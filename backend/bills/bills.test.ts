import { calls } from '@/lib/contract/calls';
import { sen } from '@/lib/domain/money';
import { daysBetween, toMalaysiaDay } from '@/lib/domain/malaysia-time';
import {
  sandboxControl,
  createPayment,
  errorCodeOf,
  send,
  startTestBackend,
  succeed,
  type TestBackend,
} from '../test-backend.fixture';

let backend: TestBackend;

beforeAll(async () => {
  backend = await startTestBackend();
});
afterAll(() => backend.close());

const billOf = (accountNumber: string) => succeed(backend, calls['bill.get'], { accountNumber });

describe('the sandbox’s accounts', () => {
  test.each([
    ['1234567800', { currentBalance: 0, overdueBalance: 0, dueDate: null, accountStatus: 'active' }, null],
    ['1234567801', { currentBalance: 13_878, overdueBalance: 0, accountStatus: 'active', customerType: 'REGULAR' }, 14],
    ['1234567802', { currentBalance: 13_878, overdueBalance: 13_878, accountStatus: 'suspended' }, -10],
    ['1234567903', { currentBalance: 13_979, overdueBalance: 6_989, accountStatus: 'active' }, 7],
    ['1234567804', { isNew: true, currentBalance: 13_878 }, 14],
    ['1234567805', { customerType: 'CE', maximumAmount: 3_000_000 }, 14],
    ['1234567806', { currentBalance: -2_000, overdueBalance: 0, dueDate: null }, null],
    ['1234567807', { maximumAmount: 20_000 }, 14],
    ['1234567841', { accountStatus: 'closed' }, 14],
    ['1234567877', { currentBalance: 13_878, maximumAmount: 300_000 }, 14],
  ])('%s', async (accountNumber, expected, days) => {
    const bill = await billOf(accountNumber);
    expect(bill).toMatchObject(expected);
    const due = bill.dueDate === null ? null : daysBetween(toMalaysiaDay(bill.serverTime), bill.dueDate);
    expect(due).toBe(days);
  });

  test('row 14: show only the contract’s fields of a bill, with the name masked', async () => {
    const answer = await send(backend, calls['bill.get'], { accountNumber: '1234567801' });
    expect(Object.keys(answer.body as object).sort()).toEqual(
      [
        'accountName',
        'accountNumber',
        'accountStatus',
        'accountsPerPayment',
        'barcode',
        'currentBalance',
        'customerType',
        'dueDate',
        'isNew',
        'maximumAmount',
        'outstanding',
        'overdueBalance',
        'recentPayments',
        'reminderDaysBefore',
        'serverTime',
      ].sort(),
    );
    expect((await billOf('1234567801')).accountName).toMatch(/^(\S\*\*\* ?)+$/);
  });

  test.each(['1234567840', '0234567801'])('%s is unknown', async (accountNumber) => {
    expect(await errorCodeOf(backend, calls['bill.get'], { accountNumber })).toBe('unknown-account');
  });

  test('1234567850 returns 500, 1234567853 a response that violates the contract', async () => {
    expect(await errorCodeOf(backend, calls['bill.get'], { accountNumber: '1234567850' })).toBe('technical-error');
    const answer = await send(backend, calls['bill.get'], { accountNumber: '1234567853' });
    expect(answer.status).toBe(200);
    expect(calls['bill.get'].response.safeParse(answer.body).success).toBe(false);
  });
});

describe('a payment of a bill', () => {
  const pay = (accountNumber: string, amount: number, payOption: 'current' | 'overdue' | 'other' = 'other') =>
    errorCodeOf(backend, calls['transaction.create'], { accountNumber, amount, payOption });

  test.each([
    ['the current balance', '1234567801', 13_878, 'current', null],
    ['another sum called the current balance', '1234567801', 13_877, 'current', 'amount-not-allowed'],
    ['the overdue balance', '1234567903', 6_989, 'overdue', null],
    ['an overdue balance that there is not', '1234567801', 100, 'overdue', 'amount-not-allowed'],
    ['less than RM1', '1234567801', 99, 'other', 'amount-not-allowed'],
    ['RM1', '1234567801', 100, 'other', null],
    ['RM500 in advance', '1234567801', 63_878, 'other', null],
    ['a sen more in advance', '1234567801', 63_879, 'other', 'amount-not-allowed'],
    ['an advance on a credit', '1234567806', 50_000, 'other', null],
    ['too great an advance on a credit', '1234567806', 50_001, 'other', 'amount-not-allowed'],
    ['a sen above the balance of type CE', '1234567805', 13_879, 'other', 'amount-not-allowed'],
    ['a sen above the maximum', '1234567807', 20_001, 'other', 'amount-not-allowed'],
    ['a closed account', '1234567841', 13_878, 'current', 'account-closed'],
    ['an unknown account', '1234567840', 13_878, 'current', 'unknown-account'],
  ] as const)('%s', async (_name, accountNumber, amount, payOption, code) => {
    expect(await pay(accountNumber, amount, payOption)).toBe(code);
  });

  test('has its product name in the page’s language', async () => {
    const request = { accountNumber: '1234567801', amount: 100, payOption: 'other', language: 'ms' } as const;
    const { transactionRefId: refid } = await succeed(backend, calls['transaction.create'], request);
    expect((await succeed(backend, calls['payment.page'], { refid })).paymentPageDto).toMatchObject({
      productname: 'Bil TV satelit',
      itemDescList: [{ name: 'Akaun 1234567801' }],
    });
  });

  test('changes the language of its product name with the page, the result and the link that continues it', async () => {
    const request = { accountNumber: '1234567801', amount: 100, payOption: 'other', language: 'en' } as const;
    const { transactionRefId: refid } = await succeed(backend, calls['transaction.create'], request);
    const { token } = await succeed(backend, calls['continuation.create'], { refid });
    const page = await succeed(backend, calls['payment.page'], { refid, language: 'zh-Hans' });
    const result = await succeed(backend, calls['payment.result'], { refid, language: 'zh-Hans' });
    const link = await succeed(backend, calls['continuation.get'], { token, language: 'zh-Hans' });
    expect([page.paymentPageDto.productname, result.productname, link.productname]).toEqual(
      Array<string>(3).fill('卫星电视账单'),
    );
  });

  test.each([
    ['1234567843', 'account-blacklisted', 'payment.blacklisted', 'blacklisted', 403],
    ['1234567844', 'already-processing', 'payment.processed', 'processed', 409],
  ] as const)(
    '%s is refused, with a recorded order for its screen',
    async (accountNumber, code, call, status, http) => {
      const answer = await send(backend, calls['transaction.create'], {
        accountNumber,
        amount: 13_878,
        payOption: 'current',
      });
      expect(answer).toMatchObject({ status: http, code });
      const { refid } = (answer.body as { parameters: { refid: string } }).parameters;
      expect(await succeed(backend, calls[call], { refid })).toMatchObject({ status, accountNumber, amount: 13_878 });
    },
  );
});

describe('the fault of an account', () => {
  const open = async (accountNumber: string) => {
    const { url } = await sandboxControl(backend, 'links', { accountNumber, amount: null });
    const refid = new URL(String(url)).searchParams.get('refid');
    return send(backend, calls['bill.link'], { refid });
  };

  test('50 is that of its direct link, too', async () => {
    expect((await open('1234567850')).code).toBe('technical-error');
  });

  test('53 is that of its direct link, too', async () => {
    const { status, body } = await open('1234567853');
    expect([status, calls['bill.link'].response.safeParse(body).success]).toEqual([200, false]);
  });
});

describe('a direct link', () => {
  async function link(accountNumber: string, amount: number | null): Promise<string> {
    const { url } = await sandboxControl(backend, 'links', { accountNumber, amount });
    expect(url).toMatch(/^http:\/\/localhost:3000\/pay\/direct\/ebill\?refid=[a-z2-7]{26}$/);
    return new URL(url).searchParams.get('refid')!;
  }

  test('without an amount shows only the bill', async () => {
    const refid = await link('1234567801', null);
    const answer = await succeed(backend, calls['bill.link'], { refid });
    expect(answer).toMatchObject({ amount: null, transactionRefId: null, bill: { currentBalance: 13_878 } });
  });

  test('with an amount has one payment when opened repeatedly, and a new one after it has expired', async () => {
    const refid = await link('1234567801', 5_000);
    const open = () => succeed(backend, calls['bill.link'], { refid });
    const opened = await Promise.all(Array.from({ length: 10 }, open));
    expect(new Set(opened.map(({ transactionRefId }) => transactionRefId)).size).toBe(1);
    await sandboxControl(backend, 'clock', { advance: 'PT20M' });
    expect((await open()).transactionRefId).not.toBe(opened[0]?.transactionRefId);
  });
});

test('whether a bill may be paid in instalments is the billing system’s word', async () => {
  const operator = await startTestBackend({ sandbox: null });
  try {
    const bill = {
      holder_name: 'AHMAD BIN ISMAIL',
      account_status: 'active',
      customer_type: 'REGULAR',
      current_balance: 20_000,
      overdue_balance: 0,
      due_date: null,
      is_new: false,
      maximum_amount: 300_000,
      standing: 'ordinary',
      mobile_number: null,
      is_on_auto_debit: false,
    } as const;
    const plan = { bank: 'MBB', bankName: 'Maybank', months: [6], minimum: sen(10_000) };
    await operator.services.config.setInstalmentPlans([plan]);
    const isEppOf = async (accountNumber: string, isEpp: { is_epp?: boolean }) => {
      const row = { ...bill, ...isEpp, account_number: accountNumber };
      await operator.store.db.insertInto('bills').values(row).execute();
      const refid = await createPayment(operator, accountNumber);
      const { paymentPageDto } = await succeed(operator, calls['payment.page'], { refid });
      return [paymentPageDto.isEpp, paymentPageDto.providerKeys.includes('epp')];
    };
    expect(await isEppOf('1000000001', {})).toEqual([false, false]);
    expect(await isEppOf('1000000002', { is_epp: true })).toEqual([true, true]);
  } finally {
    await operator.close();
  }
});
