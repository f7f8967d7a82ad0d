import Stripe from 'stripe';
import { createEventReader } from './events';

/* Headers are made by Stripe's own package (generateTestHeaderString), objects are those of its API reference. */

const secrets = { current: 'whsec_current_0123456789', previous: 'whsec_previous_0123456789' };
const now = Date.parse('2026-11-24T03:00:00Z');
const number = 'abcdefghij0000000001';

const reader = createEventReader({ webhookSecrets: [secrets.current, secrets.previous], now: () => now });

function sessionOf(changed: object = {}) {
  return {
    ...{
      id: 'cs_test_a1b2c3',
      object: 'checkout.session',
      mode: 'payment',
      status: 'complete',
      payment_status: 'paid',
    },
    ...{ client_reference_id: number, amount_total: 138_78, currency: 'myr', payment_intent: 'pi_3MtwBwLkdIwHu7ix' },
    ...changed,
  };
}

function disputeOf(changed: object = {}) {
  return {
    ...{ id: 'du_1MtJUT2eZvKYlo2C', object: 'dispute', amount: 138_78, currency: 'myr', status: 'needs_response' },
    ...{ charge: 'ch_1AZtxr2eZvKYlo2C', payment_intent: 'pi_3MtwBwLkdIwHu7ix', reason: 'fraudulent', metadata: {} },
    ...{ evidence_details: { due_by: 1_764_547_199, has_evidence: false, past_due: false, submission_count: 0 } },
    ...changed,
  };
}

function eventOf(type: string, object: object): string {
  return JSON.stringify({ id: 'evt_1NG8Du2eZvKYlo2C', object: 'event', type, data: { object }, livemode: false });
}

function sign(body: string, { secret = secrets.current, ageSeconds = 0 } = {}) {
  const timestamp = Math.floor(now / 1000) - ageSeconds;
  return { body, signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }) };
}

const completed = eventOf('checkout.session.completed', sessionOf());

describe('the signature of an event', () => {
  it('is accepted by either secret of a rotation', () => {
    for (const secret of Object.values(secrets)) expect(reader.verifyReport(sign(completed, { secret })).ok).toBe(true);
    expect(reader.verifyReport(sign(completed, { secret: 'whsec_another' }))).toEqual({ ok: false, error: 'unsigned' });
  });

  it('is accepted among several, and rejected by an unknown scheme only', () => {
    const { body, signature } = sign(completed);
    const [time = '', real = ''] = signature.split(',');
    expect(reader.verifyReport({ body, signature: `${time},v1=${'0'.repeat(64)},${real}` }).ok).toBe(true);
    expect(reader.verifyReport({ body, signature: `${time},v0=${real.slice(3)}` }).ok).toBe(false);
  });

  it('is accepted for 300 seconds by the backend’s clock', () => {
    expect(reader.verifyReport(sign(completed, { ageSeconds: 300 })).ok).toBe(true);
    expect(reader.verifyReport(sign(completed, { ageSeconds: 301 }))).toEqual({ ok: false, error: 'unsigned' });
  });

  it.each([
    ['an altered body', { ...sign(completed), body: completed.replace('13878', '138780') }],
    ['an altered time', { body: completed, signature: sign(completed).signature.replace(/^t=\d+/, 't=1') }],
    ['no signature', { body: completed, signature: '' }],
    ['a browser’s return', { stripe_reference: number }],
    ['a very long header', { body: completed, signature: 't=1,'.repeat(10_000) }],
  ])('rejects %s', (_name, fields) => {
    expect(reader.verifyReport(fields)).toEqual({ ok: false, error: 'unsigned' });
    expect(reader.isWithoutEffect(fields)).toBe(false);
  });
});

