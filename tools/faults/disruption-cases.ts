import { setTimeout as pause } from 'node:timers/promises';
import { findWrongStatuses } from './verification';
import { choices, createOrder, makeIdentity } from '../payer/identity';
import { warmUp } from './kill-cases';
import { pay } from '../payer/pay';
import type { FaultStack } from './stack';
import type { Page, Payer } from '../payer/payer';
import type { CasePayment, CaseResult, FinishedCase } from './verification';
import type { Cluster } from '../test/postgres-cluster.mjs';
import type { Plan } from '../payer/page-actions';
import type { ConnectionState } from './gateway-proxy';

const exitMs = 20_000;

/** A payer's journey that has ended, with the outcome that its payment must have. */
export interface FinishedJourney {
  payer: Payer;
  email: string;
  expectedOutcome: CasePayment['expectedOutcome'];
}

export interface DisruptionCase {
  name: string;
  run: (
    stack: FaultStack,
    cluster: Cluster,
  ) => Promise<{ journeys: readonly FinishedJourney[]; failures: readonly string[] }>;
}

/** Pays a new order. */
async function payNewOrder(
  stack: FaultStack,
  choice: Record<string, string>,
  more: Partial<Plan> = {},
): Promise<FinishedJourney> {
  const identity = makeIdentity();
  const payer = await pay(stack, { start: await createOrder(stack, identity), choice, ...identity, ...more });
  return { payer, email: identity.email, expectedOutcome: 'paid' };
}

/** Kills the site while it waits for a slow backend call; the payer repeats the request. */
function killSiteDuring(call: string): DisruptionCase['run'] {
  return async (stack) => {
    const { site } = stack.servers;
    const exitsBefore = site.exits.length;
    await stack.control('faults', { call, mode: 'slow' });
    let isKilled = false;
    const journey = await payNewOrder(stack, choices.fpx, {
      onPage(page) {
        const isTrigger =
          call === 'payment.init' ? page.html.includes('/api/payment/pay') : page.html.includes('/bankResult');
        if (!isTrigger || isKilled) return;
        isKilled = true;
        // The form has been submitted; its response takes six seconds.
        setTimeout(() => site.send('SIGKILL'), 1_500);
      },
    });
    const exits = site.exits.slice(exitsBefore);
    const failures =
      exits.length === 1 && exits[0] === 'SIGKILL' ? [] : [`the site exited by ${exits.join(', ') || 'nothing'}`];
    const payment = await stack.findPayment(journey.payer.refid ?? '');
    if (payment?.attempts.length !== 1) failures.push(`${payment?.attempts.length} attempts of one form`);
    return { journeys: [journey], failures };
  };
}

/** Restarts PostgreSQL three times while payers pay; the backend must not exit. */
function restartPostgres(how: 'fast' | 'immediate'): DisruptionCase['run'] {
  return async (stack, cluster) => {
    const { backend } = stack.servers;
    const exitsBefore = backend.exits.length;
    let isStopped = false;
    const keepPaying = async () => {
      const finished: FinishedJourney[] = [];
      // Waiting payers each advance the shared clock, so an order may expire.
      do finished.push({ ...(await payNewOrder(stack, choices.fpx)), expectedOutcome: 'any' });
      while (!isStopped);
      return finished;
    };
    const payers = Array.from({ length: 6 }, keepPaying);
    for (let times = 0; times < 3; times += 1) {
      await pause(400);
      await cluster.restart(how);
    }
    isStopped = true;
    const journeys = (await Promise.all(payers)).flat();
    journeys.push(await payNewOrder(stack, choices.card));
    const exits = backend.exits.slice(exitsBefore);
    return { journeys, failures: exits.length === 0 ? [] : [`the backend exited by ${exits.join(', ')}`] };
  };
}

