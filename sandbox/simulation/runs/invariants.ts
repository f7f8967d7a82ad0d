import { sql } from 'kysely';
import {
  attemptStates,
  hasEnded,
  canTransition,
  orderStates,
  type AttemptState,
} from '@/lib/domain/payment/payment-states';
import { lostAnswerOf } from './figures';
import type { SimulatedSystem } from '../system/system';

const isAttemptState = (state: string): state is AttemptState => attemptStates.some((known) => known === state);

/** Each step of an attempt's history must be a transition of the state table, from 'created' to the current state. */
function isPath(states: readonly string[], last: AttemptState): boolean {
  let at: AttemptState | null = null;
  for (const state of states) {
    if (!isAttemptState(state)) return false;
    if (at === null ? state !== 'created' : !canTransition(at, state)) return false;
    at = state;
  }
  return at === last;
}

/**
 * Checks the invariants at the end of a run: every payment that a bank has confirmed is credited once, to each of its accounts, or held for review, nothing else is
 * credited, the biller has each credit and each registration once, nothing is stuck, each history is a path of the state table, and pages show the stored state.
 * Returns the violations.
 */
export async function findViolations({
  db,
  orders,
  bank,
  confirmed: confirmedOrders,
  figures,
  listConfirmed,
  readStatus,
}: SimulatedSystem): Promise<readonly string[]> {
  const broken: string[] = [];
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) broken.push(what);
  };
  const attempts = await db.selectFrom('attempts').selectAll().orderBy('id').execute();
  const credits = await db.selectFrom('credits').selectAll().execute();
  const reviews = await db
    .selectFrom('reviews')
    .leftJoin('review_closings', (join) => join.on('review_closings.entry', '=', sql<string>`'money-' || reviews.id`))
    .selectAll('reviews')
    .select('review_closings.decision')
    .execute();
  const refunds = await db.selectFrom('refunds').select('credit_id').execute();
  const postings = await db.selectFrom('postings').selectAll().execute();
  const atBiller = await db.selectFrom('sandbox_biller_postings').selectAll().execute();
  const registrations = await db.selectFrom('auto_debits').select('mandate').execute();
  const mandates = await db.selectFrom('mandates').selectAll().execute();
  const mandatesAtBiller = await db.selectFrom('sandbox_biller_mandates').selectAll().execute();
  const history = await db.selectFrom('payment_history').selectAll().orderBy('id').execute();
  const known = await db.selectFrom('orders').selectAll().execute();
  const parts = await db.selectFrom('order_accounts').selectAll().execute();
  const receipts = await db.selectFrom('outbox').selectAll().where('kind', '=', 'receipt').execute();
  const jobs = await db.selectFrom('jobs').selectAll().execute();

  const checks = await db.selectFrom('card_verifications').selectAll().execute();

  const confirmed = await listConfirmed();
  /** Money of orders that had ended before. */
  const countLate = (money: readonly { readonly order_refid: string; readonly at: Date }[]) =>
    money.filter(({ order_refid: refid, at }) =>
      history.some(
        (entry) =>
          entry.order_refid === refid &&
          entry.attempt_id === null &&
          (entry.state === 'expired' || entry.state === 'cancelled') &&
          entry.at < at,
      ),
    ).length;
  figures.count('orders', known.length);
  figures.count('orders of several accounts', known.filter(({ account_count: count }) => count > 1).length);
  figures.count('attempts', attempts.length);
  figures.count('payments confirmed by a bank', confirmed.length);
  for (const { by } of confirmed) figures.count(`of them by ${by}`);
  figures.count('cards verified', checks.filter(({ approved_at }) => approved_at !== null).length);
  figures.count('credits', credits.length);
  figures.count('reviews', reviews.length);
  figures.count('late money credited', countLate(credits));
  figures.count('late money held', countLate(reviews));
  for (const [call, times] of bank.listLostAnswers()) figures.count(lostAnswerOf(call), times);
  for (const { decision } of reviews) {
    if (decision === 'applied' || decision === 'returned') figures.count(`reviews ${decision}`);
  }

  for (const payment of confirmed) {
    const attempt = attempts.find(({ number }) => number === payment.number);
    if (attempt === undefined) {
      const isCheck = checks.some(({ number }) => number === payment.number);
      broken.push(isCheck ? 'a card verification was not reversed' : 'a bank was paid for an unknown attempt');
      continue;
    }
    const credited = credits.filter((credit) => credit.attempt_id === attempt.id);
    const kept = reviews.filter((review) => review.attempt_id === attempt.id && review.decision !== 'applied');
    const order = known.find(({ refid }) => refid === attempt.order_refid);
    const count = order?.account_count ?? 1;
    expect(
      (credited.length === count && kept.length === 0) || (credited.length === 0 && kept.length === 1),
      `a payment of ${count} accounts that its bank confirmed was credited ${credited.length} times and kept for review ${kept.length} times`,
    );
    const sum = [...credited, ...kept].reduce((total, { amount }) => total + amount, 0);
    expect(
      sum === payment.amount &&
        [...credited, ...kept].every(({ gateway_reference: reference }) => reference === payment.reference),
      'confirmed money is in the books with another amount or reference',
    );
    for (const part of parts.filter(({ order_refid: refid }) => credited.length > 0 && refid === attempt.order_refid)) {
      const own = credited.filter(({ account_number: account }) => account === part.account_number);
      expect(
        own.length === 1 && own[0]?.amount === part.amount,
        `an account of a payment of several was credited ${own.length} times`,
      );
    }
  }
  const isConfirmed = (attemptId: number) => {
    const number = attempts.find(({ id }) => id === attemptId)?.number;
    return confirmed.some((payment) => payment.number === number);
  };
  for (const { attempt_id } of [...credits, ...reviews]) {
    expect(isConfirmed(attempt_id), 'money is in the books that no bank has confirmed');
  }

  for (const { id, amount } of credits) {
    const posted = postings.filter((posting) => posting.credit_id === id);
    expect(posted.length === 1, `a credit of a bill payment has ${posted.length} postings`);
    for (const { reference, receipt_number, state } of posted) {
      const taken = atBiller.filter((one) => one.reference === reference && one.amount === amount);
      // A payment that was refunded before it was sent is not sent.
      const isCancelled = state === 'cancelled' && refunds.some(({ credit_id }) => credit_id === id);
      expect(state === 'accepted' || isCancelled, `a posting is ${state} after 12 days`);
      expect(
        taken.length === (isCancelled ? 0 : 1),
        `the biller has a credit ${taken.length} times, which is ${state}`,
      );
      expect(isCancelled || receipt_number !== null, 'an accepted posting has no receipt number');
    }
  }
  expect(
    atBiller.every(({ reference, reverses }) => postings.some((one) => one.reference === (reverses ?? reference))),
    'the biller has a payment of no credit',
  );

  for (const { mandate } of registrations) {
    const [request, ...others] = mandates.filter(({ reference }) => reference === mandate);
    expect(request?.state === 'accepted' && others.length === 0, `a registration's mandate is ${request?.state}`);
    expect(
      mandatesAtBiller.some(({ reference }) => reference === mandate),
      'the biller has no mandate of a registration',
    );
  }
  expect(
    mandates.length === registrations.length && mandatesAtBiller.length === registrations.length,
    `${registrations.length} registrations have ${mandates.length} mandates, ${mandatesAtBiller.length} at the biller`,
  );

  const spans = attempts.map(({ id, order_refid: refid }) => {
    const states = history.filter((entry) => entry.attempt_id === id && entry.state !== 'review');
    const [first] = states;
    // Late money changes an attempt again that has ended.
    const end = states.find(({ state }) => isAttemptState(state) && hasEnded(state));
    const several = parts.filter((part) => part.order_refid === refid).map((part) => part.account_number);
    const account = known.find((order) => order.refid === refid)?.bill_account;
    const accounts = typeof account === 'string' ? [account] : several;
    return { refid, accounts, states, from: first?.id ?? 0, begunAt: first?.at, until: end?.id ?? Infinity };
  });
  // An attempt that was only redirected, or waits for its approval, makes others ask for fifteen minutes: decision 0020.
  const counts = ({ states, begunAt, from, until }: (typeof spans)[number], entry: number) => {
    if (entry <= from || entry >= until) return false;
    const state = states.findLast(({ id }) => id < entry)?.state;
    const at = history.find(({ id }) => id === entry)?.at;
    const isUnpaid = state === 'redirected' || state === 'pending-approval';
    return !isUnpaid || begunAt === undefined || at === undefined || at.getTime() < begunAt.getTime() + 15 * 60_000;
  };
  for (const { refid, accounts, from } of spans.filter((span) => !confirmedOrders.has(span.refid))) {
    const isOther = (span: (typeof spans)[number]) =>
      span.refid !== refid && span.accounts.some((account) => accounts.includes(account));
    const others = spans.filter(isOther);
    expect(
      !others.some((other) => counts(other, from)),
      'a payment of a bill began beside another one of the whole balance, and its payer had not confirmed it',
    );
  }

  for (const attempt of attempts) {
    const states = history.flatMap((entry) =>
      entry.attempt_id === attempt.id && entry.state !== 'review' ? [entry.state] : [],
    );
    expect(isPath(states, attempt.state), `an attempt went ${states.join(' → ')} and is ${attempt.state}`);
    expect(hasEnded(attempt.state), `an attempt is stuck as ${attempt.state}`);
    const isDuplicate = attempt.reason_code === '45' || attempt.reason_code === 'XN';
    expect(!isDuplicate, 'a repeated request was taken for a state of its payment');
    const isCredited = credits.some((credit) => credit.attempt_id === attempt.id);
    expect((attempt.state === 'successful') === isCredited, `an attempt is ${attempt.state}, credited: ${isCredited}`);
  }
  for (const { state } of checks) {
    expect(state === 'reversed' || state === 'refused', `a card verification is stuck as ${state}`);
  }
  const paidBy = new Set(credits.map((credit) => credit.attempt_id));
  expect(receipts.length === paidBy.size, `${receipts.length} receipts for ${paidBy.size} credited payments`);
  const late = jobs.filter(({ kind }) => kind !== 'deliver-message');
  expect(late.length === 0, `after 12 days there is still to do: ${late.map(({ kind }) => kind).join(', ')}`);

  for (const order of known) {
    const isPaid = credits.some((credit) => credit.order_refid === order.refid);
    const isKept = reviews.some((review) => review.order_refid === order.refid && review.decision === null);
    expect(order.state !== 'open', 'an order is open after its deadline');
    expect((order.state === 'paid') === isPaid, `an order is ${order.state}, credited: ${isPaid}`);
    expect(order.held_for_review === isKept, `an order is held for review: ${order.held_for_review}, kept: ${isKept}`);
    const states = history.flatMap(({ order_refid, attempt_id, state }) =>
      order_refid === order.refid && attempt_id === null && orderStates.some((known) => known === state) ? [state] : [],
    );
    expect(
      ['paid', 'cancelled', 'expired', 'expired paid', 'cancelled paid'].includes(states.slice(1).join(' ')) &&
        states[0] === 'open' &&
        states.at(-1) === order.state,
      `an order went ${states.join(' → ')} and is ${order.state}`,
    );
    // Exact money for an order that nobody else has paid is credited even when late.
    const kept = reviews.filter((review) => review.order_refid === order.refid);
    const isExact = kept.length === 1 && kept[0]?.amount === order.total && kept[0].decision === null;
    expect(!isExact || order.state !== 'expired', 'exact late money for an unpaid order is held for review');
    if (!orders.includes(order.refid)) continue;
    const shown = await readStatus(order.refid);
    expect((shown === 'successful') === isPaid, `an order is shown as ${shown}, credited: ${isPaid}`);
    if (isKept && !isPaid) expect(shown === 'review', `money kept for review is shown as ${shown}`);
  }
  return broken;
}
