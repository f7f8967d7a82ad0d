import { findWrongStatuses } from '../faults/verification';
import { backends, sites, type ClusterStack, type ProcessName } from './stack';
import { describeFailedRequest, Traffic, type FailedRequest, type FinishedJourney } from './traffic';

export interface Outcome {
  readonly journeys?: readonly FinishedJourney[];
  /** Failed checks. */
  readonly failures: string[];
  readonly note: string;
}

export interface ClusterCase {
  readonly name: string;
  readonly run: (stack: ClusterStack) => Promise<Outcome>;
}

/** Concurrent payers. */
const concurrency = 6;
/** Payments before, and after, each disruption. */
const journeysPerPhase = 8;
/** Payments until a restarted process must have received a request. */
const maximumJourneys = 150;

/** Disrupts the cluster under traffic; `isAllowed` decides which requests may fail. */
async function disrupt(
  stack: ClusterStack,
  disruption: (traffic: Traffic) => Promise<void>,
  isAllowed: (failure: FailedRequest) => boolean = () => false,
): Promise<Required<Outcome>> {
  const traffic = new Traffic(stack, concurrency);
  try {
    await traffic.waitForJourneys(journeysPerPhase);
    await disruption(traffic);
    await traffic.waitForJourneys(journeysPerPhase);
  } finally {
    await traffic.stop();
  }
  const { journeys, failedRequests, errors } = traffic;
  const failures = [...errors, ...failedRequests.filter((one) => !isAllowed(one)).map(describeFailedRequest)];
  const unpaid = journeys.map(({ payer }) => payer.shownStatuses.at(-1)).filter((status) => status !== 'successful');
  if (unpaid.length > 0) failures.push(`${unpaid.length} payers were last shown ${unpaid.join(', ')}`);
  for (const { payer } of journeys) failures.push(...(await findWrongStatuses(stack, payer)));
  const pending = journeys.filter(({ payer }) => payer.shownStatuses.length > 1).length;
  const notes = [
    `${journeys.length} paid`,
    ...(pending === 0 ? [] : [`${pending} were shown pending first`]),
    failedRequests.length === 0
      ? 'no request failed'
      : `failed requests: ${failedRequests.map(describeFailedRequest).join(', ')}`,
  ];
  return { journeys, failures: [...new Set(failures)], note: notes.join(', ') };
}

/** Counts the requests that each process has answered since a position in nginx's log. */
function countResponses(stack: ClusterStack, since: number) {
  const log = stack.readLog().slice(since);
  const count = (name: ProcessName) =>
    log.filter(({ upstreamPorts }) => upstreamPorts.at(-1) === stack.parts.ports[name]).length;
  return { log, count };
}

async function balanceLoad(stack: ClusterStack): Promise<Outcome> {
  const since = stack.readLog().length;
  const outcome = await disrupt(stack, (traffic) => traffic.waitForJourneys(journeysPerPhase));
  const { log, count } = countResponses(stack, since);
  for (const [one, other] of [sites, backends]) {
    const [few = 0, many = 0] = [count(one), count(other)].sort((a, b) => a - b);
    if (few * 2 < many) outcome.failures.push(`${one} answered ${count(one)} requests, ${other} ${count(other)}`);
  }
  const retried = log.filter(({ upstreamPorts }) => upstreamPorts.length > 1);
  if (retried.length > 0) outcome.failures.push(`${retried.length} requests were proxied twice`);
  const counts = [...sites, ...backends].map((name) => `${name} ${count(name)}`);
  return { ...outcome, note: `${outcome.note}; ${counts.join(', ')}` };
}

/** Kills a process twice under traffic; its supervisor restarts it. */
function kill(name: ProcessName, isAllowed?: (failure: FailedRequest) => boolean): ClusterCase['run'] {
  return async (stack) => {
    const server = stack.parts.servers[name];
    const exitsBefore = server.exits.length;
    const start = stack.readLog().length;
    let since = 0;
    const isServing = () => name === 'banks' || countResponses(stack, since).count(name) > 0;
    const outcome = await disrupt(
      stack,
      async (traffic) => {
        for (let times = 1; times <= 2; times += 1) {
          server.send('SIGKILL');
          await server.waitForExits(exitsBefore + times);
          await traffic.waitForJourneys(journeysPerPhase);
          await server.waitUntilHealthy();
        }
        since = stack.readLog().length;
        // nginx chooses by turns: not every journey reaches it.
        for (let journeys = 0; journeys < maximumJourneys && !isServing(); journeys += 1)
          await traffic.waitForJourneys(1);
      },
      isAllowed,
    );
    const exits = server.exits.slice(exitsBefore);
    if (exits.join() !== 'SIGKILL,SIGKILL') outcome.failures.push(`${name} exited by ${exits.join(', ') || 'nothing'}`);
    if (!isServing()) outcome.failures.push(`${name} got no request after it was restarted`);
    const retried = stack
      .readLog()
      .slice(start)
      .filter(({ upstreamPorts }) => upstreamPorts.length > 1);
    const repeated = retried.filter(({ method, status }) => method === 'POST' && status === 502);
    if (repeated.length > 0) outcome.failures.push(`${repeated.length} forms were sent to both processes`);
    return { ...outcome, note: `${outcome.note}, ${retried.length} retried at the other process` };
  };
}

/** A form sent to a site that was killed: nginx must not repeat it, only the payer may. */
const isUnansweredForm = ({ method, status }: FailedRequest) => method === 'POST' && status === 502;

async function restartEach(stack: ClusterStack): Promise<Outcome> {
  const { servers, lines } = stack.parts;
  const countExits = () => Object.values(servers).flatMap(({ exits }) => exits).length;
  const exitsBefore = countExits();
  lines.splice(0);
  const outcome = await disrupt(stack, async (traffic) => {
    for (const name of [...sites, ...backends]) {
      await servers[name].restart();
      await traffic.waitForJourneys(journeysPerPhase);
    }
  });
  if (countExits() > exitsBefore) outcome.failures.push('a process exited unexpectedly');
  // A degraded page is a failure, too.
  const shown = new Set(outcome.journeys.map(({ payer }) => payer.shownStatuses.join(' → ')));
  if (shown.size > 1) outcome.failures.push(`payers were shown ${[...shown].join('; ')}`);
  outcome.failures.push(...lines.filter((line) => line.includes('backend.error')).slice(0, 3));
  return outcome;
}

const loseRedis = (stack: ClusterStack) =>
  disrupt(stack, async (traffic) => {
    await stack.parts.redis.crash();
    await traffic.waitForJourneys(journeysPerPhase);
    await stack.parts.redis.restart();
    await stack.waitForRedisClients();
  });

/** Without PostgreSQL the site may return errors, and must recover. */
const crashPostgres = (stack: ClusterStack) =>
  disrupt(
    stack,
    () => stack.parts.postgres.restart('immediate'),
    ({ status }) => status === 502 || status === 503,
  );

export const failoverCases: readonly ClusterCase[] = [
  { name: 'both sites and both backends serve', run: balanceLoad },
  { name: 'site-1 is killed', run: kill('site-1', isUnansweredForm) },
  { name: 'site-2 is killed', run: kill('site-2', isUnansweredForm) },
  { name: 'backend-1 is killed', run: kill('backend-1') },
  { name: 'backend-2 is killed', run: kill('backend-2') },
  { name: 'the banks are killed', run: kill('banks') },
  { name: 'Redis is killed and restarts empty', run: loseRedis },
  { name: 'PostgreSQL crashes and recovers', run: crashPostgres },
  { name: 'each site and backend is restarted by SIGTERM: no request fails', run: restartEach },
];