describe('an event of a session', () => {
  it.each([
    ['checkout.session.completed', { payment_status: 'paid' }, 'successful'],
    ['checkout.session.completed', { payment_status: 'unpaid' }, 'pending'],
    ['checkout.session.completed', { payment_status: 'a status of tomorrow' }, 'pending'],
    ['checkout.session.async_payment_succeeded', { payment_status: 'paid' }, 'successful'],
    ['checkout.session.async_payment_failed', { payment_status: 'unpaid' }, 'failed'],
    ['checkout.session.expired', { status: 'expired', payment_status: 'unpaid', payment_intent: null }, 'unknown'],
  ])('%s with %j reports %s', (type, changed, status) => {
    const report = reader.verifyReport(sign(eventOf(type, sessionOf(changed))));
    expect(report).toMatchObject({ ok: true, value: { number, status, amount: 138_78, currency: 'MYR' } });
  });

  it('is found by its number, and a return by its query', () => {
    expect(reader.readNumber(sign(completed))).toBe(number);
    expect(reader.readNumber({ stripe_reference: number })).toBe(number);
    for (const stripe_reference of ['', `${number}1`, 'ABCDEFGHIJ0000000001', "'; drop table"]) {
      expect(reader.readNumber({ stripe_reference })).toBeNull();
    }
  });

  it.each([
    ['an amount that is no whole number', { amount_total: 138.78 }],
    ['a negative amount', { amount_total: -1 }],
    ['no amount', { amount_total: null }],
    ['no number', { client_reference_id: null }],
  ])('is malformed with %s', (_name, changed) => {
    const fields = sign(eventOf('checkout.session.completed', sessionOf(changed)));
    expect(reader.verifyReport(fields)).toEqual({ ok: false, error: 'malformed' });
  });

  it('is malformed if it is no JSON, or too long', () => {
    for (const body of ['', '[]', '{"type":', 'x'.repeat(70_000), `${'['.repeat(30_000)}`]) {
      expect(reader.verifyReport(sign(body))).toEqual({ ok: false, error: 'malformed' });
      expect(reader.readNumber({ body, signature: '' })).toBeNull();
    }
  });
});

describe('an event of a setup', () => {
  const setup = { mode: 'setup', payment_status: 'no_payment_required', amount_total: null, payment_intent: null };

  it('causes an enquiry, whatever it says, and has no amount', () => {
    for (const type of ['checkout.session.completed', 'checkout.session.expired']) {
      const fields = sign(eventOf(type, sessionOf({ ...setup, setup_intent: 'seti_1Mm8s8LkdIwHu7ix' })));
      expect(reader.readNumber(fields)).toBe(number);
      expect(reader.verifyReport(fields)).toMatchObject({
        ...{ ok: true, value: { number, status: 'unknown', amount: 0, currency: 'MYR', gatewayReference: '' } },
      });
      expect(reader.isWithoutEffect(fields)).toBe(false);
      expect(reader.verifyReport({ ...fields, signature: '' })).toEqual({ ok: false, error: 'unsigned' });
    }
  });

  it('of its SetupIntent is without effect: its session tells what became of it', () => {
    for (const type of ['setup_intent.created', 'setup_intent.succeeded', 'setup_intent.setup_failed']) {
      const fields = sign(eventOf(type, { id: 'seti_1Mm8s8LkdIwHu7ix', metadata: { number } }));
      expect(reader.isWithoutEffect(fields)).toBe(true);
      expect(reader.readNumber(fields)).toBeNull();
    }
  });
});

