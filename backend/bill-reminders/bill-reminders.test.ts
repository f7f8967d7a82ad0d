import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import { reminderTimeOf } from '@/lib/domain/bill/reminder-policy';
import { addDays, toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { addMilliseconds, dayMs, hourMs } from '../clock';
import { removeOldRows } from '../operations/retention';
import { erasePersonalData } from '../personal-data/erasure';
import { exportAccount } from '../personal-data/account-export';
import {
  createPayment,
  errorCodeOf,
  fpxRequest,
  freshAccount,
  payByFpx,
  sandboxControl,
  send,
  setUpTestBackend,
  statusOf,
  succeed,
  testRetention,
  testVisit,
} from '../test-backend.fixture';
import { createBillReminderJob } from './job';
import { makeStopToken } from './links';
import { confirmationMs, reminderLimits, scheduleReminders } from './model';

const backend = setUpTestBackend({ reminderPolicy: { daysBefore: 3, idleDays: 180 } });
const email = 'reader@example.com';

/** Each test begins at ten in the morning in Malaysia. */
beforeEach(async () => {
  const now = backend.clock.now();
  const tomorrow = reminderTimeOf(addDays(toMalaysiaDay(now.toISOString()), 1)).getTime() + hourMs;
  await sandboxControl(backend, 'clock', { advance: `PT${Math.ceil((tomorrow - now.getTime()) / 1000)}S` });
});

const inDays = (days: number) => addDays(toMalaysiaDay(backend.clock.now().toISOString()), days);
const passDays = async (days: number) => {
  for (let day = 0; day < days; day += 1) await sandboxControl(backend, 'clock', { advance: 'P1D' });
};
const issueBill = (accountNumber: string, dueInDays: number, amount = 5_000) =>
  sandboxControl(backend, 'bills', { accountNumber, amount, dueDate: inDays(dueInDays) });

/** The e-mails to an address, oldest first. */
async function mailsTo(address: string): Promise<readonly string[]> {
  await backend.jobs.runDue();
  const listed = await sandboxControl(backend, `messages?to=${address}`);
  return listed.map(({ text }: { text: string }) => text).toReversed();
}

const tokenOf = (text: string, page: 'confirm' | 'stop') =>
  new RegExp(`/pay/reminder/${page}\\?token=(\\S+)`).exec(text)?.[1] ?? '';

const ask = (accountNumber: string, address = email, language?: 'en' | 'ms') =>
  succeed(backend, calls['reminder.ask'], { of: { accountNumber }, email: address, language });

async function confirmLatest(address = email): Promise<string> {
  const token = tokenOf((await mailsTo(address)).at(-1) ?? '', 'confirm');
  await succeed(backend, calls['reminder.confirm'], { token });
  return token;
}

async function subscribe(accountNumber: string, address = email): Promise<void> {
  await ask(accountNumber, address);
  await confirmLatest(address);
}

const readRows = () => backend.store.db.selectFrom('bill_reminders').selectAll().orderBy('id').execute();
/** The reminders to an address: what follows its confirmation. */
const remindersTo = async (address = email) => (await mailsTo(address)).slice(1);

describe('asking for reminders', () => {
  test('row 64: tells the address of no account before it has confirmed', async () => {
    const account = freshAccount();
    await ask(account);
    const [text = '', ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(text.split('\n')[0]).toBe('Please confirm: reminders of your bill');
    expect(text).not.toContain(account);
    expect(text).not.toContain(account.slice(-4));
    expect(text).not.toContain('RM');
    for (const page of ['confirm', 'stop'] as const) {
      const token = tokenOf(text, page);
      expect(await succeed(backend, calls['reminder.get'], { token })).toEqual({
        ...{ state: 'asked', maskedAccountNumber: null, daysBefore: 3 },
      });
    }
  });

  test('row 64: sends nothing of a bill before that', async () => {
    const account = freshAccount();
    await ask(account);
    await issueBill(account, 2);
    await passDays(4);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('row 64: opening the link, however often, changes nothing; confirming it counts once', async () => {
    const account = freshAccount();
    await ask(account);
    const token = tokenOf((await mailsTo(email))[0] ?? '', 'confirm');
    for (let time = 0; time < 3; time += 1) await succeed(backend, calls['reminder.get'], { token });
    expect(await readRows()).toMatchObject([{ state: 'asked', confirmed_at: null }]);
    const confirmed = { state: 'confirmed', maskedAccountNumber: `••••••${account.slice(-4)}`, daysBefore: 3 };
    expect(await succeed(backend, calls['reminder.confirm'], { token })).toEqual(confirmed);
    const [first] = await readRows();
    await passDays(1);
    expect(await succeed(backend, calls['reminder.confirm'], { token })).toEqual(confirmed);
    expect(await readRows()).toEqual([first]);
  });

  test('row 64: a link that we have not made, or of the other purpose, does nothing', async () => {
    await ask(freshAccount());
    const text = (await mailsTo(email))[0] ?? '';
    const [confirm, stop] = [tokenOf(text, 'confirm'), tokenOf(text, 'stop')];
    for (const token of [`${confirm}x`, confirm.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')), 'a.b']) {
      expect(await errorCodeOf(backend, calls['reminder.get'], { token })).toBe('unknown-reminder');
      expect(await errorCodeOf(backend, calls['reminder.confirm'], { token })).toBe('unknown-reminder');
    }
    expect(await errorCodeOf(backend, calls['reminder.confirm'], { token: stop })).toBe('unknown-reminder');
    expect(await errorCodeOf(backend, calls['reminder.stop'], { token: confirm })).toBe('unknown-reminder');
    expect(await readRows()).toMatchObject([{ state: 'asked' }]);
  });

  test('a link is good for three days', async () => {
    await ask(freshAccount());
    const token = tokenOf((await mailsTo(email))[0] ?? '', 'confirm');
    await sandboxControl(backend, 'clock', { advance: `PT${confirmationMs / 1000}S` });
    expect(await succeed(backend, calls['reminder.confirm'], { token })).toMatchObject({ state: 'expired' });
    expect(await readRows()).toMatchObject([{ state: 'asked' }]);
  });

  test('the link of an earlier request confirms no later one', async () => {
    const account = freshAccount();
    await ask(account);
    const earlier = tokenOf((await mailsTo(email))[0] ?? '', 'confirm');
    await passDays(1);
    await ask(account);
    expect(await succeed(backend, calls['reminder.confirm'], { token: earlier })).toEqual({
      ...{ state: 'expired', maskedAccountNumber: null, daysBefore: 3 },
    });
    await confirmLatest();
    expect(await readRows()).toMatchObject([{ state: 'confirmed' }]);
  });

  test('the answer is the same for an address that has reminders already, and it is sent nothing', async () => {
    const account = freshAccount();
    await subscribe(account);
    await passDays(2);
    const answer = await ask(account, 'Reader+bills@Example.com');
    expect(Object.keys(answer)).toEqual(['confirmBy']);
    expect(await mailsTo('Reader+bills@Example.com')).toEqual([]);
    expect(await readRows()).toHaveLength(1);
  });

  test('is in the language in which it was asked', async () => {
    await ask(freshAccount(), email, 'ms');
    expect((await mailsTo(email))[0]).toMatch(/^Sila sahkan: peringatan bil anda\n/);
  });

  test('is not offered where reminders are off', async () => {
    jest.replaceProperty(backend.services, 'reminderPolicy', null);
    const request = { of: { accountNumber: freshAccount() }, email };
    expect(await errorCodeOf(backend, calls['reminder.ask'], request)).toBe('not-offered');
    const { reminderDaysBefore } = await succeed(backend, calls['bill.get'], { accountNumber: freshAccount() });
    expect(reminderDaysBefore).toBeNull();
  });

  test('row 64: after a payment only the visit that has paid can ask, since others are not shown the account', async () => {
    const account = freshAccount();
    const refid = await payByFpx(backend, account);
    const other = 'visit-of-somebody-else-0001';
    const askAs = (visitId: string) => send(backend, calls['reminder.ask'], { of: { refid, visitId }, email });
    expect((await askAs(other)).code).toBe('not-offered');
    expect(await succeed(backend, calls['payment.result'], { refid, visitId: other })).toMatchObject({
      reminderDaysBefore: null,
    });
    expect(await succeed(backend, calls['payment.result'], { refid, visitId: testVisit })).toMatchObject({
      reminderDaysBefore: 3,
    });
    expect((await askAs(testVisit)).status).toBe(200);
    expect(await readRows()).toMatchObject([{ account_number: account }]);
  });

  test('row 62: after a payment of a bill that somebody else has shared nobody can ask, since a reminder opens the bill', async () => {
    const of = { refid: await payByFpx(backend, freshAccount(), true), visitId: testVisit };
    expect((await succeed(backend, calls['payment.result'], of)).reminderDaysBefore).toBeNull();
    expect(await errorCodeOf(backend, calls['reminder.ask'], { of, email })).toBe('not-offered');
  });
});

describe('limits of requests', () => {
  test('abuse budget: three requests to a mailbox in a day, five that nobody confirms in 30 days, however it is spelled', async () => {
    const spelled = (index: number) => (index % 2 === 0 ? `Reader+${index}@example.com` : email);
    const askMany = async (from: number) => {
      for (let index = from; index < from + 6; index += 1) await ask(freshAccount(), spelled(index));
      return (await readRows()).length;
    };
    expect(await askMany(0)).toBe(reminderLimits.ofMailboxInDay);
    await passDays(1);
    expect(await askMany(10)).toBe(reminderLimits.unconfirmedOfMailbox);
    await passDays(20);
    expect(await askMany(20)).toBe(reminderLimits.unconfirmedOfMailbox);
    expect(reminderLimits).toMatchObject({ ofMailboxInDay: 3, unconfirmedOfMailbox: 5 });
  });

  test('abuse budget: ten requests for an account in a day, also concurrently', async () => {
    const account = freshAccount();
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, index) =>
        send(backend, calls['reminder.ask'], { of: { accountNumber: account }, email: `a${index}@example.com` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(reminderLimits.ofAccountInDay);
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([null, 'too-many-reminders']));
    expect(await readRows()).toHaveLength(10);
    await passDays(1);
    await ask(account, 'later@example.com');
  });

  test('abuse budget: twenty mailboxes are reminded of an account', async () => {
    const account = freshAccount();
    await ask(account, 'first@example.com');
    await sql`insert into bill_reminders (reference, account_number, recipient, mailbox_digest, language, state, asked_at, confirmed_at)
      select 'r' || n, ${account}, 'x@example.com', 'm' || n, 'en', 'confirmed', now() - interval '9 days', now() from generate_series(1, 20) n`.execute(
      backend.store.db,
    );
    expect(reminderLimits.confirmedOfAccount).toBe(20);
    const request = { of: { accountNumber: account }, email };
    expect(await errorCodeOf(backend, calls['reminder.ask'], request)).toBe('too-many-reminders');
  });
});

describe('a reminder', () => {
  test('is sent three days before the bill is due, with what whoever looks it up is shown, and a link to it', async () => {
    const account = freshAccount();
    await subscribe(account);
    await issueBill(account, 6);
    await passDays(2);
    expect(await remindersTo()).toEqual([]);
    await passDays(1);
    const [text = '', ...others] = await remindersTo();
    expect(others).toEqual([]);
    expect(text.split('\n')[0]).toMatch(/^Reminder: RM188\.78 due on .*, account ••••••\d{4}$/);
    expect(text).not.toContain(account);
    const refid = /\/pay\/direct\/ebill\?refid=(\S+)/.exec(text)?.[1] ?? '';
    const opened = await succeed(backend, calls['bill.link'], { refid });
    expect(opened).toMatchObject({ bill: { accountNumber: account, currentBalance: 18_878 }, amount: null });
    // Nothing that a look-up does not show.
    expect(text).not.toContain(opened.bill.accountName);
  });

  test('has the headers by which a mail program unsubscribes (RFC 8058)', async () => {
    const account = freshAccount();
    await subscribe(account);
    await issueBill(account, 2);
    await passDays(1);
    const [{ reference = '' } = {}] = await readRows();
    const mails = await backend.store.db
      .selectFrom('outbox')
      .select('mail')
      .where('recipient', '=', email)
      .where('kind', '=', 'bill-reminder')
      .execute();
    const token = makeStopToken(backend.services, reference);
    const unsubscribeUrl = `http://localhost:3000/api/reminder/unsubscribe?token=${encodeURIComponent(token)}`;
    expect(mails.map(({ mail }) => mail)).toEqual([{ unsubscribeUrl }, { unsubscribeUrl }]);
  });

  test('row 64: is sent once for a due date, though two processes run its job, and again for the next bill', async () => {
    const account = freshAccount();
    await subscribe(account);
    await issueBill(account, 3);
    const [{ id = 0 } = {}] = await readRows();
    const run = () => createBillReminderJob(backend.services)({ subject: String(id), tries: 0 } as never);
    await passDays(1);
    await Promise.all([run(), run(), run()]);
    await passDays(1);
    expect(await remindersTo()).toHaveLength(1);
    await issueBill(account, 30);
    await passDays(31);
    expect(await remindersTo()).toHaveLength(2);
  });

  test('is sent although a process has died before it was sent', async () => {
    const account = freshAccount();
    await subscribe(account);
    jest.spyOn(backend.services.biller, 'findBill').mockRejectedValueOnce(new Error('killed'));
    await issueBill(account, 3);
    await passDays(2);
    expect(await remindersTo()).toHaveLength(1);
  });

  test('the link of the reminder before is no longer good, nor is any after they were stopped', async () => {
    const account = freshAccount();
    await subscribe(account);
    await issueBill(account, 3);
    await passDays(1);
    await issueBill(account, 30);
    await passDays(31);
    const refids = (await remindersTo()).map((text) => /ebill\?refid=(\S+)/.exec(text)?.[1] ?? '');
    const [first = '', second = ''] = refids;
    expect(await errorCodeOf(backend, calls['bill.link'], { refid: first })).toBe('unknown-link');
    await succeed(backend, calls['bill.link'], { refid: second });
    await succeed(backend, calls['reminder.stop'], { token: tokenOf((await remindersTo())[0] ?? '', 'stop') });
    expect(await errorCodeOf(backend, calls['bill.link'], { refid: second })).toBe('unknown-link');
  });

  test('is not sent of a bill that is paid', async () => {
    const account = freshAccount();
    await subscribe(account);
    await issueBill(account, 5);
    const refid = await createPayment(backend, account);
    await succeed(backend, calls['payment.init'], fpxRequest(refid, 18_878));
    backend.fpx.setStatus(backend.fpx.begun.at(-1)?.order.number ?? '', 'successful', 18_878);
    expect(await statusOf(backend, refid)).toBe('successful');
    await passDays(6);
    expect(await remindersTo()).toEqual([]);
  });

  test('is not sent of an account in credit', async () => {
    // Accounts that end in 06 have a credit of RM20.00: docs/sandbox.md.
    const account = freshAccount('06');
    await subscribe(account);
    await issueBill(account, 2, 500);
    await passDays(3);
    expect(await remindersTo()).toEqual([]);
  });

  test('is not sent while auto debit is registered for the account', async () => {
    const account = freshAccount();
    await subscribe(account);
    const refid = await payByFpx(backend, account);
    await sql`insert into auto_debits (account_number, order_refid, card_brand, card_last_four, card_expiry, registered_at, registered_by)
      values (${account}, ${refid}, 'visa', '1111', '12/39', now(), 'otp')`.execute(backend.store.db);
    await issueBill(account, 3);
    await passDays(4);
    expect(await remindersTo()).toEqual([]);
  });

  test('waits while a payment of the account is under way', async () => {
    const account = freshAccount();
    await subscribe(account);
    const bill = await succeed(backend, calls['bill.get'], { accountNumber: account });
    const { transactionRefId: refid } = await succeed(backend, calls['transaction.create'], {
      ...{ accountNumber: account, payOption: 'other', amount: 100, payAgain: false },
      email: 'payer@example.com',
    });
    expect(bill.currentBalance).toBeGreaterThan(100);
    await succeed(backend, calls['payment.init'], {
      ...{ refid, shownAmount: 100, visitId: testVisit, payAgain: false },
      paymentRequest: { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227', userEmailAddress: 'payer@example.com' },
    });
    const number = backend.fpx.begun.at(-1)?.order.number ?? '';
    backend.fpx.setStatus(number, 'pending-approval');
    expect(await statusOf(backend, refid)).toBe('pending-approval');
    await issueBill(account, 2);
    await passDays(1);
    expect(await remindersTo()).toEqual([]);
    backend.fpx.setStatus(number, 'failed');
    await sandboxControl(backend, 'clock', { advance: 'PT1H' });
    expect(await statusOf(backend, refid)).toBe('failed');
    // The reminder waits for an hour at a time.
    await sandboxControl(backend, 'clock', { advance: 'PT1H' });
    expect(await remindersTo()).toHaveLength(1);
  });
});

describe('reminders end', () => {
  test('by one press, whichever e-mail it is in; repeated it changes nothing, and the address is forgotten', async () => {
    const account = freshAccount();
    await ask(account);
    const token = tokenOf((await mailsTo(email))[0] ?? '', 'stop');
    await confirmLatest();
    await succeed(backend, calls['reminder.get'], { token });
    expect(await readRows()).toMatchObject([{ state: 'confirmed' }]);
    const stopped = { state: 'stopped', maskedAccountNumber: `••••••${account.slice(-4)}`, daysBefore: 3 };
    expect(await succeed(backend, calls['reminder.stop'], { token })).toEqual(stopped);
    expect(await succeed(backend, calls['reminder.stop'], { token })).toEqual(stopped);
    expect(await readRows()).toMatchObject([{ state: 'stopped', recipient: null }]);
    await issueBill(account, 2);
    await passDays(2);
    expect(await remindersTo()).toEqual([]);
  });

  test('stopped and asked for again, a bill is not reminded of twice', async () => {
    const account = freshAccount();
    await subscribe(account);
    await issueBill(account, 3);
    await passDays(1);
    const [text = ''] = await remindersTo();
    await succeed(backend, calls['reminder.stop'], { token: tokenOf(text, 'stop') });
    await ask(account);
    await confirmLatest();
    await passDays(2);
    // Confirmation, reminder, confirmation.
    expect(await mailsTo(email)).toHaveLength(3);
  });

  test('once nobody has paid the account for 180 days', async () => {
    const account = freshAccount();
    await subscribe(account);
    await sandboxControl(backend, 'clock', { advance: 'P100D' });
    await payByFpx(backend, account);
    await sandboxControl(backend, 'clock', { advance: 'P170D' });
    expect(await readRows()).toMatchObject([{ state: 'confirmed' }]);
    await sandboxControl(backend, 'clock', { advance: 'P11D' });
    expect(await readRows()).toMatchObject([{ state: 'stopped', recipient: null }]);
  });

  test('once a mail server has refused one', async () => {
    const account = freshAccount();
    await subscribe(account);
    await backend.store.db.updateTable('outbox').set({ given_up_at: backend.clock.now() }).execute();
    await issueBill(account, 2);
    expect(await readRows()).toMatchObject([{ state: 'stopped' }]);
  });

  test('switched off and on again they go on', async () => {
    const account = freshAccount();
    await subscribe(account);
    jest.replaceProperty(backend.services, 'reminderPolicy', null);
    await issueBill(account, 3);
    await passDays(1);
    expect(await remindersTo()).toEqual([]);
    jest.restoreAllMocks();
    await scheduleReminders(backend.services);
    await passDays(1);
    expect(await remindersTo()).toHaveLength(1);
  });
});

describe('personal data of reminders', () => {
  const by = { name: 'aisyah', isNamed: true } as const;

  test('are exported for their account, with the addresses of others masked', async () => {
    const account = freshAccount();
    await subscribe(account);
    await ask(account, 'other@example.com');
    const { reminders } = await exportAccount(backend.services, { account, emails: [email], by });
    expect(reminders).toMatchObject([
      { recipient: email, state: 'confirmed' },
      { recipient: 'o***@example.com', state: 'asked', confirmedAt: null },
    ]);
  });

  test('are erased with their account, and leave no address', async () => {
    const account = freshAccount();
    await subscribe(account);
    await issueBill(account, 2);
    await passDays(1);
    const request = { subject: { account }, reason: 'asked', isDryRun: false, by };
    expect(await erasePersonalData(backend.services, { ...request, isDryRun: true })).toMatchObject({
      value: { erased: { bill_reminders: 1 } },
    });
    expect(await readRows()).toHaveLength(1);
    expect(await erasePersonalData(backend.services, request)).toMatchObject({ ok: true });
    expect(await readRows()).toEqual([]);
    for (const table of ['outbox', 'bill_links', 'bill_reminder_sends'] as const) {
      expect(await backend.store.db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
    await passDays(3);
  });

  test('are deleted thirty days after a request that nobody has confirmed, and after their end', async () => {
    await ask(freshAccount(), 'never@example.com');
    await subscribe(freshAccount());
    await subscribe(freshAccount(), 'stopped@example.com');
    const token = tokenOf((await mailsTo('stopped@example.com'))[0] ?? '', 'stop');
    await succeed(backend, calls['reminder.stop'], { token });
    const statesAfter = async (ms: number) => {
      await removeOldRows(backend.store.db, testRetention, addMilliseconds(backend.clock.now(), ms));
      return (await readRows()).map(({ state }) => state);
    };
    expect(await statesAfter(29 * dayMs)).toEqual(['asked', 'confirmed', 'stopped']);
    expect(await statesAfter(31 * dayMs)).toEqual(['confirmed']);
  });
});
