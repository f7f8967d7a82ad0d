import { findLies } from '../faults/judge.mjs';
import { describeFailure, Street } from './payers.mjs';

/** @typedef {import('./stack.mjs').ClusterStack} ClusterStack */
/** @typedef {import('./stack.mjs').ProcessName} ProcessName */
/** @typedef {import('./payers.mjs').FailedRequest} FailedRequest */
/** @typedef {import('./payers.mjs').Visit} Visit */
/** What payers did, what of it is wrong, and what else is worth telling. @typedef {{ visits?: readonly Visit[], broken: string[], note: string }} Played */

/**
 * @typedef {object} ClusterCase
 * @property {string} name
 * @property {(stack: ClusterStack) => Promise<Played>} play
 */

/** Payers on their way at once. */
const atOnce = 6;
/** Payers who come to their end before, and after, anything happens. */
const some = 8;

/** Payers who come to their end at most before a process that is back is asked again. */
const mostUntilBack = 150;

/** The two processes that share one kind of work. @type {Record<'site' | 'backend', readonly [ProcessName, ProcessName]>} */
const twins = { site: ['site-1', 'site-2'], backend: ['backend-1', 'backend-2'] };

/**
 * Payers pay while something happens; what they went through.
 *
 * @param {ClusterStack} stack
 * @param {(street: Street) => Promise<void>} happen
 * @param {(failure: FailedRequest) => boolean} isAllowed which requests may fail
 * @returns {Promise<Required<Played>>}
 */
async function payMeanwhile(stack, happen, isAllowed = () => false) {
  const street = new Street(stack, atOnce);
  try {
    await street.pass(some);
    await happen(street);
    await street.pass(some);
  } finally {
    await street.close();
  }
  const { visits, failures, stuck } = street;
  const broken = [...stuck, ...failures.filter((one) => !isAllowed(one)).map(describeFailure)];
  const unpaid = visits.filter(({ payer }) => payer.told.at(-1) !== 'successful');
  if (unpaid.length > 0)
    broken.push(`${unpaid.length} payers were last told ${unpaid.map(({ payer }) => payer.told.at(-1)).join(', ')}`);
  for (const { payer } of visits) broken.push(...(await findLies(stack, payer)));
  const failed = failures.length === 0 ? 'no request failed' : `failed: ${failures.map(describeFailure).join(', ')}`;
  const late = visits.filter(({ payer }) => payer.told.length > 1).length;
  const told = late === 0 ? '' : `, ${late} were told to wait first`;
  return { visits, broken: [...new Set(broken)], note: `${visits.length} paid${told}, ${failed}` };
}

/**
 * How often each process answered, of what nginx has passed on since.
 *
 * @param {ClusterStack} stack
 * @param {number} since requests that are in the log already
 */
function countAnswers(stack, since) {
  const log = stack.readLog().slice(since);
  const count = (/** @type {ProcessName} */ name) =>
    log.filter(({ asked }) => asked.at(-1) === stack.ports[name]).length;
  return { log, count };
}

/** @type {ClusterCase['play']} */
async function payInPeace(stack) {
  const since = stack.readLog().length;
  const played = await payMeanwhile(stack, (street) => street.pass(some));
  const { log, count } = countAnswers(stack, since);
  const counts = Object.values(twins)
    .flat()
    .map((name) => ({ name, answers: count(name) }));
  for (const [one, other] of Object.values(twins)) {
    const [few = 0, many = 0] = [count(one), count(other)].sort((a, b) => a - b);
    if (few * 2 < many) played.broken.push(`${one} answered ${count(one)} requests, ${other} ${count(other)}`);
  }
  const again = log.filter(({ asked }) => asked.length > 1);
  if (again.length > 0) played.broken.push(`${again.length} requests were passed on twice`);
  return { ...played, note: `${played.note}; ${counts.map(({ name, answers }) => `${name} ${answers}`).join(', ')}` };
}

