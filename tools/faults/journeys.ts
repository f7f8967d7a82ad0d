import { choices, createOrder, type PayerIdentity } from '../payer/identity';
import type { Plan } from '../payer/page-actions';
import { pay } from '../payer/pay';
import { Payer } from '../payer/payer';
import { fetchWithRetry, type StackClient } from '../stack/client';
import type { FaultStack } from './stack';
import type { CasePayment } from './verification';

/** A payer's journey, and the backend operations that it covers. */
export interface Journey {
  name: string;
  /** Must hold whatever fails during the journey. */
  expectedOutcome: CasePayment['expectedOutcome'];
  operations: readonly string[];
  /** How many bills auto debit charges after the payment; none by default. */
  charges?: number;
  run: (stack: FaultStack, identity: PayerIdentity) => Promise<Payer>;
}

function payOrder(choice: Record<string, string>, more: Partial<Plan> = {}): Journey['run'] {
  return async (stack, identity) =>
    pay(stack, { start: await createOrder(stack, identity), choice, ...identity, ...more });
}

/** Sen of the bill that auto debit charges, and the days until it is due: its charge is announced at once, and made then. */
const chargedBill = { amount: 4_200, dueInDays: 2 } as const;

const attempt = ['payment.init', 'payment.return'];

/** Sen, of RM10.00 or more: a gateway would make such a refund several times. */
const refundedPart = 300;

/** Pays a bill, and has a part of it refunded. */
function refundPart(choice: Record<string, string>): Journey['run'] {
  return async (stack, identity) => {
    const payer = await pay(stack, { start: '/', choice, ...identity });
    if (payer.refid !== null) await stack.requestRefund(payer.refid, refundedPart);
    return payer;
  };
}

export const journeys: readonly Journey[] = [
  {
    name: 'online banking, from the bill',
    expectedOutcome: 'paid',
    operations: ['transaction.create', ...attempt, 'post-payment', 'deliver-message'],
    run: (stack, identity) => pay(stack, { start: '/', choice: choices.fpx, ...identity }),
  },
  { name: 'card with 3-D Secure', expectedOutcome: 'paid', operations: attempt, run: payOrder(choices.card) },
  {
    name: 'card approved at once',
    expectedOutcome: 'paid',
    operations: ['payment.init'],
    run: payOrder(choices.cardWithoutChallenge),
  },
  { name: 'wallet', expectedOutcome: 'paid', operations: attempt, run: payOrder(choices.wallet) },
  {
    name: 'counter',
    expectedOutcome: 'paid',
    operations: ['payment.init', 'callback'],
    run: payOrder(choices.counter),
  },
  {
    name: 'pay by mobile',
    expectedOutcome: 'paid',
    operations: ['payment.init', 'dcb.sendTac', 'dcb.verifyTac'],
    run: payOrder(choices.mobile),
  },
  {
    name: 'callback only, the payer does not return',
    expectedOutcome: 'paid',
    operations: ['callback'],
    run: payOrder(choices.fpx, { button: 'never-return' }),
  },
  {
    name: 'paid, and the window is closed',
    expectedOutcome: 'paid',
    operations: ['enquire-attempt', 'expire-order'],
    async run(stack, identity) {
      const payer = await payOrder(choices.fpx, { abandons: true })(stack, identity);
      await stack.advanceClock('PT16M');
      return payer;
    },
  },
  {
    name: 'the window is closed before paying',
    expectedOutcome: 'unpaid',
    operations: ['expire-order'],
    async run(stack, identity) {
      const payer = await payOrder(choices.fpx, { button: null })(stack, identity);
      await stack.advanceClock('PT16M');
      return payer;
    },
  },
  {
    name: 'pending, settled later',
    expectedOutcome: 'paid',
    operations: ['callback'],
    async run(stack, identity) {
      const payer = await payOrder(choices.wallet, { abandons: true, button: 'leave-pending' })(stack, identity);
      const payment = await stack.findPayment(payer.refid ?? '');
      await settleAtBank(stack, payment?.attempts[0]?.number);
      return pay(stack, { start: '/', choice: choices.wallet, ...identity }, payer);
    },
  },
  {
    name: 'unknown at the acquirer for an hour',
    expectedOutcome: 'paid',
    operations: ['enquire-attempt'],
    async run(stack, identity) {
      const payer = await payOrder(choices.cardUnknown, { abandons: true })(stack, identity);
      await stack.advanceClock('PT2H');
      return payer;
    },
  },
  {
    name: 'not approved in five days',
    expectedOutcome: 'unpaid',
    operations: ['cancel-approval'],
    async run(stack, identity) {
      const plan = { abandons: true, button: 'pending-approval' };
      const payer = await payOrder(choices.corporate, plan)(stack, identity);
      await payer.open(`/bankResultFPX?refid=${payer.refid}`);
      await stack.advanceClock('P5DT1M');
      return payer;
    },
  },
  {
    name: 'another method chosen at the bank',
    expectedOutcome: 'paid',
    operations: ['payment.init'],
    async run(stack, identity) {
      const start = await createOrder(stack, identity);
      const payer = new Payer(stack);
      await startAndGoBack(payer, start, { ...choices.m2u, userEmailAddress: identity.email });
      return pay(stack, { start, choice: choices.card, ...identity }, payer);
    },
  },
  {
    name: 'refunded to the card',
    expectedOutcome: 'paid',
    operations: ['send-refund', 'reverse-posting'],
    run: refundPart(choices.cardWithoutChallenge),
  },
  {
    name: 'refunded to the wallet, whose gateway has no idempotency key',
    expectedOutcome: 'paid',
    operations: ['send-refund'],
    run: refundPart(choices.wallet),
  },
  {
    name: 'cancelled by the payer',
    expectedOutcome: 'unpaid',
    operations: ['payment.cancel'],
    async run(stack, identity) {
      const start = await createOrder(stack, identity);
      const payer = new Payer(stack);
      await startAndGoBack(payer, start, { ...choices.fpx, userEmailAddress: identity.email });
      return cancel(stack, payer, start);
    },
  },
  {
    name: 'cancelled after paying at the bank',
    expectedOutcome: 'paid',
    operations: ['payment.cancel'],
    async run(stack, identity) {
      const start = await createOrder(stack, identity);
      const payer = await pay(stack, { start, choice: choices.fpx, ...identity, abandons: true });
      return cancel(stack, payer, start);
    },
  },
  {
    name: 'auto debit by another card',
    expectedOutcome: 'paid',
    operations: ['autodebit.sendOtp', 'autodebit.verifyOtp', 'autodebit.card', 'settle-card-check', 'send-mandate'],
    run: (stack, identity) => payAndRegister(stack, identity, choices.fpx),
  },
];