/** Disrupts the connection to the gateways from the first page that matches until the payer is shown 'pending'. */
function disruptGateways(
  state: ConnectionState,
  choice: Record<string, string>,
  isTrigger: (page: Page) => boolean,
): DisruptionCase['run'] {
  return async (stack) => {
    let isRestored = false;
    try {
      const journey = await payNewOrder(stack, choice, {
        onPage(page) {
          if (page.resultStatus === 'pending') {
            isRestored = true;
            stack.gateways.set('open');
          } else if (!isRestored && isTrigger(page)) {
            stack.gateways.set(state);
          }
        },
      });
      const wasPending = state === 'slow' || journey.payer.shownStatuses.includes('pending');
      return { journeys: [journey], failures: wasPending ? [] : ['the payer was not shown pending'] };
    } finally {
      stack.gateways.set('open');
    }
  };
}

const hasPayForm = ({ html }: Page) => html.includes('action="/api/payment/pay"');
const hasReturnForm = ({ html }: Page) => html.includes('/bankResult');

/** Kills one of two backends that share a store while it has claimed a job; the other, suspended until then, must run the job. */
async function killOneOfTwo(stack: FaultStack) {
  const { backend } = stack.servers;
  const journeys: FinishedJourney[] = [];
  for (let payers = 0; payers < 12; payers += 1)
    journeys.push(await payNewOrder(stack, choices.fpx, { abandons: true }));
  const other = await stack.startAnotherBackend();
  await stack.control('steps', { killAt: { work: 'expire-order', at: 'gateway-answered', number: 1 } }, other.url);
  backend.send('SIGSTOP');
  // The backend is killed before it responds.
  void fetch(`${other.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 'PT16M' }),
  }).catch(() => null);
  const exit = await Promise.race([other.exited, pause(exitMs, 'nothing')]);
  backend.send('SIGCONT');
  // Reads the sandbox's clock, which was moved meanwhile.
  await stack.runDueJobs();
  return { journeys, failures: exit === 'SIGKILL' ? [] : [`the other backend exited by ${exit}`] };
}

export const disruptionCases: readonly DisruptionCase[] = [
  { name: 'two backends, one killed with a claimed job', run: killOneOfTwo },
  { name: 'the site is killed while a payment begins', run: killSiteDuring('payment.init') },
  { name: 'the site is killed while a return is processed', run: killSiteDuring('payment.return') },
  {
    name: 'the gateways cannot be reached as the payer returns',
    run: disruptGateways('refused', choices.fpx, hasReturnForm),
  },
  {
    name: 'the acquirer charges, its response is lost',
    run: disruptGateways('silent', choices.cardWithoutChallenge, hasPayForm),
  },
  { name: 'the gateways are slow', run: disruptGateways('slow', choices.card, hasPayForm) },
  { name: 'PostgreSQL is restarted in fast mode', run: restartPostgres('fast') },
  { name: 'PostgreSQL crashes and recovers', run: restartPostgres('immediate') },
];

/** Runs cases on one stack; their results are final after verifyAll. */
export async function runDisruptionCases(
  stack: FaultStack,
  cluster: Cluster,
  cases: readonly DisruptionCase[],
  report: (result: CaseResult) => void,
): Promise<FinishedCase[]> {
  await warmUp(stack);
  const finished: FinishedCase[] = [];
  for (const { name, run } of cases) {
    const before = performance.now();
    const { journeys, failures } = await run(stack, cluster).catch((error: unknown) => ({
      journeys: [],
      failures: [String(error)],
    }));
    const errors = await Promise.all(journeys.map(({ payer }) => findWrongStatuses(stack, payer)));
    const seconds = (performance.now() - before) / 1000;
    const note = [...new Set(journeys.map(({ payer }) => payer.shownStatuses.join(' → ') || 'no result'))]
      .slice(0, 3)
      .join('; ');
    const result = { name, failures: [...failures, ...errors.flat()], seconds, note };
    const payments = journeys.flatMap(({ payer: { refid }, email, expectedOutcome }) =>
      refid === null ? [] : [{ refid, email, expectedOutcome }],
    );
    finished.push({ result, payments });
    report(result);
  }
  return finished;
}
