import { randomUUID } from 'node:crypto';
import { calls } from '@/lib/contract/calls';
import { sharedKey } from '../operators/model';
import { sendReceipt } from '../payments/send-receipt';
import { redirectToBank, sandboxControl, statusOf, succeed } from '../test-backend.fixture';
import { account, setUpAutoDebitBackend } from './auto-debit.fixture';

/*
 * Specification, section 3, Payment result: the auto debit flag. It says whether the account is on auto debit, and not what the payer has ticked.
 */

const { backend, payByFpx, payByCard, confirm } = setUpAutoDebitBackend();

const flagOf = async (refid: string) => (await succeed(backend, calls['payment.result'], { refid })).isAutoDebit;

/** The rows about auto debit in the payer's receipts, the oldest first. */
async function listReceiptRows(): Promise<readonly string[]> {
  const messages = await backend.store.db.selectFrom('outbox').select(['kind', 'text']).orderBy('id').execute();
  const receipts = messages.filter(({ kind }) => kind === 'receipt');
  return receipts.flatMap(({ text }) => /^Auto debit: .*$/m.exec(text) ?? ['none']);
}

const sendReceiptAgain = (reference: string) =>
  sendReceipt(backend.services, { command: randomUUID(), reference, to: null, language: null, by: sharedKey });

test('is No for an account that is not registered, although its payer has ticked auto debit', async () => {
  expect(await flagOf(await payByCard())).toBe(false);
  expect(await listReceiptRows()).toEqual(['Auto debit: No']);
});

test('is Yes for an account that is on auto debit at the biller', async () => {
  expect(await flagOf(await payByFpx('1234567811'))).toBe(true);
  expect(await listReceiptRows()).toEqual(['Auto debit: Yes']);
});

test('is Yes after the registration, on the page and on a receipt sent again, and No after its cancellation', async () => {
  const refid = await payByCard();
  await confirm(refid);
  expect(await flagOf(refid)).toBe(true);
  expect((await sendReceiptAgain(refid)).ok).toBe(true);
  expect(await listReceiptRows()).toEqual(['Auto debit: No', 'Auto debit: Yes']);
  await backend.jobs.runDue();
  const messages: readonly { readonly text: string }[] = await sandboxControl(backend, 'messages?to=payer@example.com');
  const link = messages.flatMap(({ text }) => /http\S+autodebit\/cancel\S+/.exec(text) ?? [])[0] ?? '';
  await succeed(backend, calls['autodebit.cancel'], { token: new URL(link).searchParams.get('token') ?? '' });
  await backend.jobs.runDue();
  expect(await flagOf(refid)).toBe(false);
});

test('of a partner’s order is that of its customer’s account', async () => {
  const payFor = async (accountNumber: string) => {
    const order = {
      partnerKey: 'DEMO-SHOP',
      items: [{ name: 'Decoder', amount: 13_878 }],
      customer: { accountNumber },
    };
    const { paymentId } = await sandboxControl(backend, 'orders', order);
    const { refid } = await succeed(backend, calls['payment.page'], { paymentId });
    const { number } = await redirectToBank(backend, refid);
    backend.fpx.setStatus(number, 'successful');
    expect(await statusOf(backend, refid)).toBe('successful');
    return refid;
  };
  expect(await flagOf(await payFor('1234567811'))).toBe(true);
  expect(await flagOf(await payFor(account))).toBe(false);
  // The biller was not asked: the receipt says nothing.
  expect(await listReceiptRows()).toEqual(['none', 'none']);
});

test('hides no result while the biller is away', async () => {
  const refid = await payByFpx('1234567811');
  jest.replaceProperty(backend.services.biller, 'mandates', null);
  const findBill = jest.spyOn(backend.services.biller, 'findBill').mockRejectedValue(new Error('unreachable'));
  try {
    expect(await flagOf(refid)).toBe(true);
    expect(findBill).not.toHaveBeenCalled();
  } finally {
    jest.restoreAllMocks();
  }
});
