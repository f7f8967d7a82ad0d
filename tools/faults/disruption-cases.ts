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

export interface Visit {
  payer: Payer;
  email: string;
  ends: CasePayment['ends'];
}

export interface DisruptionCase {
  name: string;
  run: (stack: FaultStack, cluster: Cluster) => Promise<{ visits: readonly Visit[]; broken: readonly string[] }>;
}

/** Pays a new order. */
async function payOne(stack: FaultStack, choice: Record<string, string>, more: Partial<Plan> = {}): Promise<Visit> {
  const identity = makeIdentity();
  const payer = await pay(stack, { start: await createOrder(stack, identity), choice, ...identity, ...more });
  return { payer, email: identity.email, ends: 'paid' };
}

/** Kills the site while the backend is slow to respond to a call; the payer submits the same form or return again. */
function killSiteDuring(call: string): DisruptionCase['run'] {
  return async (stack) => {
    const { site } = stack.servers;
    const exitsBefore = site.exits.length;
    await stack.control('faults', { call, mode: 'slow' });
    let isKilled = false;
    const visit = await payOne(stack, choices.fpx, {
      onPage(page) {
        const isMoment =
          call === 'payment.init' ? page.html.includes('/api/payment/pay') : page.html.includes('/bankResult');
        if (!isMoment || isKilled) return;
        isKilled = true;
        // The form has been submitted; its response takes six seconds.
        setTimeout(() => site.send('SIGKILL'), 1_500);
      },
    });
    const exits = site.exits.slice(exitsBefore);
    const broken =
      exits.length === 1 && exits[0] === 'SIGKILL' ? [] : [`the site exited by ${exits.join(', ') || 'nothing'}`];
    const payment = await stack.findPayment(visit.payer.refid ?? '');
    if (payment?.attempts.length !== 1) broken.push(`${payment?.attempts.length} attempts of one form`);
    return { visits: [visit], broken };
  };
}

/** Restarts PostgreSQL three times while payers pay; the backend must not exit. */
function restartPostgres(how: 'fast' | 'immediate'): DisruptionCase['run'] {
  return async (stack, cluster) => {
    const { backend } = stack.servers;
    const exitsBefore = backend.exits.length;
    let isOver = false;
    const keepPaying = async () => {
      const visits: Visit[] = [];
      // Waiting payers each advance the shared clock, so an order may expire.
      do visits.push({ ...(await payOne(stack, choices.fpx)), ends: 'either' });
      while (!isOver);
      return visits;
    };
    const payers = Array.from({ length: 6 }, keepPaying);
    for (let times = 0; times < 3; times += 1) {
      await pause(400);
      await cluster.restart(how);
    }
    isOver = true;
    const visits = (await Promise.all(payers)).flat();
    visits.push(await payOne(stack, choices.card));
    const exits = backend.exits.slice(exitsBefore);
    return { visits, broken: exits.length === 0 ? [] : [`the backend exited by ${exits.join(', ')}`] };
  };
}

/** Disturbs the connection to the gateways from the first page that matches until the payer is shown 'pending'. */
function disturbGateways(
  state: ConnectionState,
  choice: Record<string, string>,
  isMoment: (page: Page) => boolean,
): DisruptionCase['run'] {
  return async (stack) => {
    let isOver = false;
    try {
      const visit = await payOne(stack, choice, {
        onPage(page) {
          if (page.resultStatus === 'pending') {
            isOver = true;
            stack.gateways.set('open');
          } else if (!isOver && isMoment(page)) {
            stack.gateways.set(state);
          }
        },
      });
      const wasPending = state === 'slow' || visit.payer.shownStatuses.includes('pending');
      return { visits: [visit], broken: wasPending ? [] : ['the payer was not shown pending'] };
    } finally {
      stack.gateways.set('open');
    }
  };
}

const hasPayForm = ({ html }: Page) => html.includes('action="/api/payment/pay"');
const hasReturnForm = ({ html }: Page) => html.includes('/bankResult');

/** Kills one of two backends on one store with a claimed job; the other, which was suspended, must do the job. */
async function killOneOfTwo(stack: FaultStack) {
  const { backend } = stack.servers;
  const visits: Visit[] = [];
  for (let payers = 0; payers < 12; payers += 1) visits.push(await payOne(stack, choices.fpx, { abandons: true }));
  const other = await stack.startAnotherBackend();
  await stack.control('steps', { killAt: { work: 'expire-order', at: 'gateway-answered', number: 1 } }, other.url);
  backend.send('SIGSTOP');
  // The backend is killed before it responds.
  void fetch(`${other.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 'PT16M' }),
  }).catch(() => null);
  const how = await Promise.race([other.ended, pause(exitMs, 'nothing')]);
  backend.send('SIGCONT');
  // Reads the sandbox's clock, which was moved meanwhile.
  await stack.advanceClock('PT0S');
  return { visits, broken: how === 'SIGKILL' ? [] : [`the other backend exited by ${how}`] };
}

export const disruptionCases: readonly DisruptionCase[] = [
  { name: 'two backends, one killed with a claimed job', run: killOneOfTwo },
  { name: 'the site is killed while a payment begins', run: killSiteDuring('payment.init') },
  { name: 'the site is killed while a return is processed', run: killSiteDuring('payment.return') },
  {
    name: 'the gateways cannot be reached as the payer returns',
    run: disturbGateways('refused', choices.fpx, hasReturnForm),
  },
  {
    name: 'the acquirer charges, its answer is lost',
    run: disturbGateways('silent', choices.cardWithoutChallenge, hasPayForm),
  },
  { name: 'the gateways are slow', run: disturbGateways('slow', choices.card, hasPayForm) },
  { name: 'PostgreSQL is restarted, fast', run: restartPostgres('fast') },
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
    const { visits, broken } = await run(stack, cluster).catch((error: unknown) => ({
      visits: [],
      broken: [String(error)],
    }));
    const errors = await Promise.all(visits.map(({ payer }) => findWrongStatuses(stack, payer)));
    const seconds = (performance.now() - before) / 1000;
    const note = [...new Set(visits.map(({ payer }) => payer.shownStatuses.join(' → ') || 'left'))]
      .slice(0, 3)
      .join('; ');
    const result = { name, broken: [...broken, ...errors.flat()], seconds, note };
    const payments = visits.flatMap(({ payer: { refid }, email, ends }) =>
      refid === null ? [] : [{ refid, email, ends }],
    );
    finished.push({ result, payments });
    report(result);
  }
  return finished;
}
