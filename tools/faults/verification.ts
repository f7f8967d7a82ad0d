import { setTimeout as pause } from 'node:timers/promises';
import type { Payer } from '../payer/payer';
import type { Ledger, Payment, StackClient } from '../stack/client';

export interface CaseResult {
  name: string;
  /** Failed checks; empty when the case passed. */
  failures: string[];
  seconds: number;
  note: string;
}

/** A payment of a case. */
export interface CasePayment {
  refid: string;
  /** The payer's e-mail address. */
  email: string;
  /** `any`: the payment may have expired. */
  expectedOutcome: 'paid' | 'unpaid' | 'any';
  /** The account whose bills auto debit charges after the payment, and how many. */
  charged?: { accountNumber: string; times: number };
}

export interface FinishedCase {
  result: CaseResult;
  payments: readonly CasePayment[];
}

/** The claim of a killed process on a job expires after two minutes of real time. */
const claimMs = 122_000;

/** An error of the ledger; `refid` is null when it belongs to no payment. */
interface LedgerError {
  refid: string | null;
  message: string;
}

const unknownPayment = 'the backend does not know the payment';
const unpaidStatuses = new Set(['failed', 'cancelled', 'expired', 'session-expired']);
const finalStates = new Set(['successful', 'failed', 'expired', 'cancelled']);
/** States of a card verification whose RM1 was reversed or never taken. */
const reversedStates = new Set(['reversed', 'refused']);

/** ISO 8601 durations in which every enquiry, expiry and reversal becomes due. */
const durations = ['PT2M', 'PT20M', 'PT2H', 'P1D', 'P2D', 'P3D', 'P6D'];

/**
 * Compares the backend's ledger with the simulated banks: every payment that a bank confirmed is credited once or in review once, no other
 * payment is, no attempt is left open, the biller has each credit of a bill payment once, and each refund was made once.
 */
async function findLedgerErrors(stack: StackClient): Promise<LedgerError[]> {
  const { payments, credits, postings, refunds, reversals, verifications, balanced } = await stack.readLedger();
  const errors: LedgerError[] = balanced ? [] : [{ refid: null, message: 'the ledger does not balance' }];
  const references = credits.map(({ gateway, gatewayReference }) => `${gateway} ${gatewayReference}`);
  if (new Set(references).size !== references.length) {
    errors.push({ refid: null, message: 'one gateway reference is credited twice' });
  }
  for (const refid of new Set(payments.map((payment) => payment.refid))) {
    const payment = await stack.findPayment(refid);
    const own = credits.filter((credit) => credit.refid === refid);
    const messages = payment === null ? [unknownPayment] : await checkPayment(stack, payment, own);
    errors.push(...messages.map((message) => ({ refid, message })));
  }
  for (const { refid, reference, accountNumber, status } of postings) {
    const posted = (await stack.readBillerAccount(accountNumber)).postings.filter((one) => one.reference === reference);
    if (status !== 'accepted' && status !== 'cancelled')
      errors.push({ refid, message: `a posting is stuck as ${status}` });
    const expected = status === 'cancelled' ? 0 : 1;
    if (posted.length !== expected) errors.push({ refid, message: `the biller has a credit ${posted.length} times` });
  }
  for (const refund of refunds) errors.push(...(await findRefundErrors(stack, refund)));
  for (const { refid, reference, accountNumber, status } of reversals) {
    const posted = (await stack.readBillerAccount(accountNumber)).postings.filter((one) => one.reference === reference);
    if (status !== 'accepted') errors.push({ refid, message: `a reversal is stuck as ${status}` });
    if (posted.length !== 1) errors.push({ refid, message: `the biller has a reversal ${posted.length} times` });
  }
  for (const { refid, number, state } of verifications) {
    const atBank = await stack.findBankPayment(number);
    if (!reversedStates.has(state)) errors.push({ refid, message: `RM1 of a verification is ${state}` });
    if (atBank?.state === 'approved') errors.push({ refid, message: 'RM1 of a verification was not reversed' });
  }
  return errors;
}

/** Gateways without an idempotency key: whether a refund was made before a kill a person finds out, and it is never sent again. */
const withoutKey = new Set(['eghl', 'm2u']);

/** Compares a refund with the simulated bank: it is made once, or, without a key, left to a person and never made twice. */
async function findRefundErrors(
  stack: StackClient,
  { refid, number, amount, status, gateway }: Ledger['refunds'][number],
): Promise<LedgerError[]> {
  const made = (await stack.findBankPayment(number))?.refunds.filter(({ state }) => state === 'refunded') ?? [];
  const isLeftToPerson = withoutKey.has(gateway) && status === 'sent' && made.length <= 1;
  if (isLeftToPerson) return [];
  const isMadeOnce = made.length === 1 && made[0]?.amount === amount;
  return [
    ...(isMadeOnce ? [] : [{ refid, message: `the gateway has made a refund ${made.length} times` }]),
    ...(status === 'succeeded' ? [] : [{ refid, message: `a refund is stuck as ${status}` }]),
  ];
}

