import { setTimeout as pause } from 'node:timers/promises';
import { findWrongStatuses } from './verification';
import { createOrder, makeIdentity } from '../payer/identity';
import { fetchWithRetry, type Step } from '../stack/client';
import type { FaultStack } from './stack';
import type { Journey } from './journeys';
import type { CaseResult, FinishedCase } from './verification';

/** Milliseconds within which a backend job must reach the step once the payer has finished. */
const exitMs = 3_000;

/** The first commit of a call that changes state claims its idempotency key, which is the same for every call. */
const isKeyClaim = ({ work, at, number }: Step) =>
  work.includes('.') && number === 1 && (at === 'before-commit' || at === 'committed');

/** Steps that do not depend on the payment method are killed in one journey only. */
const isShared = (step: Step) => isKeyClaim(step) || step.work === 'deliver-message';

/** Steps with the same key are equivalent. */
export const stepKey = (step: Step) => (isKeyClaim(step) ? `key ${step.at}` : nameStep(step));

const notReached = 'the step was not reached';

export const nameStep = ({ work, at, number }: Step) => `${work} ${at} ${number}`;

/** Loads a payment page: the first one after a start makes the backend fetch the bank list. */
export async function warmUp(stack: FaultStack) {
  await stack.waitUntilHealthy();
  const page = await fetchWithRetry(await createOrder(stack, makeIdentity()));
  await page.arrayBuffer();
}

/** Runs a journey and returns the steps of its operations, in order. */
async function recordSteps(stack: FaultStack, { operations, run }: Journey): Promise<Step[]> {
  await stack.control('steps', {});
  const identity = makeIdentity();
  await run(stack, identity);
  // Reading messages runs the jobs that are due.
  await stack.readMessages(identity.email);
  return (await stack.readSteps()).filter(({ work }) => operations.includes(work));
}

export interface KillCase {
  journey: Journey;
  step: Step;
}

/** Runs journeys without faults; returns a case for each step at which to kill the backend. */
export async function listKillCases(stack: FaultStack, chosen: readonly Journey[]): Promise<KillCase[]> {
  await warmUp(stack);
  const cases: KillCase[] = [];
  for (const journey of chosen) {
    for (const step of await recordSteps(stack, journey)) {
      const isKnown = isShared(step) && cases.some((one) => isShared(one.step) && stepKey(one.step) === stepKey(step));
      if (!isKnown) cases.push({ journey, step });
    }
  }
  return cases;
}

/** Kills the backend at a step of a payer's journey; its supervisor restarts it, and the payer continues. */
async function runKillCase(stack: FaultStack, { journey, step }: KillCase): Promise<FinishedCase> {
  const start = performance.now();
  const identity = makeIdentity();
  const { backend } = stack.servers;
  const failures: string[] = [];
  let refid: string | null = null;
  let note = '';
  try {
    await warmUp(stack);
    const exitsBefore = backend.exits.length;
    await stack.control('steps', { killAt: step });
    const payer = await journey.run(stack, identity);
    refid = payer.refid;
    const deadline = Date.now() + exitMs;
    while (backend.exits.length === exitsBefore && Date.now() < deadline) {
      await stack.readMessages(identity.email);
      await pause(50);
    }
    const exits = backend.exits.slice(exitsBefore);
    if (exits.length !== 1 || exits[0] !== 'SIGKILL') {
      failures.push(exits.length === 0 ? notReached : `the backend exited by ${exits.join(', ')}`);
    }
    note = payer.shownStatuses.join(' → ') || 'no result';
    await stack.waitUntilHealthy();
    failures.push(...(await findWrongStatuses(stack, payer)));
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
  }
  const seconds = (performance.now() - start) / 1000;
  const name = `${journey.name}: ${nameStep(step)}`;
  const { accountNumber, email } = identity;
  const { expectedOutcome, charges } = journey;
  const charged = charges === undefined ? undefined : { accountNumber, times: charges };
  const payments = refid === null ? [] : [{ refid, email, expectedOutcome, charged }];
  return { result: { name, failures, seconds, note }, payments };
}

/** Runs cases on one stack; their results are final after verifyAll. */
export async function runKillCases(
  stack: FaultStack,
  cases: readonly KillCase[],
  report: (result: CaseResult) => void,
): Promise<FinishedCase[]> {
  // Jobs first: their claims expire while the other cases run.
  const isJob = ({ step }: KillCase) => !step.work.includes('.');
  const sorted = [...cases].sort((one, other) => Number(isJob(other)) - Number(isJob(one)));
  const finished: FinishedCase[] = [];
  for (const one of sorted) {
    let outcome = await runKillCase(stack, one);
    // Concurrent steps have no fixed order: a step that was not reached is tried again.
    for (let again = 0; again < 2 && outcome.result.failures.includes(notReached); again += 1) {
      outcome = await runKillCase(stack, one);
    }
    finished.push(outcome);
    report(outcome.result);
  }
  return finished;
}
