import type { PerformanceRecords } from '../records';
import { findNamed, inSeconds, kB, oneOf, table, twoOf, whole } from './table';
import { compareQuarters, documentOf, ratioToBare } from './tables';

/** A goal, what was measured, and whether that reaches it. */
interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly isReached: boolean;
}

/*
 * Decision 23 says where the goals come from.
 */

/** Bytes of scripts, brotli. */
const scriptGoals: Readonly<Record<string, number>> = { payment: 157_800, home: 144_000, bill: 145_600 };
const scriptGoalOfOthers = 127_600;
/** Requests per second, divided by those of the bare page. */
const requestGoals: Readonly<Record<string, number>> = { home: 0.35, bill: 0.35 };
const requestGoalOfOthers = 0.2;
/** Times of a page, divided by those of the bare page in the same round. */
const timeGoals = { lcp: 2.5, tbt: 2.5, interaction: 5, firstTap: 15 } as const;
/** ms: a good LCP by the Core Web Vitals (https://web.dev/articles/lcp). */
const goodLcp = 2_500;
/** The interaction that hydrates the rest of the page. */
const firstTap = 'first tap';
const mainPages = ['home', 'bill', 'payment', 'result'];
/** The largest growth that counts as flat. */
const flat = 1.25;

function listWeightGoals({ weight: { pages } }: PerformanceRecords): readonly Goal[] {
  const own = pages.filter(({ name }) => name !== 'bare');
  const scripts = own.map(({ name, weight }) => ({ name, bytes: weight.first.js.br }));
  const interaction = Math.max(...own.map(({ weight }) => weight.touch?.js.br ?? 0));
  const documents = mainPages.map((name) => ({ name, bytes: documentOf(findNamed(pages, name).weight) }));
  const list = (sizes: typeof scripts) => sizes.map(({ name, bytes }) => `${name} ${kB(bytes)}`).join(', ');
  return [
    {
      what: 'scripts of the first load',
      goal: 'payment ≤ 157.7 kB, bill ≤ 145.6, home ≤ 144, others ≤ 127.6',
      measured: list(scripts),
      isReached: scripts.every(({ name, bytes }) => bytes <= (scriptGoals[name] ?? scriptGoalOfOthers)),
    },
    {
      what: 'scripts loaded on the first interaction',
      goal: '≤ 45 kB',
      measured: `at most ${kB(interaction)} kB`,
      isReached: interaction <= 45_000,
    },
    {
      what: 'HTML and CSS',
      goal: '≤ 20 kB each',
      measured: list(documents),
      isReached: documents.every(({ bytes }) => bytes <= 20_000),
    },
  ];
}

function listPageGoals({ page: { pages, interactions } }: PerformanceRecords): readonly Goal[] {
  const own = mainPages.map((name) => findNamed(pages, name));
  const relate = (time: 'lcp' | 'tbt') =>
    own.map((page) => ({ name: page.name, time: page[time], ratio: page.toBare[time] }));
  const isWithin = (times: ReturnType<typeof relate>, goal: number) => times.every(({ ratio }) => ratio <= goal);
  const [lcp, tbt] = [relate('lcp'), relate('tbt')];
  const medianOf = (isMeant: (interaction: (typeof interactions)[number]) => boolean) =>
    Math.max(...interactions.filter(isMeant).map(({ worst }) => worst.median));
  const bareInteraction = medianOf(({ page }) => page === 'bare');
  const slowest = medianOf(({ page, name }) => page !== 'bare' && name !== firstTap);
  const first = medianOf(({ name }) => name === firstTap);
  const describeInteraction = (ms: number) => `${whole(ms)} ms (${oneOf(ms / bareInteraction)})`;
  return [
    {
      what: 'LCP on a cheap phone',
      goal: `≤ ${timeGoals.lcp} × the bare page`,
      measured: lcp.map(({ name, time, ratio }) => `${name} ${inSeconds(time)} (${twoOf(ratio)})`).join(', '),
      isReached: isWithin(lcp, timeGoals.lcp),
    },
    {
      what: "LCP by Lighthouse's simulation",
      goal: `≤ ${inSeconds(goodLcp)} s, which Core Web Vitals call good`,
      measured: own.map(({ name, simulatedLcp }) => `${name} ${inSeconds(simulatedLcp)}`).join(', '),
      isReached: own.every(({ simulatedLcp }) => simulatedLcp <= goodLcp),
    },
    {
      what: 'total blocking time (TBT)',
      goal: `≤ ${timeGoals.tbt} × the bare page`,
      measured: tbt.map(({ name, time, ratio }) => `${name} ${whole(time)} ms (${twoOf(ratio)})`).join(', '),
      isReached: isWithin(tbt, timeGoals.tbt),
    },
    {
      what: 'layout shift (CLS)',
      goal: '0',
      measured: `at most ${Math.max(...own.map(({ cls }) => cls)).toFixed(3)}`,
      isReached: own.every(({ cls }) => cls === 0),
    },
    {
      what: 'slowest interaction, CPU × 1/4',
      goal: `≤ ${timeGoals.interaction} × the bare page, the first tap ≤ ${timeGoals.firstTap} ×`,
      measured: `${describeInteraction(slowest)}, the first tap ${describeInteraction(first)}`,
      isReached: slowest <= timeGoals.interaction * bareInteraction && first <= timeGoals.firstTap * bareInteraction,
    },
  ];
}

