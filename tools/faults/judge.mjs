import { setTimeout as pause } from 'node:timers/promises';

/** @typedef {import('./seen-stack.mjs').SeenStack} Stack */

/** @typedef {{ name: string, broken: string[], seconds: number, note: string }} CaseResult */

/**
 * @typedef {object} Visit a payment that somebody was about
 * @property {string} refid
 * @property {string} email the payer's
 * @property {'paid' | 'unpaid' | 'either'} ends what it had to come to
 */

/** @typedef {{ result: CaseResult, visits: readonly Visit[] }} PlayedCase */

/** What a process had claimed when it was killed is free again after two minutes, of real time. */
const claimMs = 122_000;

/** A breach of what the product promises, and of which payment where it is of one. @typedef {{ refid: string | null, what: string }} Breach */

const unknownPayment = 'the payer was sent to a payment that does not exist';

/** Outcomes under which no money is kept. */
const unpaid = new Set(['failed', 'cancelled', 'expired', 'session-expired']);
const endedStates = new Set(['successful', 'failed', 'expired', 'cancelled']);
/** Where a verification's RM1 is with the payer again, or was never taken. */
const givenBack = new Set(['reversed', 'refused']);

/** Time enough for everything that the backend still means to do. */
const untilAllIsOver = ['PT2M', 'PT20M', 'PT2H', 'P1D', 'P2D', 'P3D', 'P6D'];

/**
 * Lets the time go by in which enquiries, expiries and reversals are done.
 *
 * @param {Stack} stack
 */
async function letTimePass(stack) {
  for (const advance of untilAllIsOver) await stack.control('clock', { advance });
}

/**
 * What of the promise is broken, whatever was done: every payment that a bank has confirmed is credited once, or kept for review once; no
 * other is; nothing is stuck. Asked from outside: the books of the backend against those of the banks.
 *
 * @param {Stack} stack
 * @returns {Promise<Breach[]>}
 */
async function findBreaches(stack) {
  const { payments, credits, verifications, balanced } = await stack.control('ledger');
  /** @type {Breach[]} */
  const breaches = balanced ? [] : [{ refid: null, what: 'the ledger does not balance' }];
  const references = credits.map(
    (/** @type {any} */ { gateway, gatewayReference }) => `${gateway} ${gatewayReference}`,
  );
  if (new Set(references).size !== references.length) {
    breaches.push({ refid: null, what: 'one movement of money is credited twice' });
  }
  /** @type {Set<string>} */
  const refids = new Set(payments.map((/** @type {any} */ { refid }) => refid));
  for (const refid of refids) {
    const history = await stack.findPayment(refid);
    const own = credits.filter((/** @type {any} */ credit) => credit.refid === refid);
    for (const what of await judgePayment(stack, history, own)) breaches.push({ refid, what });
  }
  for (const { refid, number, state } of verifications) {
    const bank = await stack.askBank(number);
    if (!givenBack.has(state)) breaches.push({ refid, what: `RM1 of a verification is ${state}` });
    if (bank?.state === 'approved') breaches.push({ refid, what: 'RM1 of a verification was not given back' });
  }
  return breaches;
}

/**
 * @param {Stack} stack
 * @param {any} history of `GET /sandbox/payments/{refid}`
 * @param {readonly any[]} credits of this payment
 * @returns {Promise<string[]>}
 */
async function judgePayment(stack, { state, status, attempts, reviews }, credits) {
  /** @type {string[]} */
  const broken = [];
  const entries = [...credits, ...reviews];
  let confirmed = 0;
  for (const attempt of attempts) {
    if (!endedStates.has(attempt.state)) broken.push(`an attempt is stuck as ${attempt.state}`);
    const bank = attempt.method === 'dcb' ? null : await stack.askBank(attempt.number);
    if (bank?.state !== 'approved') continue;
    confirmed += 1;
    const booked = entries.filter(({ gatewayReference }) => gatewayReference === bank.reference);
    if (booked.length !== 1) broken.push(`what its bank confirmed stands in the books ${booked.length} times`);
    if (booked.some(({ amount }) => amount !== bank.amount)) broken.push('the books have another amount than the bank');
  }
  const isByMobile = attempts.some((/** @type {any} */ { method }) => method === 'dcb');
  if (!isByMobile && entries.length > confirmed) broken.push('the books have money that no bank has confirmed');
  if (credits.length > 1) broken.push(`credited ${credits.length} times`);
  if (state === 'open') broken.push('the order is open after its deadline');
  if ((state === 'paid') !== (credits.length === 1))
    broken.push(`the order is ${state} with ${credits.length} credits`);
  if (reviews.length > 0 ? status !== 'review' : (status === 'successful') !== (state === 'paid')) {
    broken.push(`shown as ${status}, ${state} in the books, ${reviews.length} for review`);
  }
  return broken;
}

