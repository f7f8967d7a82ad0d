import type { PageWeight, Weight } from '../../../e2e/fixtures/page-weight';
import type { JourneyLoad, LoadedPage, PerformanceRecords, SoakRecord } from '../records';
import { findNamed, inSeconds, kB, oneOf, percent, table, twoOf, whole } from './table';

type Describe = (records: PerformanceRecords) => string;

/** Bytes of a page's HTML and CSS, brotli. */
export const documentOf = ({ first }: PageWeight) => first.html.br + first.css.br;

/** Requests per second of a page divided by those of the bare page. */
export function ratioToBare(pages: readonly LoadedPage[], name: string): number {
  return findNamed(pages, name).perSecond.median / findNamed(pages, 'bare').perSecond.median;
}

/** Returns the highest memory of the second and of the last quarter of a soak test, MB. */
export function compareQuarters({ site }: SoakRecord): { readonly early: number; readonly late: number } {
  const quarter = Math.floor(site.length / 4);
  return { early: Math.max(...site.slice(quarter, 2 * quarter)), late: Math.max(...site.slice(-quarter)) };
}

const describeMachines: Describe = (records) => {
  const parts = Object.entries(records);
  const machines = [...new Set(parts.map(([, { machine }]) => machine))];
  const partsOf = (machine: string) => parts.filter(([, part]) => part.machine === machine).map(([name]) => name);
  const quick = parts.filter(([, { isQuick }]) => isQuick).map(([name]) => name);
  const lines = machines.map(
    (machine) => `- ${machine}${machines.length > 1 ? `: ${partsOf(machine).join(', ')}` : ''}`,
  );
  return [...lines, ...(quick.length > 0 ? [`- not meaningful (--quick): ${quick.join(', ')}`] : [])].join('\n');
};

/** Bytes after brotli, LCP in ms and requests/s divided by the bare page's, before React rendered the forms. */
const beforeReact = {
  home: { scripts: 116_678, document: 10_375, lcp: 680, ratio: 0.56 },
  bill: { scripts: 116_569, document: 13_225, lcp: 690, ratio: 0.39 },
  payment: { scripts: 117_527, document: 13_712, lcp: 700, ratio: 0.3 },
  result: { scripts: 118_430, document: 10_458, lcp: 700, ratio: 0.36 },
} as const;

const describeBeforeReact: Describe = ({ weight, page, server }) => {
  const change = (before: string, now: string) => `${before} → ${now}`;
  const rows = Object.entries(beforeReact).map(([name, before]) => {
    const now = findNamed(weight.pages, name).weight;
    return [
      name,
      change(kB(before.scripts), kB(now.first.js.br)),
      change(kB(before.document), kB(documentOf(now))),
      change(inSeconds(before.lcp), inSeconds(findNamed(page.pages, name).lcp)),
      change(twoOf(before.ratio), twoOf(ratioToBare(server.pages, name))),
    ];
  });
  return table([['page', 'scripts, kB', 'HTML and CSS, kB', 'LCP, s', 'requests/s × bare'], ...rows]);
};

const describeWeights: Describe = ({ weight: { pages } }) => {
  const both = ({ br, gz }: Weight) => `${kB(br)} / ${kB(gz)}`;
  const sum = (one: Weight, other: Weight): Weight => ({ br: one.br + other.br, gz: one.gz + other.gz });
  const bare = findNamed(pages, 'bare').weight.first.js.br;
  const rows = pages.map(({ name, weight }) => [
    name,
    both(sum(weight.first.html, weight.first.css)),
    both(weight.first.js),
    (weight.first.js.br / bare).toFixed(3),
    weight.touch === null ? '' : both(weight.touch.js),
  ]);
  return table([['page', 'HTML and CSS', 'scripts', '× bare', 'on first interaction'], ...rows]);
};

const describePages: Describe = ({ page: { pages, runs, lighthouse, chromium } }) => {
  const bare = findNamed(pages, 'bare');
  const rows = pages.map(({ name, lcp, simulatedLcp, tbt, cls }) => [
    name,
    inSeconds(lcp),
    twoOf(lcp / bare.lcp),
    inSeconds(simulatedLcp),
    whole(tbt),
    cls.toFixed(3),
  ]);
  const stolen = Math.max(...pages.map((page) => page.stolen));
  return `${table([['page', 'LCP, s', '× bare', 'LCP simulated, s', 'TBT, ms', 'CLS'], ...rows])}

Lighthouse ${lighthouse}, Chromium ${chromium}, medians of ${whole(runs)}, CPU steal at most ${percent(stolen)}.`;
};

const describeInteractions: Describe = ({ page: { interactions } }) => {
  const rows = interactions.map(({ page, name, worst }) => [
    `${page}: ${name}`,
    whole(worst.median),
    `${whole(worst.lowest)} to ${whole(worst.highest)}`,
  ]);
  return table([['interaction', 'slowest, ms', 'from, to'], ...rows]);
};

const pageNames: Readonly<Record<string, string>> = {
  floor: 'node:http alone, the bytes of the bare page',
  bare: 'bare page of Next, with a middleware',
};