function listServerGoals({ server: { pages, journeys, banks } }: PerformanceRecords): readonly Goal[] {
  const ratios = mainPages.map((name) => ({ name, ratio: ratioToBare(pages, name) }));
  const p99 = Math.max(...journeys.half.steps.map((step) => step.p99));
  const journey = findNamed(pages, 'bare').perSecond.median / journeys.full.perSecond;
  const growth = (banks.at(-1)?.load.cpuMs ?? NaN) / (banks[0]?.load.cpuMs ?? NaN);
  return [
    {
      what: 'requests/s against a bare page',
      goal: 'home and bill ≥ 0.35, others ≥ 0.2',
      measured: ratios.map(({ name, ratio }) => `${name} ${twoOf(ratio)}`).join(', '),
      isReached: ratios.every(({ name, ratio }) => ratio >= (requestGoals[name] ?? requestGoalOfOthers)),
    },
    {
      what: 'whole journeys, site on one CPU',
      goal: '≤ 35 requests of the bare page each, p99 of each page < 400 ms at half',
      measured: `${whole(journey)} (${oneOf(journeys.full.perSecond)}/s), p99 at most ${whole(p99)} ms`,
      isReached: journey <= 35 && p99 < 400,
    },
    {
      what: `payment page, ${banks[0]?.count} to ${banks.at(-1)?.count} banks`,
      goal: 'flat',
      measured: `${twoOf(growth)} × the CPU time`,
      isReached: growth <= flat,
    },
  ];
}

function listBackendGoals({ backend: { rounds }, bills }: PerformanceRecords): readonly Goal[] {
  const calls = ['payment.init', 'payment.return'].map((name) => {
    const figures = rounds.map((round) => findNamed(round.calls, name));
    return {
      name,
      perSecond: Math.min(...figures.map(({ full }) => full.perSecond)),
      p99: Math.max(...figures.map(({ half }) => half?.p99 ?? Infinity)),
      growth: (figures.at(-1)?.full.cpuMs ?? NaN) / (figures[0]?.full.cpuMs ?? NaN),
    };
  });
  const [fewest, most] = [rounds[0]?.stored ?? 0, rounds.at(-1)?.stored ?? 0];
  return [
    ...calls.map(({ name, perSecond, p99 }) => ({
      what: `${name} on PostgreSQL`,
      goal: '≥ 300/s, p99 < 50 ms at half',
      measured: `at least ${whole(perSecond)}/s, p99 at most ${oneOf(p99)} ms`,
      isReached: perSecond >= 300 && p99 < 50,
    })),
    {
      what: `the same, ${whole(fewest)} to ${whole(most)} payments stored`,
      goal: 'flat up to 1,000,000',
      measured: `${calls.map(({ name, growth }) => `${name} ${twoOf(growth)}`).join(', ')} × the CPU time`,
      isReached: most >= 1_000_000 && calls.every(({ growth }) => growth <= flat),
    },
    {
      what: 'import of a file of bills',
      goal: '1,000,000 in less than a minute',
      measured: `${whole(bills.bills)} in ${oneOf(bills.first)} s, changed in ${oneOf(bills.next)} s`,
      isReached: bills.bills >= 1_000_000 && Math.max(bills.first, bills.next) < 60,
    },
  ];
}

function listMemoryGoals({ server, start, soak, clone }: PerformanceRecords): readonly Goal[] {
  const { early, late } = compareQuarters(soak);
  return [
    {
      what: 'memory of the site',
      goal: '≤ 120 MB idle, ≤ 300 MB loaded',
      measured: `${whole(start.idle.site)} MB idle, ${whole(server.memory.loaded.site)} MB loaded`,
      isReached: start.idle.site <= 120 && server.memory.loaded.site <= 300,
    },
    {
      what: 'the same under a steady load',
      goal: 'flat over 10 minutes',
      measured: `${twoOf(late / early)} × in ${oneOf(soak.minutes)} minutes`,
      isReached: soak.minutes >= 10 && late <= 1.1 * early,
    },
    {
      what: '`npm start` the second time',
      goal: '≤ 5 s to the first page',
      measured: `${oneOf(start.second.median)} s`,
      isReached: start.second.median <= 5,
    },
    {
      what: '`npm start` in a fresh clone',
      goal: '≤ 180 s on 2 CPUs',
      measured: `${whole(clone.first)} s`,
      isReached: clone.first <= 180,
    },
  ];
}

/** Returns a table of every goal with what was measured. */
export function describeGoals(records: PerformanceRecords): string {
  const lists = [listWeightGoals, listPageGoals, listServerGoals, listBackendGoals, listMemoryGoals];
  const rows = lists
    .flatMap((list) => list(records))
    .map(({ what, goal, measured, isReached }) => [what, goal, measured, isReached ? 'reached' : '**not reached**']);
  return table([['what', 'goal', 'measured', ''], ...rows]);
}
