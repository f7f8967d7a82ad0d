import { calls } from '@/lib/contract/calls';
import type { Locale } from '@/lib/domain/locales';
import { sen } from '@/lib/domain/money';
import { formatMoment } from '@/lib/domain/format-time';
import type { GatewayReport } from '../gateways/gateway';
import { createPartnerClient } from '../partners/partner-client.fixture';
import {
  createPayment,
  freshAccount,
  redirectToBank,
  sandboxControl,
  send,
  setUpTestBackend,
  succeed,
  testPublicOrigin,
  testVisit,
} from '../test-backend.fixture';
import { createApprovalJob } from './jobs';
import { findAttempt, type Attempt } from './model';
import { applyReport } from './reports';

const backend = setUpTestBackend();

async function find(number: string): Promise<Attempt> {
  const attempt = await findAttempt(backend.store.db, { number });
  if (attempt === null) throw new Error('no such attempt');
  return attempt;
}

async function report(number: string, change: Partial<GatewayReport>): Promise<Attempt> {
  const content = {
    ...{ number, amount: sen(13_878), currency: 'MYR', status: 'pending-approval' as const, bankName: 'Maybank2E' },
    ...{ gatewayReference: 'bank-1', reasonCode: '99', ...change },
  };
  await applyReport(backend.services, await find(number), content, { by: 'enquiry', whenUnknown: null });
  return find(number);
}

async function begin(language?: Locale) {
  const account = freshAccount();
  const { refid, number } = await redirectToBank(backend, await createPayment(backend, account), undefined, language);
  return { account, refid, number };
}

/** The delivered messages about the payment in the order in which they were written: those that wait together are delivered in any order. */
async function messages(): Promise<readonly { readonly kind: string; readonly text: string }[]> {
  await backend.jobs.runDue();
  return backend.store.db
    .selectFrom('outbox')
    .innerJoin('sandbox_messages', 'sandbox_messages.outbox_id', 'outbox.id')
    .select(['sandbox_messages.kind', 'sandbox_messages.text'])
    .where('outbox.recipient', '=', 'payer@example.com')
    .orderBy('outbox.id')
    .execute();
}

const kinds = async () => (await messages()).map(({ kind }) => kind);

test('a payment that waits for its approver is told once, in a text that can be forwarded', async () => {
  const { account, refid, number } = await begin();
  const { approval_deadline: deadline, created_at: madeAt } = await report(number, {});
  await report(number, {});
  // The bank says so meanwhile: the five days go on.
  await report(number, { status: 'pending' });
  await report(number, {});
  const [message, ...others] = await messages();
  expect(others).toEqual([]);
  const by = formatMoment(deadline?.toISOString() ?? '', 'en');
  expect(message?.kind).toBe('approval');
  expect(message?.text.split('\n')[0]).toBe(`Approval needed by ${by}: RM138.78, Satellite TV bill`);
  for (const fact of [
    `Approve by ${by}.`,
    'forward this email',
    `Account number: ••••••${account.slice(-4)}`,
    `Paid to: ${backend.services.receipts.issuer.name ?? 'ebill'}`,
    `Transaction date and time: ${formatMoment(madeAt.toISOString(), 'en')}`,
    'Bank or provider: Maybank2E',
    `Transaction ID: ${number}`,
    `${testPublicOrigin}/bankResultFPX?refid=${refid}&from=email&approval=`,
  ]) {
    expect(message?.text).toContain(fact);
  }
  expect(message?.text).not.toContain(account);
});

/** The link in the e-mail for the approver, and what it asks the backend. */
async function openApproverLink(visitId?: string) {
  const [message] = await messages();
  const { searchParams } = new URL(/https?:\S+/.exec(message?.text ?? '')?.[0] ?? '');
  const request = { refid: searchParams.get('refid') ?? '', approvalToken: searchParams.get('approval') ?? '' };
  return {
    request,
    shown: await succeed(backend, calls['payment.result'], { ...request, ...(visitId && { visitId }) }),
  };
}

test('row 68: the approver’s link shows by which number the bank lists the payment, and offers nothing to its reader', async () => {
  const { account, number } = await begin();
  await report(number, {});
  const { request, shown } = await openApproverLink();
  expect(shown).toMatchObject({ status: 'pending-approval', isForApprover: true, transactionId: number });
  expect(shown).toMatchObject({ card: null, receiptToken: null, reminderDaysBefore: null, accountNumber: account });
  expect(request.approvalToken).not.toContain(number);
  const others = [{}, { approvalToken: '' }, { approvalToken: 'x' }, { approvalToken: `${request.approvalToken}x` }];
  for (const change of others) {
    const { approvalToken: _own, ...rest } = request;
    const other = await send(backend, calls['payment.result'], { ...rest, ...change });
    if (other.status === 200) expect(other.body).toMatchObject({ isForApprover: false, transactionId: null });
    else expect(other.status).toBe(400);
  }
});

test('row 68: the token of one payment shows nothing more of another', async () => {
  const { number } = await begin();
  await report(number, {});
  const { request } = await openApproverLink();
  const { refid } = await redirectToBank(backend, await createPayment(backend, freshAccount()));
  const { approvalToken } = request;
  expect(await succeed(backend, calls['payment.result'], { refid, approvalToken })).toMatchObject({
    ...{ isForApprover: false, transactionId: null },
  });
});

