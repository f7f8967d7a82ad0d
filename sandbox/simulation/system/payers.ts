import { randomUUID } from 'node:crypto';
import { calls } from '@/lib/contract/calls';
import { minuteMs } from '../../../backend/clock';
import type { Db } from '../../../backend/db/database';
import type { Place } from '../processes/backend-processes';
import type { BankSide } from './banks';
import { encryptCard, paymentRequestOf, type CardChoice, type MethodChoice } from '../runs/method-choices';
import type { Desk, Notes } from './backend-client';
import { openCarrierSide, payByMobile, readCode } from './mobile-carrier';
import type { Action } from '../runs/phases';
import type { PostOffice } from './callback-queue';
import type { Actor } from '../runs/scheduler';

/** What a payer's browser has to open before the bank knows of the payment. */
interface Door {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** An attempt, or the verification of a card, as its payer knows it. */
interface Way {
  readonly refid: string;
  readonly number: string;
  readonly at: 'bank' | 'carrier';
  /** Null where the payment is at its bank already. */
  readonly door: Door | null;
  /** When it began, ms by the bank's clock. */
  readonly begunAt: number;
}

interface AskedInit {
  readonly refid: string;
  readonly choice: MethodChoice;
  readonly key: string;
}

/** Silence is found by enquiry when the bank is paid within this time of the beginning; after it, it says so until it is heard. */
const silenceMs = 24 * 60 * minuteMs;
const amount = 13_878;
const accountNumber = '1234567801';
const mostOrders = 8;

export interface PayersParts {
  readonly desk: Desk;
  readonly notes: Notes;
  readonly post: PostOffice;
  readonly bank: BankSide;
  readonly db: Db;
  readonly cardDataKey: string;
}

/** The payers with their tabs, and all that they do in their browsers, at their banks and on their phones. */
export interface Payers {
  readonly orders: readonly string[];
  act(actor: Actor, place: Place, action: Action): Promise<void>;
  /** At the end: what is pending is paid, refused, or left to its second signatory, who never comes. */
  endPending(): Promise<void>;
}

function fromNewest<Value>(values: readonly Value[], back: number): Value | undefined {
  return values.length === 0 ? undefined : values[values.length - 1 - (back % values.length)];
}

export function createPayers({ desk, notes, post, bank, db, cardDataKey }: PayersParts): Payers {
  const orders: string[] = [];
  const ways: Way[] = [];
  const asked: AskedInit[] = [];
  const carrier = openCarrierSide(db);

  /** What is paid late is said by the bank until it is heard. */
  const mayBeSilent = (way: Way) => bank.now() - way.begunAt < silenceMs;

  function addWay(way: Omit<Way, 'begunAt'>): void {
    if (!ways.some(({ number }) => number === way.number)) ways.push({ ...way, begunAt: bank.now() });
  }

  async function create(actor: Actor, place: Place): Promise<void> {
    const request = { accountNumber, payOption: 'current', amount, email: 'payer@example.com' };
    const answer = await desk.ask(actor, place, calls['transaction.create'], request);
    if (answer.status === 200) orders.push(calls['transaction.create'].response.parse(answer.body).transactionRefId);
  }

  async function init(actor: Actor, place: Place, { refid, choice, key }: AskedInit): Promise<void> {
    const paymentRequest = await paymentRequestOf(choice, cardDataKey);
    const answer = await desk.ask(
      actor,
      place,
      calls['payment.init'],
      { refid, shownAmount: amount, paymentRequest },
      key,
    );
    if (answer.status !== 200) return;
    const { onward } = calls['payment.init'].response.parse(answer.body);
    if (onward === null) return;
    if (onward.kind === 'tac') {
      const attempt = await db
        .selectFrom('attempts')
        .select('number')
        .where('order_refid', '=', refid)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return attempt && addWay({ refid, number: attempt.number, at: 'carrier', door: null });
    }
    if (onward.kind === 'redirect') {
      const { url, fields } = onward;
      const number = fields['fpx_sellerExOrderNo'] ?? fields['PaymentID'];
      if (number !== undefined) return addWay({ refid, number, at: 'bank', door: { url, fields: { ...fields } } });
    }
    const known = bank.listPayments().find(({ session, details }) => {
      if (onward.kind === 'redirect') return session === onward.fields['session'];
      return details['code'] === (onward.kind === 'qr' ? onward.payload : onward.text);
    });
    if (known !== undefined) addWay({ refid, number: known.number, at: 'bank', door: null });
  }

  async function press(actor: Actor, place: Place, way: Way, action: Action & { readonly do: 'press' }): Promise<void> {
    const { button, isSilent, then } = action;
    if (way.at === 'carrier') {
      return payByMobile({ desk, db }, actor, place, { refid: way.refid, index: ways.indexOf(way), button });
    }
    if (way.door !== null && bank.find(way.number) === null) await bank.openPage(way.door);
    await actor.step();
    const sent = bank.press(way.number, button, !isSilent || !mayBeSilent(way));
    notes.log.push(`  press ${button} ${way.number.slice(0, 4)}: ${sent.length} letters`);
    post.take(sent);
    for (const channel of then) {
      const letter = sent.find(({ to }) => 'callback' in to === (channel === 'callback'));
      if (letter !== undefined) await post.bring(actor, place, letter);
    }
  }

  async function settle(way: Way, isPaid: boolean, isSilent: boolean): Promise<void> {
    if (way.at === 'carrier') return carrier.settle(way.number, isPaid);
    const sent = bank.settle(way.number, isPaid ? 'approved' : 'declined', !isSilent || !mayBeSilent(way));
    notes.log.push(`  settle ${way.number.slice(0, 4)}, paid: ${isPaid}: ${sent.length} letters`);
    post.take(sent);
  }

  /** Whoever has paid puts the account on auto debit: its card is verified by an authorisation of RM1. */
  async function register(actor: Actor, place: Place, refid: string, card: CardChoice): Promise<void> {
    await desk.ask(actor, place, calls['autodebit.sendOtp'], { refid });
    await actor.step();
    const otp = (await readCode(db, 'otp')) ?? '000000';
    const answer = await desk.ask(actor, place, calls['autodebit.verifyOtp'], { refid, otp });
    const registration = answer.status === 200 ? calls['autodebit.verifyOtp'].response.parse(answer.body) : null;
    if (registration?.state === 'card-needed') {
      const cardDetails = await encryptCard(cardDataKey, card);
      await desk.ask(actor, place, calls['autodebit.card'], { refid, cardDetails });
    }
    for (const { number } of await db.selectFrom('card_verifications').select('number').orderBy('id').execute()) {
      if (bank.find(number)?.state === 'open') addWay({ refid, number, at: 'bank', door: null });
    }
  }

  return {
    orders,
    async act(actor, place, action) {
      notes.figures.count('commands');
      switch (action.do) {
        case 'create':
          return orders.length < mostOrders ? create(actor, place) : undefined;
        case 'init': {
          const refid = fromNewest(orders, action.order);
          if (refid === undefined) return;
          const before = action.isRetry ? asked.findLast((one) => one.refid === refid) : undefined;
          const next = before ?? { refid, choice: action.choice, key: randomUUID() };
          if (before === undefined) asked.push(next);
          return init(actor, place, next);
        }
        case 'press':
        case 'settle': {
          const way = fromNewest(ways, action.attempt);
          if (way === undefined) return;
          return action.do === 'press' ? press(actor, place, way, action) : settle(way, action.isPaid, action.isSilent);
        }
        case 'bring':
        case 'forge': {
          const letter = fromNewest(post.letters, action.letter);
          if (letter === undefined) return;
          return action.do === 'bring'
            ? post.bring(actor, place, letter)
            : post.bringForged(actor, place, letter, action.how);
        }
        case 'result':
        case 'cancel':
        case 'register': {
          const refid = fromNewest(orders, action.order);
          if (refid === undefined) return;
          if (action.do === 'register') return register(actor, place, refid, action.card);
          const call = action.do === 'result' ? calls['payment.result'] : calls['payment.cancel'];
          await desk.ask(actor, place, call, { refid });
          return;
        }
        case 'work':
          return desk.work(actor, place);
      }
    },
    async endPending() {
      for (const [index, way] of ways.entries()) {
        const isLeft = index % 3 === 2 && bank.find(way.number)?.state === 'pending-approval';
        if (!isLeft) await settle(way, index % 3 === 0, false);
      }
    },
  };
}
