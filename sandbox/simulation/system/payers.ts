import { randomUUID } from 'node:crypto';
import { calls } from '@/lib/contract/calls';
import { minuteMs } from '../../../backend/clock';
import type { Db } from '../../../backend/db/database';
import type { BackendIndex } from '../processes/backend-processes';
import type { SimulatedBanks } from './banks';
import { encryptCard, paymentRequestOf, type CardChoice, type MethodChoice } from '../runs/method-choices';
import type { BackendClient, RunRecord } from './backend-client';
import { openSimulatedCarrier, payByMobile, readCode } from './mobile-carrier';
import type { PayerAction } from '../runs/phases';
import type { CallbackQueue } from './callback-queue';
import type { Actor } from '../runs/scheduler';

/** The form that a payer's browser posts to the bank's page. */
interface BankRedirect {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** The payer's data of an attempt or a card verification. */
interface StartedAttempt {
  readonly refid: string;
  readonly number: string;
  readonly at: 'bank' | 'carrier';
  /** Null if the bank already has the payment. */
  readonly redirect: BankRedirect | null;
  /** When it was started, ms by the bank's clock. */
  readonly startedAt: number;
}

interface InitRequest {
  readonly refid: string;
  readonly choice: MethodChoice;
  readonly key: string;
}

/** If the bank is paid within this time, an enquiry replaces a lost callback; afterwards the bank repeats its callback. */
const silenceMs = 24 * 60 * minuteMs;
const amount = 13_878;
/** Each owes RM138.78: the first eight digits modulo 490 and 100 determine the balance (docs/sandbox.md). */
const accountNumbers = [1, 2, 3].map((index) => `${12_345_678 + 4_900 * index}01`);
/** One visit begins all attempts and opens their results. */
const visitId = 'visit-of-the-payers-0001';
const mostOrders = 8;

export interface PayersParts {
  readonly client: BackendClient;
  readonly record: RunRecord;
  readonly queue: CallbackQueue;
  readonly bank: SimulatedBanks;
  readonly db: Db;
  readonly cardDataKey: string;
}

/** The payers, with their actions in browsers, at banks and on phones. */
export interface Payers {
  readonly orders: readonly string[];
  /** Those whose payer has confirmed that they repeat another payment. */
  readonly confirmed: ReadonlySet<string>;
  act(actor: Actor, backend: BackendIndex, action: PayerAction): Promise<void>;
  /** At the end: pending payments are paid, refused, or left without the second approval. */
  endPending(): Promise<void>;
}

function fromNewest<Value>(values: readonly Value[], back: number): Value | undefined {
  return values.length === 0 ? undefined : values[values.length - 1 - (back % values.length)];
}

export function createPayers({ client, record, queue, bank, db, cardDataKey }: PayersParts): Payers {
  const orders: string[] = [];
  /** The totals of orders that pay several accounts. */
  const totals = new Map<string, number>();
  const confirmed = new Set<string>();
  /** Created payments. */
  let requested = 0;
  const attempts: StartedAttempt[] = [];
  const initRequests: InitRequest[] = [];
  const carrier = openSimulatedCarrier(db);

  /** The bank repeats the callback of a late payment until it is answered. */
  const mayBeSilent = (attempt: StartedAttempt) => bank.now() - attempt.startedAt < silenceMs;

  function addAttempt(attempt: Omit<StartedAttempt, 'startedAt'>): void {
    if (!attempts.some(({ number }) => number === attempt.number)) attempts.push({ ...attempt, startedAt: bank.now() });
  }

  async function create(actor: Actor, backend: BackendIndex): Promise<void> {
    // Two of each account, of which the first is confirmed. Every third pays the next account, too.
    const first = Math.floor(requested / 2) % accountNumbers.length;
    const chosen = requested % 3 === 2 ? [first, (first + 1) % accountNumbers.length] : [first];
    // The balance changes as payments arrive: another amount may be paid in advance, too.
    const payAgain = requested % 2 === 0;
    requested += 1;
    const bills = chosen.map((index) => ({
      ...{ accountNumber: accountNumbers[index], payOption: 'other', amount, payAgain },
    }));
    const email = 'payer@example.com';
    const call = bills.length === 1 ? calls['transaction.create'] : calls['transaction.createSeveral'];
    const request = bills.length === 1 ? { ...bills[0], email } : { accounts: bills, email };
    const answer = await client.call(actor, backend, call, request);
    if (answer.status !== 200) return;
    const { transactionRefId: refid } = call.response.parse(answer.body);
    orders.push(refid);
    totals.set(refid, amount * bills.length);
    if (payAgain) confirmed.add(refid);
  }

  async function init(actor: Actor, backend: BackendIndex, { refid, choice, key }: InitRequest): Promise<void> {
    const paymentRequest = await paymentRequestOf(choice, cardDataKey);
    const answer = await client.call(
      actor,
      backend,
      calls['payment.init'],
      { refid, shownAmount: totals.get(refid) ?? amount, visitId, payAgain: confirmed.has(refid), paymentRequest },
      key,
    );
    if (answer.status !== 200) return;
    const { onward: nextAction } = calls['payment.init'].response.parse(answer.body);
    if (nextAction === null) return;
    if (nextAction.kind === 'tac') {
      const attempt = await db
        .selectFrom('attempts')
        .select('number')
        .where('order_refid', '=', refid)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return attempt && addAttempt({ refid, number: attempt.number, at: 'carrier', redirect: null });
    }
    if (nextAction.kind === 'redirect') {
      const { url, fields } = nextAction;
      const number = fields['fpx_sellerExOrderNo'] ?? fields['PaymentID'];
      if (number !== undefined)
        return addAttempt({ refid, number, at: 'bank', redirect: { url, fields: { ...fields } } });
    }
    // The simulated gateways take no card by direct post.
    if (nextAction.kind === 'direct-post') return;
    const known = bank.listPayments().find(({ session, details }) => {
      if (nextAction.kind === 'redirect') return session === nextAction.fields['session'];
      return details['code'] === (nextAction.kind === 'qr' ? nextAction.payload : nextAction.text);
    });
    if (known !== undefined) addAttempt({ refid, number: known.number, at: 'bank', redirect: null });
  }

  async function press(
    actor: Actor,
    backend: BackendIndex,
    attempt: StartedAttempt,
    action: PayerAction & { readonly do: 'press' },
  ): Promise<void> {
    const { button, isSilent, then } = action;
    if (attempt.at === 'carrier') {
      return payByMobile({ client, db }, actor, backend, {
        refid: attempt.refid,
        index: attempts.indexOf(attempt),
        button,
      });
    }
    if (attempt.redirect !== null && bank.find(attempt.number) === null) await bank.openPage(attempt.redirect);
    await actor.step();
    const sent = bank.press(attempt.number, button, !isSilent || !mayBeSilent(attempt));
    record.log.push(`  press ${button} ${attempt.number.slice(0, 4)}: ${sent.length} reports`);
    queue.add(sent);
    for (const channel of then) {
      const report = sent.find(({ to }) => 'callback' in to === (channel === 'callback'));
      if (report !== undefined) await queue.deliver(actor, backend, report);
    }
  }

  async function settle(attempt: StartedAttempt, isPaid: boolean, isSilent: boolean): Promise<void> {
    if (attempt.at === 'carrier') return carrier.settle(attempt.number, isPaid);
    const sent = bank.settle(attempt.number, isPaid ? 'approved' : 'declined', !isSilent || !mayBeSilent(attempt));
    record.log.push(`  settle ${attempt.number.slice(0, 4)}, paid: ${isPaid}: ${sent.length} reports`);
    queue.add(sent);
  }

  /** The payer of a payment registers for auto debit: the card is verified by an authorisation of RM1. */
  async function register(actor: Actor, backend: BackendIndex, refid: string, card: CardChoice): Promise<void> {
    await client.call(actor, backend, calls['autodebit.sendOtp'], { refid });
    await actor.step();
    const otp = (await readCode(db, 'otp')) ?? '000000';
    const answer = await client.call(actor, backend, calls['autodebit.verifyOtp'], { refid, otp, visitId });
    const registration = answer.status === 200 ? calls['autodebit.verifyOtp'].response.parse(answer.body) : null;
    if (registration?.state === 'card-needed') {
      const cardDetails = await encryptCard(cardDataKey, card);
      await client.call(actor, backend, calls['autodebit.card'], { refid, cardDetails });
    }
    for (const { number } of await db.selectFrom('card_verifications').select('number').orderBy('id').execute()) {
      if (bank.find(number)?.state === 'open') addAttempt({ refid, number, at: 'bank', redirect: null });
    }
  }

  return {
    orders,
    confirmed,
    async act(actor, backend, action) {
      record.figures.count('commands');
      switch (action.do) {
        case 'create':
          return orders.length < mostOrders ? create(actor, backend) : undefined;
        case 'init': {
          const refid = fromNewest(orders, action.order);
          if (refid === undefined) return;
          const before = action.isRetry ? initRequests.findLast((one) => one.refid === refid) : undefined;
          const next = before ?? { refid, choice: action.choice, key: randomUUID() };
          if (before === undefined) initRequests.push(next);
          return init(actor, backend, next);
        }
        case 'press':
        case 'settle': {
          const attempt = fromNewest(attempts, action.attempt);
          if (attempt === undefined) return;
          return action.do === 'press'
            ? press(actor, backend, attempt, action)
            : settle(attempt, action.isPaid, action.isSilent);
        }
        case 'repeat': {
          const attempt = fromNewest(attempts, action.attempt);
          if (attempt === undefined) return;
          for (const report of bank.repeat(attempt.number)) await queue.deliver(actor, backend, report);
          return;
        }
        case 'deliver':
        case 'forge': {
          const report = fromNewest(queue.reports, action.report);
          if (report === undefined) return;
          return action.do === 'deliver'
            ? queue.deliver(actor, backend, report)
            : queue.deliverForged(actor, backend, report, action.how);
        }
        case 'result':
        case 'cancel':
        case 'register': {
          const refid = fromNewest(orders, action.order);
          if (refid === undefined) return;
          if (action.do === 'register') return register(actor, backend, refid, action.card);
          if (action.do === 'cancel') await client.call(actor, backend, calls['payment.cancel'], { refid });
          else await client.call(actor, backend, calls['payment.result'], { refid, visitId });
          return;
        }
        case 'run-jobs':
          return client.runJobs(actor, backend);
      }
    },
    async endPending() {
      for (const [index, attempt] of attempts.entries()) {
        const isLeft = index % 3 === 2 && bank.find(attempt.number)?.state === 'pending-approval';
        if (!isLeft) await settle(attempt, index % 3 === 0, false);
      }
    },
  };
}
