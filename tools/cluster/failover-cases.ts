import { findWrongStatuses } from '../faults/verification';
import { backends, sites, type ClusterStack, type ProcessName } from './stack';
import { describeFailure, Traffic, type FailedRequest, type Visit } from './traffic';

/** What a case did, what of it does not hold, and a note. */
export interface Outcome {
  readonly visits?: readonly Visit[];
  readonly broken: string[];
  readonly note: string;
}

export interface ClusterCase {
  readonly name: string;
  readonly run: (stack: ClusterStack) => Promise<Outcome>;
}

/** Payers at a time. */
const concurrency = 6;
/** Payers who pay before, and after, each disruption. */
const visitsEach = 8;
/** Payers within whose visits a restarted process must get requests again. */
const maximumVisits = 150;

/** Disrupts the cluster while payers pay; `isAllowed` tells which requests may fail. */
async function disrupt(
  stack: ClusterStack,
  disruption: (traffic: Traffic) => Promise<void>,
  isAllowed: (failure: FailedRequest) => boolean = () => false,
): Promise<Required<Outcome>> {
  const traffic = new Traffic(stack, concurrency);
  try {
    await traffic.waitForVisits(visitsEach);
    await disruption(traffic);
    await traffic.waitForVisits(visitsEach);
  } finally {
    await traffic.stop();
  }
  const { visits, failedRequests, errors } = traffic;
  const broken = [...errors, ...failedRequests.filter((one) => !isAllowed(one)).map(describeFailure)];
  const unpaid = visits.map(({ payer }) => payer.shownStatuses.at(-1)).filter((status) => status !== 'successful');
  if (unpaid.length > 0) broken.push(`${unpaid.length} payers were last shown ${unpaid.join(', ')}`);
  for (const { payer } of visits) broken.push(...(await findWrongStatuses(stack, payer)));
  const waited = visits.filter(({ payer }) => payer.shownStatuses.length > 1).length;
  const notes = [
    `${visits.length} paid`,
    ...(waited === 0 ? [] : [`${waited} were shown pending first`]),
    failedRequests.length === 0
      ? 'no request failed'
      : `failed requests: ${failedRequests.map(describeFailure).join(', ')}`,
  ];
  return { visits, broken: [...new Set(broken)], note: notes.join(', ') };
}

/** Counts the requests that each process has answered since a place in nginx's log. */
function countResponses(stack: ClusterStack, since: number) {
  const log = stack.readLog().slice(since);
  const count = (name: ProcessName) => log.filter(({ asked }) => asked.at(-1) === stack.parts.ports[name]).length;
  return { log, count };
}

async function shareLoad(stack: ClusterStack): Promise<Outcome> {
  const since = stack.readLog().length;
  const outcome = await disrupt(stack, (traffic) => traffic.waitForVisits(visitsEach));
  const { log, count } = countResponses(stack, since);
  for (const [one, other] of [sites, backends]) {
    const [few = 0, many = 0] = [count(one), count(other)].sort((a, b) => a - b);
    if (few * 2 < many) outcome.broken.push(`${one} answered ${count(one)} requests, ${other} ${count(other)}`);
  }
  const retried = log.filter(({ asked }) => asked.length > 1);
  if (retried.length > 0) outcome.broken.push(`${retried.length} requests were proxied twice`);
  const shares = [...sites, ...backends].map((name) => `${name} ${count(name)}`);
  return { ...outcome, note: `${outcome.note}; ${shares.join(', ')}` };
}

/** Kills a process twice while payers pay; its supervisor restarts it. */
function kill(name: ProcessName, isAllowed?: (failure: FailedRequest) => boolean): ClusterCase['run'] {
  return async (stack) => {
    const server = stack.parts.servers[name];
    const exitsBefore = server.exits.length;
    const start = stack.readLog().length;
    let since = 0;
    const isUsedAgain = () => name === 'banks' || countResponses(stack, since).count(name) > 0;
    const outcome = await disrupt(
      stack,
      async (traffic) => {
        for (let times = 1; times <= 2; times += 1) {
          server.send('SIGKILL');
          await server.waitForExits(exitsBefore + times);
          await traffic.waitForVisits(visitsEach);
          await server.waitUntilHealthy();
        }
        since = stack.readLog().length;
        // nginx does not use a server for five seconds after two failures.
        for (let visits = 0; visits < maximumVisits && !isUsedAgain(); visits += 1) await traffic.waitForVisits(1);
      },
      isAllowed,
    );
    const exits = server.exits.slice(exitsBefore);
    if (exits.join() !== 'SIGKILL,SIGKILL') outcome.broken.push(`${name} exited by ${exits.join(', ') || 'nothing'}`);
    if (!isUsedAgain()) outcome.broken.push(`${name} got no request after it was restarted`);
    const retried = stack
      .readLog()
      .slice(start)
      .filter(({ asked }) => asked.length > 1);
    const repeated = retried.filter(({ method, status }) => method === 'POST' && status === 502);
    if (repeated.length > 0) outcome.broken.push(`${repeated.length} forms were sent to both sites`);
    return { ...outcome, note: `${outcome.note}, ${retried.length} retried at the other process` };
  };
}

/** A form that was sent to a site that was then killed: only the payer may send it again. */
const isUnansweredForm = ({ method, status }: FailedRequest) => method === 'POST' && status === 502;

async function restartEach(stack: ClusterStack): Promise<Outcome> {
  const { servers, lines } = stack.parts;
  const countExits = () => Object.values(servers).flatMap(({ exits }) => exits).length;
  const exitsBefore = countExits();
  lines.splice(0);
  const outcome = await disrupt(stack, async (traffic) => {
    for (const name of [...sites, ...backends]) {
      await servers[name].restart();
      await traffic.waitForVisits(visitsEach);
    }
  });
  if (countExits() > exitsBefore) outcome.broken.push('a process exited by itself');
  // No payer may see a page that lacks something, either.
  const shown = new Set(outcome.visits.map(({ payer }) => payer.shownStatuses.join(' → ')));
  if (shown.size > 1) outcome.broken.push(`payers were shown ${[...shown].join('; ')}`);
  outcome.broken.push(...lines.filter((line) => line.includes('backend.fault')).slice(0, 3));
  return outcome;
}

const loseRedis = (stack: ClusterStack) =>
  disrupt(stack, async (traffic) => {
    await stack.parts.redis.crash();
    await traffic.waitForVisits(visitsEach);
    await stack.parts.redis.restart();
    await stack.waitForRedisClients();
  });

/** Nothing can be paid without PostgreSQL: the site may say so, and must recover. */
const crashPostgres = (stack: ClusterStack) =>
  disrupt(
    stack,
    () => stack.parts.postgres.restart('immediate'),
    ({ status }) => status === 502 || status === 503,
  );

export const failoverCases: readonly ClusterCase[] = [
  { name: 'both sites and both backends serve', run: shareLoad },
  { name: 'site-1 is killed', run: kill('site-1', isUnansweredForm) },
  { name: 'site-2 is killed', run: kill('site-2', isUnansweredForm) },
  { name: 'backend-1 is killed', run: kill('backend-1') },
  { name: 'backend-2 is killed', run: kill('backend-2') },
  { name: 'the banks are killed', run: kill('banks') },
  { name: 'Redis is killed, and comes back empty', run: loseRedis },
  { name: 'PostgreSQL crashes and recovers', run: crashPostgres },
  { name: 'each site and backend is restarted by SIGTERM: no request fails', run: restartEach },
];
