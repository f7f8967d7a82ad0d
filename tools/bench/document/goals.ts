import type { BackendRecord, PerformanceRecords } from '../records';
import { ratioToBare } from './server';
import { compareQuarters } from './start';
import { findNamed, inSeconds, kB, oneOf, table, twoOf, whole } from './table';
import { documentOf } from './weight';

/** A goal, what was measured, and whether that reaches it. */
interface Goal {
  readonly what: string;
  readonly goal: string;
  readonly measured: string;
  readonly isReached: boolean;
  /** What was tried, and what stands in the way: said where the goal is not reached. */
  readonly limit?: string;
}

/** Bytes, after brotli. */
const scriptGoals: Readonly<Record<string, number>> = { payment: 144_000, home: 136_000, bill: 136_000 };

const payersPages = ['home', 'bill', 'payment', 'result'];
/** Counted as flat: no more than noise. */
const flat = 1.25;

function listWeightGoals({ weight: { pages } }: PerformanceRecords): readonly Goal[] {
  const own = pages.filter(({ name }) => name !== 'bare').map(({ weight }) => weight);
  const scripts = pages
    .filter(({ name }) => name !== 'bare')
    .map(({ name, weight }) => ({ name, bytes: weight.first.js.br, most: scriptGoals[name] ?? 122_000 }));
  const touch = Math.max(...own.map((page) => page.touch?.js.br ?? 0));
  const documents = payersPages.map((name) => ({ name, bytes: documentOf(findNamed(pages, name).weight) }));
  return [
    {
      what: 'scripts of the first load',
      goal: 'payment ≤ 144 kB, home and bill ≤ 136, others ≤ 122',
      measured: scripts.map(({ name, bytes }) => `${name} ${kB(bytes)}`).join(', '),
      isReached: scripts.every(({ bytes, most }) => bytes <= most),
      limit: `A bare page is 115 kB; React Hook Form is 12, next-intl's client 3 and zustand 1.5 of what a form adds. Validation, encryption, masks and
the sending itself come with the first touch. What is left is code of ours that hydration needs: the fields of every method are in the page,
as it works without scripts.`,
    },
    {
      what: 'what the first touch of a form adds',
      goal: '≤ 45 kB',
      measured: `at most ${kB(touch)} kB`,
      isReached: touch <= 45_000,
    },
    {
      what: 'HTML and CSS',
      goal: '≤ 20 kB each',
      measured: documents.map(({ name, bytes }) => `${name} ${kB(bytes)}`).join(', '),
      isReached: documents.every(({ bytes }) => bytes <= 20_000),
    },
  ];
}

function listPageGoals({ page: { pages, interactions } }: PerformanceRecords): readonly Goal[] {
  const bare = findNamed(pages, 'bare');
  const own = payersPages.map((name) => findNamed(pages, name));
  const slowest = interactions.filter(({ page }) => page !== 'bare').map(({ worst }) => worst.median);
  return [
    {
      what: 'largest paint on a cheap phone',
      goal: '≤ 1.0 s',
      measured: own.map(({ name, lcp }) => `${name} ${inSeconds(lcp)} (${twoOf(lcp / bare.lcp)})`).join(', '),
      isReached: own.every(({ lcp }) => lcp <= 1_000),
      limit: `The bare page has no styles at all. A style sheet comes one round trip later.`,
    },
    {
      what: 'the same, as Lighthouse reckons it',
      goal: '≤ 1.8 s',
      measured: own.map(({ name, reckonedLcp }) => `${name} ${inSeconds(reckonedLcp)}`).join(', '),
      isReached: own.every(({ reckonedLcp }) => reckonedLcp <= 1_800),
      limit: `Lighthouse counts what came before the paint on a machine without limits. There Next's scripts are fetched within 30 ms, and the first
paint takes 60. Next has no way to ask for its scripts later.`,
    },
    {
      what: 'scripts in the way of it (TBT)',
      goal: '≤ 100 ms',
      measured: `at most ${whole(Math.max(...own.map(({ tbt }) => tbt)))} ms`,
      isReached: own.every(({ tbt }) => tbt <= 100),
    },
    {
      what: 'layout shift',
      goal: '0',
      measured: `at most ${Math.max(...own.map(({ cls }) => cls)).toFixed(3)}`,
      isReached: own.every(({ cls }) => cls === 0),
    },
    {
      what: 'slowest answer, processor × 1/4',
      goal: '≤ 64 ms',
      measured: `${whole(Math.max(...slowest))} ms`,
      isReached: Math.max(...slowest) <= 64,
      limit: `One way to pay is opened and another closed: the form below moves, which is layout and paint, and React's listeners hear each part of
a tap.`,
    },
  ];
}