async function checkPayment(
  stack: StackClient,
  { state, status, attempts, reviews }: Payment,
  credits: Ledger['credits'],
): Promise<string[]> {
  const errors: string[] = [];
  const entries = [...credits, ...reviews];
  let confirmed = 0;
  for (const attempt of attempts) {
    if (!finalStates.has(attempt.state)) errors.push(`an attempt is stuck as ${attempt.state}`);
    const atBank = attempt.method === 'dcb' ? null : await stack.findBankPayment(attempt.number);
    if (atBank?.state !== 'approved') continue;
    confirmed += 1;
    const booked = entries.filter(({ gatewayReference }) => gatewayReference === atBank.reference);
    if (booked.length !== 1) errors.push(`a confirmed payment is in the ledger ${booked.length} times`);
    if (booked.some(({ amount }) => amount !== atBank.amount)) errors.push('the ledger and the bank differ in amount');
  }
  const isByMobile = attempts.some(({ method }) => method === 'dcb');
  if (!isByMobile && entries.length > confirmed) errors.push('the ledger has money that no bank confirmed');
  if (credits.length > 1) errors.push(`credited ${credits.length} times`);
  if (state === 'open') errors.push('the order is open after its deadline');
  if ((state === 'paid') !== (credits.length === 1))
    errors.push(`the order is ${state} with ${credits.length} credits`);
  if (reviews.length > 0 ? status !== 'review' : (status === 'successful') !== (state === 'paid')) {
    errors.push(`shown as ${status}, ${state} in the ledger, ${reviews.length} in review`);
  }
  return errors;
}

/** Compares the statuses that a payer was shown with the ledger and the bank. */
export async function findWrongStatuses(stack: StackClient, { refid, shownStatuses }: Payer): Promise<string[]> {
  if (refid === null) return ['the payer has never seen a payment'];
  const payment = await stack.findPayment(refid);
  if (payment === null) return [unknownPayment];
  const { credits } = await stack.readLedger();
  const isCredited = credits.some((credit) => credit.refid === refid);
  const errors: string[] = [];
  if (shownStatuses.includes('successful') && !isCredited && payment.reviews.length === 0) {
    errors.push('the payer was shown a successful payment, and nothing is credited');
  }
  const last = shownStatuses.at(-1) ?? '';
  const atBanks = await Promise.all(payment.attempts.map(({ number }) => stack.findBankPayment(number)));
  if (unpaidStatuses.has(last) && atBanks.some((bank) => bank?.state === 'approved')) {
    errors.push(`the payer was last shown '${last}', and the bank has the money`);
  }
  return errors;
}

/** Checks a payment's outcome and its receipt. */
async function checkOutcome(
  stack: StackClient,
  { refid, email, expectedOutcome, charged }: CasePayment,
): Promise<string[]> {
  const payment = await stack.findPayment(refid);
  if (payment === null) return [unknownPayment];
  const credits = (await stack.readLedger()).credits.filter((credit) => credit.refid === refid);
  const booked = credits.length + payment.reviews.length;
  const errors: string[] = [];
  if (expectedOutcome === 'paid' && booked === 0) errors.push(`not credited, the order is ${payment.state}`);
  if (expectedOutcome === 'unpaid' && booked > 0) errors.push('the payer did not pay, and the ledger has money');
  const receipts = (await stack.readMessages(email)).filter(({ kind }) => kind === 'receipt');
  const expectedReceipts = credits.length + (charged?.times ?? 0);
  if (receipts.length !== expectedReceipts) errors.push(`${receipts.length} receipts for ${expectedReceipts} credits`);
  if (charged !== undefined) {
    const { balance, postings } = await stack.readBillerAccount(charged.accountNumber);
    const times = postings.length - credits.length;
    if (times !== charged.times || balance !== 0) errors.push(`charged ${times} times, and ${balance} sen are owed`);
  }
  return errors;
}

async function verify(stack: StackClient, cases: readonly FinishedCase[]) {
  for (const duration of durations) await stack.advanceClock(duration);
  const errors = await findLedgerErrors(stack);
  const failuresByCase = new Map<FinishedCase, string[]>();
  for (const one of cases) {
    const refids = new Set<string | null>(one.payments.map(({ refid }) => refid));
    const failures = errors.filter(({ refid }) => refids.has(refid)).map(({ message }) => message);
    for (const payment of one.payments) failures.push(...(await checkOutcome(stack, payment)));
    failuresByCase.set(one, failures);
  }
  const known = new Set<string | null>(cases.flatMap(({ payments }) => payments.map(({ refid }) => refid)));
  return {
    failuresByCase,
    otherFailures: errors.filter(({ refid }) => !known.has(refid)).map(({ message }) => message),
  };
}

/**
 * Advances the clock past all timeouts and verifies the ledger. Remaining jobs may be claimed by a process that was killed, so a failed
 * verification is repeated once such claims have expired. Returns the result of each case, and one for errors that belong to none.
 */
export async function verifyAll(stack: StackClient, cases: readonly FinishedCase[]): Promise<CaseResult[]> {
  const end = Date.now();
  let { failuresByCase, otherFailures } = await verify(stack, cases);
  const hasNewErrors = (one: FinishedCase) => one.result.failures.length === 0 && failuresByCase.get(one)?.length !== 0;
  if (otherFailures.length > 0 || cases.some(hasNewErrors)) {
    await pause(Math.max(0, end + claimMs - Date.now()));
    ({ failuresByCase, otherFailures } = await verify(stack, cases));
  }
  const results = cases.map((one) => {
    const failures = [...new Set([...one.result.failures, ...(failuresByCase.get(one) ?? [])])];
    return { ...one.result, failures };
  });
  return [...results, { name: 'the ledger after all cases', failures: otherFailures, seconds: 0, note: '' }];
}

/** Describes a result in one line, with another line for each failure. */
export function describeResult({ name, failures, seconds, note }: CaseResult, label = ''): string {
  const time = `${seconds.toFixed(1)} s`.padStart(7);
  const line = `${failures.length === 0 ? '✓' : '✗'} ${label}${time}  ${name.padEnd(66)}  ${note}`;
  return [line.trimEnd(), ...failures.map((message) => `    ${message}`)].join('\n');
}