/**
 * What a payer was told that is not so, as the books are now.
 *
 * @param {Stack} stack
 * @param {import('./payer.mjs').Payer} payer
 * @returns {Promise<string[]>}
 */
export async function findLies(stack, { refid, told }) {
  if (refid === null) return ['the payer has never seen a payment'];
  const payment = await stack.findPayment(refid);
  if (payment === null) return [unknownPayment];
  const { attempts, reviews } = payment;
  const { credits } = await stack.control('ledger');
  const isCredited = credits.some((/** @type {any} */ credit) => credit.refid === refid);
  /** @type {string[]} */
  const lies = [];
  if (told.includes('successful') && !isCredited && reviews.length === 0) {
    lies.push('the payer was told that the payment is successful, and nothing is credited');
  }
  const last = told.at(-1) ?? '';
  const banks = await Promise.all(attempts.map((/** @type {any} */ { number }) => stack.askBank(number)));
  if (unpaid.has(last) && banks.some((bank) => bank?.state === 'approved')) {
    lies.push(`the payer was told '${last}' at last, and the bank has the money`);
  }
  return lies;
}

/**
 * Whether a payment has come to what it had to.
 *
 * @param {Stack} stack
 * @param {Visit} visit
 * @returns {Promise<string[]>}
 */
async function findMissing(stack, { refid, email, ends }) {
  const payment = await stack.findPayment(refid);
  if (payment === null) return [unknownPayment];
  const { reviews, state } = payment;
  const { credits } = await stack.control('ledger');
  const own = credits.filter((/** @type {any} */ credit) => credit.refid === refid);
  /** @type {string[]} */
  const missing = [];
  if (ends === 'paid' && own.length + reviews.length === 0) missing.push(`never paid, the order is ${state}`);
  if (ends === 'unpaid' && own.length + reviews.length > 0) missing.push('nobody paid, and money is booked');
  const messages = await stack.control(`messages?to=${encodeURIComponent(email)}`);
  const receipts = messages.filter((/** @type {any} */ { kind }) => kind === 'receipt');
  if (receipts.length !== own.length) missing.push(`${receipts.length} receipts for ${own.length} credits`);
  return missing;
}

/**
 * @param {Stack} stack
 * @param {readonly PlayedCase[]} played
 * @returns {Promise<{ ofCase: Map<PlayedCase, string[]>, others: string[] }>}
 */
async function judge(stack, played) {
  await letTimePass(stack);
  const breaches = await findBreaches(stack);
  /** @type {Map<PlayedCase, string[]>} */
  const ofCase = new Map();
  for (const one of played) {
    const refids = one.visits.map(({ refid }) => refid);
    const broken = breaches.filter(({ refid }) => refid !== null && refids.includes(refid)).map(({ what }) => what);
    for (const visit of one.visits) broken.push(...(await findMissing(stack, visit)));
    ofCase.set(one, broken);
  }
  const known = new Set(played.flatMap(({ visits }) => visits.map(({ refid }) => refid)));
  const others = breaches.filter(({ refid }) => refid === null || !known.has(refid));
  return { ofCase, others: others.map(({ what }) => what) };
}

/**
 * Lets all time pass after everything was played, and judges the books. What is missing may be claimed by a process that was killed: it is
 * waited for as long as a claim holds.
 *
 * @param {Stack} stack
 * @param {readonly PlayedCase[]} played
 * @returns {Promise<CaseResult[]>} each with what is broken, and one for what belongs to none of them
 */
export async function judgeAll(stack, played) {
  const over = Date.now();
  let { ofCase, others } = await judge(stack, played);
  const isMissing = (/** @type {PlayedCase} */ one) => one.result.broken.length === 0 && ofCase.get(one)?.length !== 0;
  if (others.length > 0 || played.some(isMissing)) {
    await pause(Math.max(0, over + claimMs - Date.now()));
    ({ ofCase, others } = await judge(stack, played));
  }
  const brokenOf = (/** @type {PlayedCase} */ one) => [...new Set([...one.result.broken, ...(ofCase.get(one) ?? [])])];
  const results = played.map((one) => ({ ...one.result, broken: brokenOf(one) }));
  return [...results, { name: 'the books afterwards', broken: others, seconds: 0, note: '' }];
}