function listServerGoals({ server: { pages, journeys, banks } }: PerformanceRecords): readonly Goal[] {
  const ratios = payersPages.map((name) => ({ name, ratio: ratioToBare(pages, name) }));
  const p99 = Math.max(...journeys.half.steps.map((step) => step.p99));
  const [first, last] = [banks[0]?.load, banks.at(-1)?.load];
  const growth = (last?.processorMs ?? NaN) / (first?.processorMs ?? NaN);
  return [
    {
      what: 'pages a second against a bare page',
      goal: 'home ≥ 0.85, others ≥ 0.5',
      measured: ratios.map(({ name, ratio }) => `${name} ${twoOf(ratio)}`).join(', '),
      isReached: ratios.every(({ name, ratio }) => ratio >= (name === 'home' ? 0.85 : 0.5)),
      limit: `A page's time is what React and Next do for each element and each stream; what is ours is less than a tenth of it (by a CPU
profile), and an empty page has next to no elements. Tried and kept: nothing held after the backend's answer, formats of time made
once. Tried and left: undici's own client in place of fetch (0.1 ms a call); the payment page's HTML frozen outside React
([decision 14](decisions/0014-react.md)). Node 24 serves a seventh more journeys (docs/operate.md).`,
    },
    {
      what: 'whole journeys, site on one processor',
      goal: '≥ 20/s, p99 of each page < 400 ms at half',
      measured: `${oneOf(journeys.full.perSecond)}/s, p99 at most ${whole(p99)} ms`,
      isReached: journeys.full.perSecond >= 20 && p99 < 400,
      limit: `Four pages and five redirects a journey; the pages' share is as above. All that shares the other processor (the load, backend,
simulators and PostgreSQL) is close to full by then, so more would not be seen on two.`,
    },
    {
      what: `payment page, ${banks[0]?.count} to ${banks.at(-1)?.count} banks`,
      goal: 'flat',
      measured: `${twoOf(growth)} × the processor time`,
      isReached: growth <= flat,
      limit: `Each bank is one more choice in a list that is written out, so that it works without scripts, and compressed anew for each payer.`,
    },
  ];
}

function listCallFigures({ rounds }: BackendRecord, name: string) {
  return rounds.map(({ calls }) => findNamed(calls, name));
}

function listBackendGoals({ backend }: PerformanceRecords): readonly Goal[] {
  const calls = ['payment.init', 'payment.return'];
  const [fewest, most] = [backend.rounds[0]?.stored ?? 0, backend.rounds.at(-1)?.stored ?? 0];
  const bearing = calls.map((name) => ({
    name,
    perSecond: Math.min(...listCallFigures(backend, name).map(({ full }) => full.perSecond)),
    p99: Math.max(...listCallFigures(backend, name).map(({ half }) => half?.p99 ?? Infinity)),
  }));
  const growths = calls.map((name) => {
    const figures = listCallFigures(backend, name);
    return { name, growth: (figures.at(-1)?.full.processorMs ?? NaN) / (figures[0]?.full.processorMs ?? NaN) };
  });
  return [
    ...bearing.map(({ name, perSecond, p99 }) => ({
      what: `${name} on PostgreSQL`,
      goal: '≥ 300/s, p99 < 50 ms at half',
      measured: `at least ${whole(perSecond)}/s, p99 at most ${oneOf(p99)} ms`,
      isReached: perSecond >= 300 && p99 < 50,
      limit: `One statement a move of a payment, prepared, and what follows from it looked for together brought a beginning from 25 messages
to PostgreSQL down to 10, and a return from 34 to 15. A return also asks the bank and sends a receipt: about 7 ms of processor on two, which
backend, PostgreSQL, the simulated bank and the load share here.`,
    })),
    {
      what: `the same, ${whole(fewest)} to ${whole(most)} payments stored`,
      goal: 'flat up to 1,000,000',
      measured: `${growths.map(({ name, growth }) => `${name} ${twoOf(growth)}`).join(', ')} × the processor time`,
      isReached: most >= 1_000_000 && growths.every(({ growth }) => growth <= flat),
    },
  ];
}

function listMemoryGoals({ server, start, soak, clone }: PerformanceRecords): readonly Goal[] {
  const { early, late } = compareQuarters(soak);
  return [
    {
      what: "the site's memory",
      goal: '≤ 120 MB idle, ≤ 300 MB loaded',
      measured: `${whole(start.idle.site)} MB idle, ${whole(server.memory.loaded.site)} MB loaded`,
      isReached: start.idle.site <= 120 && server.memory.loaded.site <= 300,
      limit: `A bare page's server takes 90 MB. Tried and kept: no source maps (30 MB), no code of a page before it is asked for (30 MB), a heap
that is swept before it has grown by half (from 700 MB under load). The rest is the code of middleware, front and health check.`,
    },
    {
      what: 'the same while payers pay',
      goal: 'flat over 10 minutes',
      measured: `${twoOf(late / early)} × in ${oneOf(soak.minutes)} minutes`,
      isReached: soak.minutes >= 10 && late <= 1.1 * early,
      limit: `What is left after a collection grows by about 23 kB a journey at first, most of it compiled code; the counts of limits stay for
up to 15 minutes, a timer each.`,
    },
    {
      what: '`npm start` the second time',
      goal: '≤ 5 s to the first page',
      measured: `${oneOf(start.second.median)} s`,
      isReached: start.second.median <= 5,
    },
    {
      what: '`npm start` in a fresh clone',
      goal: '≤ 180 s on 2 processors',
      measured: `${whole(clone.first)} s`,
      isReached: clone.first <= 180,
      limit: `Most of it is the fetching of packages.`,
    },
  ];
}

/** Gives every goal with what was measured. */
export function describeGoals(records: PerformanceRecords): string {
  const goals = [listWeightGoals, listPageGoals, listServerGoals, listBackendGoals, listMemoryGoals].flatMap((list) =>
    list(records),
  );
  const rows = goals.map(({ what, goal, measured, isReached }) => [
    what,
    goal,
    measured,
    isReached ? 'reached' : '**not reached**',
  ]);
  const limits = goals.flatMap(({ what, isReached, limit }) =>
    isReached || limit === undefined ? [] : [`- **${what}**: ${limit.replaceAll('\n', '\n  ')}`],
  );
  const all = table([['what', 'goal', 'measured', ''], ...rows]);
  return limits.length === 0
    ? all
    : `${all}\n\nWhat stands in the way of those that are not reached:\n\n${limits.join('\n')}`;
}