const describeLoads: Describe = ({ server: { pages, journeys, banks, isDivided, postgresql } }) => {
  const rows = pages.map((page) => [
    pageNames[page.name] ?? page.name,
    whole(page.perSecond.median),
    `${whole(page.perSecond.lowest)} to ${whole(page.perSecond.highest)}`,
    twoOf(ratioToBare(pages, page.name)),
    whole(page.p50),
    whole(page.p99),
    twoOf(page.cpuMs),
  ]);
  const all = [...pages, ...banks.map(({ load }) => load), journeys.full, journeys.half];
  const repeated = all.reduce((sum, one) => sum + one.repeatedRuns, 0);
  return `${table([['page', 'requests/s', 'from, to', '× bare', 'p50, ms', 'p99, ms', 'CPU, ms'], ...rows])}

${isDivided ? 'The site has its own CPU.' : 'All processes share all CPUs.'} PostgreSQL ${postgresql}; CPU steal at most ${percent(Math.max(...all.map((one) => one.stolen)))}; ${whole(repeated)} runs were repeated.`;
};

function compareSteps(loads: readonly JourneyLoad[]): string[][] {
  return (loads[0]?.steps ?? []).map(({ name }) => [
    name,
    ...loads.map(({ steps }) => `${whole(findNamed(steps, name).p50)} / ${whole(findNamed(steps, name).p99)}`),
  ]);
}

const describeJourneys: Describe = ({ server: { journeys } }) => {
  const { full, half } = journeys;
  return table([
    ['p50 / p99 of a step, ms', `${oneOf(full.perSecond)} journeys/s, the most`, `${oneOf(half.perSecond)} journeys/s`],
    ...compareSteps([full, half]),
  ]);
};

const describeBanks: Describe = ({ server: { banks } }) => {
  const rows = banks.map(({ count, load }) => [
    whole(count),
    whole(load.perSecond.median),
    whole(load.p99),
    twoOf(load.cpuMs),
  ]);
  return table([['banks', 'requests/s', 'p99, ms', 'CPU, ms'], ...rows]);
};

const describeCalls: Describe = ({ backend: { rounds, postgresql } }) => {
  const rows = rounds.flatMap(({ stored, calls }) =>
    calls.map(({ name, full, half }) => [
      name,
      whole(stored),
      whole(full.perSecond),
      `${oneOf(full.p50)} / ${oneOf(full.p99)}`,
      half === null ? '' : `${oneOf(half.p50)} / ${oneOf(half.p99)}`,
      twoOf(full.cpuMs),
    ]),
  );
  const head = ['call', 'payments stored', 'calls/s', 'p50 / p99, ms', 'at half that load', 'CPU, ms'];
  return `${table([head, ...rows])}

PostgreSQL ${postgresql}, CPU steal at most ${percent(Math.max(...rounds.map((round) => round.stolen)))}.`;
};

const describeBills: Describe = ({ bills: { bills, first, next, memory, postgresql } }) =>
  `${table([
    ['', 'measured'],
    [`${whole(bills)} bills into an empty table`, `${oneOf(first)} s`],
    ['a whole file that changes all of them', `${oneOf(next)} s`],
    ['most memory: `npm run ops`', `${whole(memory.ops)} MB`],
    ['most memory: backend', `${whole(memory.backend)} MB`],
  ])}

PostgreSQL ${postgresql}.`;

const describeStarts: Describe = ({ start, clone, soak, server }) => {
  const { early, late } = compareQuarters(soak);
  return table([
    ['', 'measured'],
    ['`npm start`, installed and built, to the first page', `${oneOf(start.second.median)} s`],
    ['`npm start` in a fresh clone', `${whole(clone.first)} s`],
    ['memory ten seconds later: site', `${whole(start.idle.site)} MB`],
    ['memory ten seconds later: backend with the embedded store', `${whole(start.idle.backend)} MB`],
    ['memory under the load above: site', `${whole(server.memory.loaded.site)} MB`],
    ['memory under the load above: backend', `${whole(server.memory.loaded.backend)} MB`],
    [
      `site, second quarter of ${oneOf(soak.minutes)} minutes at ${oneOf(soak.perSecond)} journeys/s`,
      `${whole(early)} MB`,
    ],
    ['site, last quarter', `${whole(late)} MB`],
  ]);
};

const describeCluster: Describe = ({ cluster: { versions, payments, loads } }) => {
  const steps = compareSteps(loads.map(({ half }) => half)).map(([name, ...cells]) => [
    `${name}: p50 / p99, ms`,
    ...cells,
  ]);
  return `${table([
    ['', ...loads.map(({ processes }) => `${whole(processes)} site, ${whole(processes)} backend`)],
    ['journeys/s, the most', ...loads.map(({ full }) => oneOf(full.perSecond))],
    ...steps,
  ])}

nginx ${versions.nginx}, PostgreSQL ${versions.postgresql}, Redis ${versions.redis}. All ${whole(payments)} payments were in a ledger that balances.`;
};

/** The tables of docs/performance.md, by the name of their block. */
export const tables: Readonly<Record<string, Describe>> = {
  machines: describeMachines,
  'before React': describeBeforeReact,
  weight: describeWeights,
  pages: describePages,
  interactions: describeInteractions,
  loads: describeLoads,
  journeys: describeJourneys,
  banks: describeBanks,
  backend: describeCalls,
  bills: describeBills,
  start: describeStarts,
  cluster: describeCluster,
};
