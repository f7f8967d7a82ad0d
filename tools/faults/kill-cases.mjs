import { setTimeout as pause } from 'node:timers/promises';
import { findLies } from './judge.mjs';
import { makeOrder, makeSubject } from './journeys.mjs';
import { ask } from './seen-stack.mjs';

/** @typedef {import('./stack.mjs').Stack} Stack */
/** @typedef {import('./journeys.mjs').Journey} Journey */
/** @typedef {{ work: string, at: string, number: number }} Step */
/** @typedef {import('./judge.mjs').CaseResult} CaseResult */
/** @typedef {import('./judge.mjs').PlayedCase} PlayedCase */

/** Jobs begin by themselves: how long a death is waited for after all else is done, ms. */
const deathMs = 3_000;

/** The first commit of a call that changes state claims its key: that is the same in each. @param {Step} step */
const isKeyClaim = ({ work, at, number }) =>
  work.includes('.') && number === 1 && (at === 'before-commit' || at === 'committed');

/** Steps that do not depend on the way to pay are died at in one journey alone. @param {Step} step */
const isShared = (step) => isKeyClaim(step) || step.work === 'deliver-message';

/** What tells a step from others that matter. @param {Step} step */
export const essenceOf = (step) => (isKeyClaim(step) ? `key ${step.at}` : nameStep(step));

const neverPassed = 'the step was never passed';

/** @param {Step} step */
export const nameStep = ({ work, at, number }) => `${work} ${at} ${number}`;

/**
 * A backend that has just been started asks for the banks once more: what it has of them by then is no step of a payment.
 *
 * @param {Stack} stack
 */
export async function warmUp(stack) {
  await stack.healthy();
  const page = await ask(await makeOrder(stack, makeSubject()));
  await page.arrayBuffer();
}

/**
 * Which steps a journey passes: those of the work that it is there for, in their order.
 *
 * @param {Stack} stack
 * @param {Journey} journey
 * @returns {Promise<Step[]>}
 */
async function rehearse(stack, { works, play }) {
  await stack.control('steps', {});
  const subject = makeSubject();
  await play(stack, subject);
  // Reading them runs what is due.
  await stack.control(`messages?to=${subject.email}`);
  /** @type {Step[]} */
  const passed = await stack.control('steps');
  return passed.filter(({ work }) => works.includes(work));
}

/**
 * @typedef {object} KillCase
 * @property {Journey} journey
 * @property {Step} step
 */

/**
 * Plays journeys once with nothing wrong, and gives every step at which the backend is to die.
 *
 * @param {Stack} stack
 * @param {readonly Journey[]} wanted
 * @returns {Promise<KillCase[]>}
 */
export async function listKillCases(stack, wanted) {
  await warmUp(stack);
  /** @type {KillCase[]} */
  const cases = [];
  for (const journey of wanted) {
    for (const step of await rehearse(stack, journey)) {
      const isKnown =
        isShared(step) && cases.some((one) => isShared(one.step) && essenceOf(one.step) === essenceOf(step));
      if (!isKnown) cases.push({ journey, step });
    }
  }
  return cases;
}

/**
 * The backend dies at a step of a payer's journey, and is started again; the payer goes on.
 *
 * @param {Stack} stack
 * @param {KillCase} one
 * @returns {Promise<PlayedCase>}
 */
async function playKillCase(stack, { journey, step }) {
  const began = performance.now();
  const subject = makeSubject();
  const { backend } = stack.processes;
  /** @type {string[]} */
  const broken = [];
  /** @type {string | null} */
  let refid = null;
  let note = '';
  try {
    await warmUp(stack);
    const deathsBefore = backend.deaths.length;
    await stack.control('steps', { killAt: step });
    const payer = await journey.play(stack, subject);
    refid = payer.refid;
    const deadline = Date.now() + deathMs;
    while (backend.deaths.length === deathsBefore && Date.now() < deadline) {
      await stack.control(`messages?to=${subject.email}`);
      await pause(50);
    }
    const deaths = backend.deaths.slice(deathsBefore);
    if (deaths.length !== 1 || deaths[0] !== 'SIGKILL') {
      broken.push(deaths.length === 0 ? neverPassed : `it died of ${deaths.join(', ')}`);
    }
    note = payer.told.join(' → ') || 'left';
    await stack.healthy();
    broken.push(...(await findLies(stack, payer)));
  } catch (error) {
    broken.push(error instanceof Error ? error.message : String(error));
  }
  const seconds = (performance.now() - began) / 1000;
  const name = `${journey.name}: ${nameStep(step)}`;
  const visits = refid === null ? [] : [{ refid, email: subject.email, ends: journey.ends }];
  return { result: { name, broken, seconds, note }, visits };
}

/**
 * Plays every case on one stack; the books are still to be judged.
 *
 * @param {Stack} stack
 * @param {readonly KillCase[]} cases
 * @param {(result: CaseResult) => void} tell
 * @returns {Promise<PlayedCase[]>}
 */
export async function playKillCases(stack, cases, tell) {
  // Jobs first: by the time that the others are done, what they had claimed can be taken over.
  const isJob = (/** @type {KillCase} */ { step }) => !step.work.includes('.');
  const sorted = [...cases].sort((one, other) => Number(isJob(other)) - Number(isJob(one)));
  /** @type {PlayedCase[]} */
  const played = [];
  for (const one of sorted) {
    let last = await playKillCase(stack, one);
    // What happens at once has an order of its own each time: a step that was not passed is sought again.
    for (let again = 0; again < 2 && last.result.broken.includes(neverPassed); again += 1) {
      last = await playKillCase(stack, one);
    }
    played.push(last);
    tell(last.result);
  }
  return played;
}