/**
 * A process is killed twice while payers pay, and started again by its supervisor.
 *
 * @param {ProcessName} name
 * @param {(failure: FailedRequest) => boolean} [isAllowed]
 * @returns {ClusterCase['play']}
 */
function kill(name, isAllowed) {
  return async (stack) => {
    const process = stack.processes[name];
    const before = process.deaths.length;
    const begun = stack.readLog().length;
    let since = 0;
    const isAskedAgain = () => name === 'banks' || countAnswers(stack, since).count(name) > 0;
    const played = await payMeanwhile(
      stack,
      async (street) => {
        for (let times = 1; times <= 2; times += 1) {
          process.send('SIGKILL');
          await process.died(before + times);
          await street.pass(some);
          await process.healthy();
        }
        since = stack.readLog().length;
        // nginx leaves it alone for five seconds after two failures.
        for (let passed = 0; passed < mostUntilBack && !isAskedAgain(); passed += 1) await street.pass(1);
      },
      isAllowed,
    );
    const deaths = process.deaths.slice(before);
    if (deaths.join() !== 'SIGKILL,SIGKILL') played.broken.push(`${name} died of ${deaths.join(', ') || 'nothing'}`);
    if (!isAskedAgain()) played.broken.push(`${name} was asked nothing after it was back`);
    const log = stack.readLog().slice(begun);
    const onward = log.filter(({ asked }) => asked.length > 1);
    const repeated = log.filter(({ method, status, asked }) => method === 'POST' && status === 502 && asked.length > 1);
    if (repeated.length > 0) played.broken.push(`${repeated.length} forms that a site had begun went to the other too`);
    return { ...played, note: `${played.note}, ${onward.length} went on at the other` };
  };
}

/** Sent to a site that then died: nobody but the payer may send it again. @param {FailedRequest} failure */
const isFormOnItsWay = ({ method, status }) => method === 'POST' && status === 502;

/** @type {ClusterCase['play']} */
async function restartEach(stack) {
  const countDeaths = () => Object.values(stack.processes).flatMap(({ deaths }) => deaths).length;
  const before = countDeaths();
  stack.lines.splice(0);
  const played = await payMeanwhile(stack, async (street) => {
    for (const name of [...twins.site, ...twins.backend]) {
      await stack.processes[name].restart();
      await street.pass(some);
    }
  });
  if (countDeaths() > before) played.broken.push('a process died');
  // Not one page was less than it should be, either.
  const told = new Set(played.visits.map(({ payer }) => payer.told.join(' → ')));
  if (told.size > 1) played.broken.push(`payers were told ${[...told].join('; ')}`);
  const faults = stack.lines.filter((line) => line.includes('backend.fault'));
  played.broken.push(...faults.slice(0, 3));
  return played;
}

/** @type {ClusterCase['play']} */
function loseRedis(stack) {
  return payMeanwhile(stack, async (street) => {
    await stack.redis.crash();
    await street.pass(some);
    await stack.redis.restart();
    await stack.shares();
  });
}

/** @type {ClusterCase['play']} */
async function crashPostgres(stack) {
  // Nothing can be paid without it: the site says so, and goes on.
  return payMeanwhile(
    stack,
    () => stack.postgres.restart('immediate'),
    ({ status }) => status === 502 || status === 503,
  );
}

/** @type {readonly ClusterCase[]} */
export const payingCases = [
  { name: 'both sites and both backends serve', play: payInPeace },
  { name: 'site-1 is killed', play: kill('site-1', isFormOnItsWay) },
  { name: 'site-2 is killed', play: kill('site-2', isFormOnItsWay) },
  { name: 'backend-1 is killed', play: kill('backend-1') },
  { name: 'backend-2 is killed', play: kill('backend-2') },
  { name: 'the banks are killed', play: kill('banks') },
  { name: 'Redis is killed, and comes back empty', play: loseRedis },
  { name: 'PostgreSQL crashes and recovers', play: crashPostgres },
  { name: 'each site and backend is restarted by SIGTERM: nothing is dropped', play: restartEach },
];