describe('an event of a charge of a kept card', () => {
  const intentOf = (changed: object = {}) => ({
    ...{ id: 'pi_3MtwBwLkdIwHu7ix', object: 'payment_intent', status: 'succeeded', currency: 'myr' },
    ...{ amount: 138_78, amount_received: 138_78, last_payment_error: null, latest_charge: 'ch_1AZtxr2eZvKYlo2C' },
    ...{ metadata: { number, purpose: 'auto-debit' } },
    ...changed,
  });
  const error = { type: 'card_error', code: 'card_declined', decline_code: 'lost_card' };

  it.each([
    ['payment_intent.succeeded', {}, 'successful', 'succeeded'],
    [
      'payment_intent.payment_failed',
      { status: 'requires_payment_method', amount_received: 0, last_payment_error: error },
      'failed',
      'lost_card',
    ],
  ])('%s reports it', (type, changed, status, reasonCode) => {
    const fields = sign(eventOf(type, intentOf(changed)));
    expect(reader.readNumber(fields)).toBe(number);
    expect(reader.isWithoutEffect(fields)).toBe(false);
    expect(reader.verifyReport(fields)).toMatchObject({
      ...{ ok: true, value: { number, status, amount: 138_78, currency: 'MYR', reasonCode } },
    });
    expect(reader.verifyReport({ ...fields, signature: '' })).toEqual({ ok: false, error: 'unsigned' });
  });

  it('is malformed without what it must have', () => {
    for (const changed of [{ amount: -1 }, { currency: null }, { metadata: { number: '1', purpose: 'auto-debit' } }]) {
      const fields = sign(eventOf('payment_intent.succeeded', intentOf(changed)));
      expect(reader.verifyReport(fields)).toEqual({ ok: false, error: 'malformed' });
    }
  });

  it('is without effect for the PaymentIntent of a session, whose failed try is not its end', () => {
    for (const type of ['payment_intent.succeeded', 'payment_intent.payment_failed', 'payment_intent.canceled']) {
      const fields = sign(eventOf(type, intentOf({ metadata: { number } })));
      expect(reader.isWithoutEffect(fields)).toBe(true);
      expect(reader.readNumber(fields)).toBeNull();
    }
  });
});

describe('an event of a dispute', () => {
  const fieldsOf = (type: string, changed: object = {}) => sign(eventOf(type, disputeOf(changed)));

  it.each([
    ['charge.dispute.created', { status: 'needs_response' }, 'opened'],
    ['charge.dispute.funds_withdrawn', { status: 'under_review' }, 'opened'],
    ['charge.dispute.closed', { status: 'won' }, 'won'],
    ['charge.dispute.funds_reinstated', { status: 'won' }, 'won'],
    ['charge.dispute.closed', { status: 'lost' }, 'lost'],
  ])('%s with %j is %s', (type, changed, status) => {
    const fields = fieldsOf(type, changed);
    expect(reader.readNumber(fields)).toBeNull();
    expect(reader.readGatewayReference(fields)).toBe('pi_3MtwBwLkdIwHu7ix');
    expect(reader.verifyDispute(fields)).toEqual({
      ok: true,
      value: {
        ...{ dispute: 'du_1MtJUT2eZvKYlo2C', number: null, status, amount: 138_78, currency: 'MYR' },
        ...{ reasonCode: 'fraudulent', respondBy: '2025-11-30T23:59:59.000Z' },
      },
    });
  });

  it('has the network’s reason where a card has one', () => {
    const details = { type: 'card', card: { brand: 'visa', network_reason_code: '10.4' } };
    const dispute = reader.verifyDispute(fieldsOf('charge.dispute.created', { payment_method_details: details }));
    expect(dispute).toMatchObject({ value: { reasonCode: '10.4' } });
  });

  it('is without effect while it is an inquiry, which takes no money', () => {
    for (const status of ['warning_needs_response', 'warning_under_review', 'warning_closed', 'prevented']) {
      expect(reader.isWithoutEffect(fieldsOf('charge.dispute.created', { status }))).toBe(true);
    }
    expect(reader.isWithoutEffect(fieldsOf('charge.dispute.created'))).toBe(false);
  });

  it('is rejected unless it is signed', () => {
    const { body } = fieldsOf('charge.dispute.created');
    expect(reader.verifyDispute({ body, signature: '' })).toEqual({ ok: false, error: 'unsigned' });
    expect(reader.verifyDispute(sign(completed))).toBeNull();
  });
});

it('acknowledges other signed events without effect', () => {
  const fields = sign(eventOf('payment_intent.created', { id: 'pi_3MtwBwLkdIwHu7ix' }));
  expect(reader.isWithoutEffect(fields)).toBe(true);
  expect(reader.isWithoutEffect({ ...fields, signature: '' })).toBe(false);
  expect(reader.isWithoutEffect(sign(completed))).toBe(false);
});
