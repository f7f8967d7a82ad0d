import { randomUUID } from 'node:crypto';
import { sharedKey } from '../operators/model';
import { findRefundableCredit } from '../refunds/refundable-credit.fixture';
import { requestRefund } from '../refunds/service';
import { erasePersonalData } from '../personal-data/erasure';
import {
  createPayment,
  payByFpx,
  redirectToBank,
  sandboxControl,
  setUpTestBackend,
  statusOf,
} from '../test-backend.fixture';
import { sendReceipt, type ReceiptCommand } from './send-receipt';

const backend = setUpTestBackend();

const sendAgain = (reference: string, more: Partial<ReceiptCommand> = {}) =>
  sendReceipt(backend.services, { command: randomUUID(), reference, to: null, language: null, by: sharedKey, ...more });
async function listReceipts() {
  const messages = await backend.store.db
    .selectFrom('outbox')
    .select(['kind', 'recipient', 'text', 'mail'])
    .orderBy('id')
    .execute();
  return messages.filter(({ kind }) => kind === 'receipt');
}

const historyOf = (refid: string) =>
  backend.store.db
    .selectFrom('payment_history')
    .select(['state', 'moved_by', 'detail'])
    .where('order_refid', '=', refid)
    .where('state', '=', 'receipt-sent')
    .execute();

test('sends the receipt that the payer got to the same address, and records it', async () => {
  const refid = await payByFpx(backend);
  const by = { isNamed: true, name: 'aisyah' } as const;
  expect(await sendAgain(refid, { by })).toEqual({ ok: true, value: { refid, to: 'p***@example.com' } });
  const [first, again] = await listReceipts();
  // Its link is a new one.
  const withoutLink = (sent: typeof first) => JSON.parse(JSON.stringify(sent).replaceAll(/token=[\w.-]+/g, ''));
  expect(withoutLink(again)).toEqual(withoutLink(first));
  expect(await historyOf(refid)).toEqual([
    { state: 'receipt-sent', moved_by: 'operator', detail: 'aisyah: p***@example.com' },
  ]);
  await backend.jobs.runDue();
  const delivered = await backend.store.db.selectFrom('outbox').select('delivered_at').execute();
  expect(delivered.every(({ delivered_at }) => delivered_at !== null)).toBe(true);
});

test('is written again: what the biller has told, another address, another language', async () => {
  const refid = await payByFpx(backend);
  await backend.jobs.runDue();
  await sendAgain(refid, { to: 'accounts@example.org', language: 'ms' });
  const { receipt_number: receiptNumber } = await backend.store.db
    .selectFrom('postings')
    .select('receipt_number')
    .executeTakeFirstOrThrow();
  const again = (await listReceipts())[1];
  expect(again?.recipient).toBe('accounts@example.org');
  expect(again?.text).toContain('Pembayaran Berjaya');
  expect(again?.text).toContain(`Nombor resit: ${receiptNumber}`);
  expect(again?.text).toMatch(/Dikreditkan ke akaun \d{10}\./);
});

test('of a payment that was refunded says so', async () => {
  const refid = await payByFpx(backend);
  await backend.jobs.runDue();
  const credit = await findRefundableCredit(backend.store.db, refid);
  const source = { kind: 'credit', id: credit?.id ?? 0 } as const;
  const request = { source, amount: 5_000, reason: 'paid twice', byTransfer: true };
  await requestRefund(backend.services, { ...request, requestedBy: { isNamed: true, name: 'aisyah' } });
  expect((await sendAgain(refid)).ok).toBe(true);
  expect((await listReceipts()).at(-1)?.text).toContain(
    'We are returning RM50.00 to your bank account by bank transfer.',
  );
});

test('is sent once for a command, however often and whenever it is repeated', async () => {
  const refid = await payByFpx(backend);
  const command = randomUUID();
  const sent = await Promise.all([1, 2, 3, 4].map(() => sendAgain(refid, { command })));
  expect(new Set(sent.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(sent[0]?.ok).toBe(true);
  expect(await listReceipts()).toHaveLength(2);
  expect(await historyOf(refid)).toHaveLength(1);
  const other = await payByFpx(backend);
  expect(await sendAgain(other, { command })).toEqual({ ok: false, error: 'command-reused' });
});

test('abuse budget: five receipts of a payment are sent again in a day, also concurrently', async () => {
  const refid = await payByFpx(backend);
  const sent = await Promise.all(Array.from({ length: 9 }, () => sendAgain(refid)));
  expect(sent.filter(({ ok }) => ok)).toHaveLength(5);
  expect(await sendAgain(refid)).toEqual({ ok: false, error: 'too-many-receipts' });
  expect(await listReceipts()).toHaveLength(6);
  await sandboxControl(backend, 'clock', { advance: 'P1D' });
  expect((await sendAgain(refid)).ok).toBe(true);
});

test('is refused for a payment that was not successful, or does not exist', async () => {
  expect(await sendAgain('abcdefghijklmnopqrstuvwxyz')).toEqual({ ok: false, error: 'unknown-payment' });
  expect(await sendAgain(await createPayment(backend))).toEqual({ ok: false, error: 'not-paid' });
  const { refid, number } = await redirectToBank(backend);
  expect(await sendAgain(refid)).toEqual({ ok: false, error: 'not-paid' });
  backend.fpx.setStatus(number, 'failed');
  expect(await statusOf(backend, refid)).toBe('failed');
  expect(await sendAgain(refid)).toEqual({ ok: false, error: 'not-paid' });
});

test('after the payer’s contact data are erased it goes to an address that is named, and says that they are gone', async () => {
  const refid = await payByFpx(backend);
  await backend.jobs.runDue();
  const erase = () =>
    erasePersonalData(backend.services, {
      subject: { reference: refid },
      reason: 'asked',
      isDryRun: false,
      by: sharedKey,
    });
  expect((await erase()).ok).toBe(true);
  expect(await sendAgain(refid)).toEqual({ ok: false, error: 'contact-erased' });
  expect((await sendAgain(refid, { to: 'new@example.org' })).ok).toBe(true);
  const [receipt] = await listReceipts();
  expect(receipt?.text).toContain('We no longer store the contact details that were given with this payment.');
  expect(receipt?.text).toContain('Amount: RM138.78');
  // The new address can be erased in its turn.
  expect((await erase()).ok).toBe(true);
  expect(await listReceipts()).toEqual([]);
  expect(await historyOf(refid)).toMatchObject([{ detail: null }]);
});