test('the payer who opens the approver’s link has the payer’s own result', async () => {
  const { number } = await begin();
  await report(number, {});
  expect((await openApproverLink(testVisit)).shown).toMatchObject({ isForApprover: false, transactionId: number });
});

test('a partner’s order that has ended gives the approver no way back to the partner, and nothing to pay', async () => {
  const { paymentId } = await createPartnerClient(backend).place({ responseURL: 'http://localhost:9/result' });
  const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
  const { number } = await redirectToBank(backend, refid);
  await report(number, {});
  await report(number, { status: 'failed' });
  const { shown } = await openApproverLink();
  expect(shown).toMatchObject({ status: 'failed', isForApprover: true, canTryAgain: false, transactionId: number });
  expect(shown.bankPaymentPageResponse).toEqual({
    merchantBankResponseDto: null,
    responseCode: null,
    responseURL: null,
  });
  const payers = await succeed(backend, calls['payment.result'], { refid, visitId: testVisit });
  expect(payers).toMatchObject({ canTryAgain: true, isForApprover: false });
  expect(payers.bankPaymentPageResponse.responseURL).not.toBeNull();
});

test('of a partner’s order the text names the partner, as the bank shows it, and its order', async () => {
  const { orderNumber, paymentId } = await createPartnerClient(backend).place();
  const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
  const { number } = await redirectToBank(backend, refid);
  await report(number, {});
  const [message] = await messages();
  expect(message?.text).toMatch(/\nPaid to: .+ \(shown at the bank as ebill\)\n/);
  expect(message?.text).toContain(`\nOrder number: ${orderNumber}\n`);
});

test('of several accounts the texts name each with its part', async () => {
  const chosen = [
    { accountNumber: freshAccount(), payOption: 'other' as const, amount: 10_000 },
    { accountNumber: freshAccount(), payOption: 'other' as const, amount: 3_878 },
  ];
  const created = await succeed(backend, calls['transaction.createSeveral'], { accounts: chosen });
  const { number } = await redirectToBank(backend, created.transactionRefId);
  await report(number, {});
  await report(number, { status: 'failed' });
  const [first, second] = chosen.map(({ accountNumber }) => accountNumber.slice(-4));
  const parts = `\n\nAccounts (2)\n••••••${first}: RM100.00\n••••••${second}: RM38.78\nTotal: RM138.78\n\n`;
  for (const { text } of await messages()) expect(text).toContain(parts);
});

test('the payer reads it in the language in which they paid', async () => {
  const { number } = await begin('ms');
  await report(number, {});
  await report(number, { status: 'failed' });
  const [needed, ended] = await messages();
  expect(needed?.text).toMatch(/^Perlu diluluskan sebelum .*: RM138\.78, Bil TV satelit\n/);
  expect(ended?.text).toMatch(/^Tidak dibayar: RM138\.78, Bil TV satelit\n/);
});

test.each(['failed', 'cancelled', 'expired'] as const)('%s at the bank is told once', async (status) => {
  const { number } = await begin();
  await report(number, {});
  await report(number, { status: 'pending' });
  await report(number, { status });
  await report(number, { status: 'failed' });
  expect(await kinds()).toEqual(['approval', 'approval']);
  const [, ended] = await messages();
  expect(ended?.text).toContain('has ended at the bank without being paid');
});

test('a payment that is not approved in time is told once, though two processes end it', async () => {
  const { number } = await begin();
  const { id, approval_deadline: deadline } = await report(number, {});
  backend.fpx.setStatus(number, 'pending-approval');
  const services = { ...backend.services, clock: { now: () => deadline ?? new Date() } };
  const job = () => createApprovalJob(services)({ subject: String(id), tries: 0 } as never);
  await Promise.all([job(), job()]);
  await sandboxControl(backend, 'clock', { advance: 'P5D' });
  const [, ended, ...others] = await messages();
  expect(others).toEqual([]);
  expect(ended?.text).toContain('was not approved in time');
  expect((await find(number)).state).toBe('cancelled');
});

test('an approved payment is told by its receipt only', async () => {
  const { number } = await begin();
  await report(number, {});
  await report(number, { status: 'successful' });
  expect(await kinds()).toEqual(['approval', 'receipt']);
});

test('a payment that waited for no approver is told nothing when it ends', async () => {
  const { number } = await begin();
  await report(number, { status: 'failed' });
  expect(await kinds()).toEqual([]);
});

test('money that differs is not called unpaid', async () => {
  const { number } = await begin();
  await report(number, {});
  await report(number, { status: 'successful', amount: sen(100) });
  expect((await find(number)).state).toBe('failed');
  expect(await kinds()).toEqual(['approval']);
});

test('without an address nobody is told', async () => {
  const { number } = await begin();
  const { id } = await find(number);
  await backend.store.db.updateTable('attempts').set({ payer_email: '' }).where('id', '=', id).execute();
  await report(number, {});
  await report(number, { status: 'failed' });
  const rows = await backend.store.db.selectFrom('outbox').select('id').execute();
  expect(rows).toEqual([]);
});
