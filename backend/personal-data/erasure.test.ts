import { calls } from '@/lib/contract/calls';
import { createCardVerification, updateCardVerification } from '../auto-debit/card-verification-model';
import { inTransaction } from '../db/database';
import { findRefundableCredit } from '../refunds/refundable-credit.fixture';
import { requestRefund, settleRefund } from '../refunds/service';
import { createPartnerClient } from '../partners/partner-client.fixture';
import {
  createPayment,
  freshAccount,
  postCallback,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';
import { erasePersonalData, type ErasureSubject } from './erasure';
import { beginAsPayer, findTexts, payAsPayer, payer } from './personal-data.fixture';

const backend = setUpTestBackend();
const by = { isNamed: true, name: 'aisyah' } as const;
const canaries = Object.values(payer);

const erase = (subject: ErasureSubject, isDryRun = false) =>
  erasePersonalData(backend.services, { subject, reason: 'case 4711', isDryRun, by });
const resultOf = (refid: string, visitId: string = payer.visitId) =>
  succeed(backend, calls['payment.result'], { refid, visitId });

/** The reasons for which an erasure is refused. */
async function reasonsOf(subject: ErasureSubject) {
  const done = await erase(subject);
  if (done.ok || done.error.code !== 'needed') throw new Error(`not refused: ${JSON.stringify(done)}`);
  return done.error.payments.flatMap(({ reasons }) => reasons);
}

/** Requests a refund by bank transfer; returns how to record it. */
async function beginRefund(refid: string): Promise<() => Promise<unknown>> {
  const credit = await findRefundableCredit(backend.store.db, refid);
  const source = { kind: 'credit', id: credit?.id ?? 0 } as const;
  const request = { source, amount: 5_000, reason: 'paid twice', requestedBy: by, byTransfer: true };
  const requested = await requestRefund(backend.services, request);
  if (!requested.ok) throw new Error(requested.error.code);
  const evidence = { reference: 'IBG-1', date: '2025-11-23', note: 'by bank transfer' };
  return () => settleRefund(backend.services, requested.value.reference, { outcome: 'succeeded', evidence }, by);
}

async function readBooks(refid: string) {
  const { db } = backend.store;
  return {
    credits: await db.selectFrom('credits').selectAll().where('order_refid', '=', refid).execute(),
    postings: await db.selectFrom('postings').selectAll().execute(),
    attempts: await db
      .selectFrom('attempts')
      .select(['number', 'amount', 'state', 'gateway_reference', 'confirmed_at'])
      .where('order_refid', '=', refid)
      .execute(),
    orders: await db
      .selectFrom('orders')
      .select(['payment_id', 'items', 'total', 'state', 'account_number', 'bill_account'])
      .where('refid', '=', refid)
      .execute(),
  };
}

test('row 54: leaves nothing of a payer’s contact data in any table, and the books as they are', async () => {
  const { refid } = await payAsPayer(backend);
  const before = await readBooks(refid);
  expect(await findTexts(backend, canaries)).toEqual([
    'attempts.payer_address',
    'attempts.payer_email',
    'attempts.payer_phone',
    'attempts.visit_id',
    'outbox.recipient',
  ]);
  expect(await erase({ reference: refid })).toMatchObject({
    ok: true,
    value: { payments: [refid], erased: { orders: 1, attempts: 1, outbox: 1 } },
  });
  expect(await findTexts(backend, canaries)).toEqual([]);
  expect(await readBooks(refid)).toEqual(before);
});

test('erases codes by text message, their messages, and the contact of a card verification', async () => {
  const { refid } = await payAsPayer(backend);
  const code = { purpose: 'tac', subject: refid, recipient: '60187654321', textOf: (text: string) => text } as const;
  expect((await backend.services.oneTimeCodes.send(code)).ok).toBe(true);
  await inTransaction(backend.store.db, async (trx) => {
    const given = { refid, card: 'sealed-card', email: payer.email, address: payer.address, gateway: 'acquirer' };
    const { id } = await createCardVerification(trx, given, backend.clock.now());
    await updateCardVerification(trx, id, { state: 'refused' });
  });
  const texts = [...canaries, code.recipient, 'sealed-card'];
  expect(await findTexts(backend, texts)).toEqual(
    expect.arrayContaining(['card_verifications.card', 'card_verifications.payer_email', 'one_time_codes.recipient']),
  );
  expect((await erase({ reference: refid })).ok).toBe(true);
  expect(await findTexts(backend, texts)).toEqual([]);
});

test('erases by the paymentId, with what was typed when the bill was looked up', async () => {
  const { refid } = await payAsPayer(backend);
  const { paymentId } = await resultOf(refid);
  expect(await findTexts(backend, ['payer@example.com'])).toContain('orders.email');
  expect((await erase({ reference: paymentId })).ok).toBe(true);
  expect(await findTexts(backend, ['payer@example.com'])).toEqual([]);
});

test('leaves the pages of the payment, which show amount, number and outcome and say that contact data are gone', async () => {
  const { refid } = await payAsPayer(backend);
  const before = await resultOf(refid);
  expect(before).toMatchObject({ receiptSentTo: 'n***@example.com', contactErased: false });
  await erase({ reference: refid });
  const { serverTime: _now, ...after } = await resultOf(refid);
  expect(after).toMatchObject({ status: 'successful', amount: 13_878, paymentId: before.paymentId });
  expect(after).toMatchObject({ receiptSentTo: null, contactErased: true, bankRefNo: before.bankRefNo });
  expect((await succeed(backend, calls['payment.page'], { refid })).orderState).toBe('paid');
});

test('forgets a partner’s customer, and still knows the order number as used', async () => {
  const partner = createPartnerClient(backend);
  const customer = {
    accountNumber: freshAccount(),
    email: payer.email,
    phoneNumber: payer.phoneNumber,
    profile: [{ key: 'nickname', value: 'canary-nickname' }],
  };
  const { paymentId, orderNumber } = await partner.place({ customer });
  await partner.cancel(orderNumber);
  expect((await erase({ reference: paymentId })).ok).toBe(true);
  expect(await findTexts(backend, [...canaries, 'canary-nickname'])).toEqual([]);
  expect((await partner.ask(orderNumber)).body).toMatchObject({ orderState: 'cancelled', paymentId });
});

describe('is refused', () => {
  test('for an order that can be paid', async () => {
    expect(await reasonsOf({ reference: await createPayment(backend) })).toEqual(['under-way']);
  });

  test('for a payment at the bank, and while money may arrive after its end', async () => {
    const { refid } = await beginAsPayer(backend);
    expect(await reasonsOf({ reference: refid })).toContain('under-way');
    await succeed(backend, calls['payment.cancel'], { refid });
    expect(await reasonsOf({ reference: refid })).toEqual(['money-may-arrive']);
  });

  test('for a payment that the biller has not accepted', async () => {
    const { refid, number } = await beginAsPayer(backend);
    backend.fpx.setStatus(number, 'successful');
    await statusOf(backend, refid, payer.visitId);
    expect(await reasonsOf({ reference: refid })).toEqual(['not-posted']);
  });

  test('for money in review', async () => {
    const { refid, number } = await beginAsPayer(backend);
    await succeed(backend, calls['payment.cancel'], { refid });
    backend.fpx.setStatus(number, 'successful');
    await postCallback(backend, backend.fpx.sign(number, 'successful'));
    expect(await reasonsOf({ reference: refid })).toContain('in-review');
  });

  test('for a payment that is being refunded, until the biller has taken it back', async () => {
    const { refid } = await payAsPayer(backend);
    const settle = await beginRefund(refid);
    expect(await reasonsOf({ reference: refid })).toEqual(['being-refunded']);
    await settle();
    expect(await reasonsOf({ reference: refid })).toEqual(['being-refunded']);
    await backend.jobs.runDue();
    expect((await erase({ reference: refid })).ok).toBe(true);
  });

  test('for a refunded payment that the biller has refused, until a person has closed its entry', async () => {
    const { refid } = await payAsPayer(backend, freshAccount('12'));
    await backend.jobs.runDue();
    const settle = await beginRefund(refid);
    await settle();
    await backend.jobs.runDue();
    expect(await reasonsOf({ reference: refid })).toEqual(['not-posted']);
    const { id } = await backend.store.db.selectFrom('postings').select('id').executeTakeFirstOrThrow();
    const closing = { entry: `posting-${id}`, note: 'refunded', closed_at: new Date() };
    await backend.store.db.insertInto('review_closings').values(closing).execute();
    expect((await erase({ reference: refid })).ok).toBe(true);
  });

  test('for a payment that is disputed, until the chargeback is closed', async () => {
    const { refid, number } = await payAsPayer(backend);
    const { db } = backend.store;
    const { id } = await db.selectFrom('attempts').select('id').where('number', '=', number).executeTakeFirstOrThrow();
    const dispute = { gateway: 'fpx', dispute: 'D-1', amount: 13_878, reason_code: '10.4', opened_by: 'gateway' };
    await db
      .insertInto('chargebacks')
      .values({
        ...{ ...dispute, order_refid: refid, attempt_id: id, state: 'open' },
        ...{ opened_at: backend.clock.now(), respond_by: null },
      })
      .execute();
    expect(await reasonsOf({ reference: refid })).toEqual(['in-dispute']);
    await db.updateTable('chargebacks').set({ state: 'won' }).where('attempt_id', '=', id).execute();
    expect((await erase({ reference: refid })).ok).toBe(true);
  });

  test('for a payment by which its account is registered for auto debit', async () => {
    const { refid, accountNumber } = await payAsPayer(backend);
    const card = { card_brand: 'visa', card_last_four: '4242', card_expiry: '12/39', card_sealed: 'x' } as const;
    await backend.store.db
      .insertInto('auto_debits')
      .values({
        account_number: accountNumber,
        order_refid: refid,
        registered_by: 'otp',
        registered_at: new Date(),
        ...card,
      })
      .execute();
    expect(await reasonsOf({ account: accountNumber })).toEqual(['auto-debit']);
  });

  test('for all payments of an account if one is under way, and changes nothing', async () => {
    const accountNumber = freshAccount();
    await createPayment(backend, accountNumber);
    await payAsPayer(backend, accountNumber);
    const before = await findTexts(backend, canaries);
    expect(await reasonsOf({ account: accountNumber })).toEqual(['under-way']);
    expect(await findTexts(backend, canaries)).toEqual(before);
    expect(await backend.store.db.selectFrom('erasures').selectAll().execute()).toEqual([]);
  });

  test('for what does not exist, or is erased', async () => {
    expect(await erase({ reference: 'abcdefghijklmnopqrstuvwxyz' })).toEqual({
      ok: false,
      error: { code: 'unknown-payment' },
    });
    expect(await erase({ account: '9999999901' })).toEqual({ ok: false, error: { code: 'nothing-stored' } });
    const { refid } = await payAsPayer(backend);
    await erase({ reference: refid });
    expect(await erase({ reference: refid })).toEqual({ ok: false, error: { code: 'erased-before' } });
  });
});

test('a payment whose contact data are erased can be refunded, and nobody is written to', async () => {
  const { refid } = await payAsPayer(backend);
  await erase({ reference: refid });
  const settle = await beginRefund(refid);
  await settle();
  await backend.jobs.runDue();
  const { refunds } = await resultOf(refid);
  expect(refunds).toMatchObject([{ status: 'succeeded', amount: 5_000 }]);
  expect(await backend.store.db.selectFrom('outbox').select('id').execute()).toEqual([]);
});

test('a dry run counts what an erasure then erases, and changes nothing', async () => {
  const { refid } = await payAsPayer(backend);
  const planned = await erase({ reference: refid }, true);
  expect(await findTexts(backend, canaries)).not.toEqual([]);
  expect(await backend.store.db.selectFrom('erasures').selectAll().execute()).toEqual([]);
  expect(await erase({ reference: refid })).toEqual(planned);
});

test('of an account erases all its payments and saved cards, and records it without the account', async () => {
  const { accountNumber, refid } = await payAsPayer(backend);
  const card = { brand: 'visa', last_four: '4242', expiry: '12/39', sealed: 'x', is_offline: false } as const;
  for (const owner of [
    accountNumber,
    `partner:DEMO-SHOP:${accountNumber}`,
    `partner:PALE:${accountNumber}`,
    'device:other',
  ]) {
    const keys = { unique_card_id: `card-of-${owner}`, fingerprint: owner, created_at: new Date() };
    await backend.store.db
      .insertInto('saved_cards')
      .values({ owner, ...keys, ...card })
      .execute();
  }
  expect(await erase({ account: accountNumber })).toMatchObject({ ok: true, value: { erased: { saved_cards: 3 } } });
  expect(await backend.store.db.selectFrom('saved_cards').select('owner').execute()).toEqual([
    { owner: 'device:other' },
  ]);
  const [record] = await backend.store.db.selectFrom('erasures').selectAll().execute();
  expect(record).toMatchObject({ scope: 'account', reason: 'case 4711', erased_by: 'aisyah' });
  const actions = await backend.store.db.selectFrom('operator_actions').selectAll().execute();
  expect(actions).toMatchObject([{ operator: 'aisyah', action: 'payer-erased', subject: record?.subject }]);
  expect(JSON.stringify([record, actions])).not.toContain(accountNumber);
  const history = await backend.store.db
    .selectFrom('payment_history')
    .select(['state', 'moved_by', 'detail'])
    .where('order_refid', '=', refid)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  expect(history).toEqual({ state: 'contact-erased', moved_by: 'operator', detail: 'aisyah' });
});

test('its record can be neither changed nor deleted', async () => {
  const { refid } = await payAsPayer(backend);
  await erase({ reference: refid });
  const { db } = backend.store;
  await expect(db.updateTable('erasures').set({ reason: 'another' }).execute()).rejects.toThrow('append-only');
  await expect(db.deleteFrom('erasures').execute()).rejects.toThrow('append-only');
});

test('two at once erase and record once', async () => {
  const { refid, accountNumber } = await payAsPayer(backend);
  const subjects = [{ reference: refid }, { account: accountNumber }, { reference: refid }, { account: accountNumber }];
  const done = await Promise.all(subjects.map((subject) => erase(subject)));
  expect(done.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await backend.store.db.selectFrom('erasures').select('id').execute()).toHaveLength(1);
});