/** With AUTO_DEBIT_CHARGE=on: a registration is no mandate for the biller, and its bills are charged. */
export const chargeJourneys: readonly Journey[] = [
  {
    name: 'auto debit charges the next bill',
    expectedOutcome: 'paid',
    operations: ['charge-auto-debit'],
    charges: 1,
    async run(stack, identity) {
      const payer = await payAndRegister(stack, identity, choices.cardWithoutChallenge);
      const { amount, dueInDays } = chargedBill;
      await stack.issueBill(identity.accountNumber, amount, dueInDays);
      for (let days = 0; days <= dueInDays; days += 1) await stack.advanceClock('P1D');
      return payer;
    },
  },
];

/** Pays a bill and registers its account for auto debit, by the PIN that goes to the mobile number on file. */
function payAndRegister(stack: StackClient, identity: PayerIdentity, choice: Record<string, string>): Promise<Payer> {
  return pay(stack, {
    ...{ start: '/', choice, acceptsAutoDebit: true, ...identity },
    mobileNumber: `6012${identity.accountNumber.slice(0, 7)}`,
  });
}

/** Makes the bank settle a pending payment and call back; repeats the request when the backend exits during the callback. */
async function settleAtBank(stack: StackClient, number: string | undefined) {
  const body = JSON.stringify({ number, outcome: 'successful' });
  const response = await fetchWithRetry(`${stack.banks}/control/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  // 409: already settled by an earlier request.
  if (!response.ok && response.status !== 409)
    throw new Error(`the bank cannot settle ${number}: ${response.status} ${await response.text()}`);
  await stack.waitUntilHealthy();
}

/** Goes to the bank's page and presses the browser's back button. */
async function startAndGoBack(payer: Payer, start: string, choice: Record<string, string>) {
  const page = await payer.open(start);
  const form = page.forms.find(({ action }) => action.endsWith('/api/payment/pay'));
  if (form === undefined) throw new Error(`${page.url} has no payment form`);
  await payer.submit(form, choice);
}

/** Cancels the payment, with retries, until its page shows a result. */
async function cancel(stack: StackClient, payer: Payer, start: string) {
  for (let tries = 0; tries < 10; tries += 1) {
    const page = await payer.open(start);
    const form = page.forms.find(({ action }) => action.endsWith('/api/payment/cancel'));
    if (form !== undefined) await payer.submit(form);
    else if (page.resultStatus !== null) return payer;
    await stack.waitUntilHealthy();
  }
  throw new Error('the payment cannot be cancelled');
}
