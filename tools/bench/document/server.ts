import type { JourneyLoad, LoadedPage, ServerRecord } from '../records';
import { findNamed, oneOf, percent, table, twoOf, whole } from './table';

/** Requests a second of a page against those of the bare page. */
export function ratioToBare(pages: readonly LoadedPage[], name: string): number {
  return findNamed(pages, name).perSecond.median / findNamed(pages, 'bare').perSecond.median;
}

const meanings: Readonly<Record<string, string>> = {
  floor: 'node:http alone, the bytes of the bare page',
  bare: 'bare page of Next, with a middleware',
};

function describeLoads(pages: readonly LoadedPage[]): string {
  const rows = pages.map((page) => [
    meanings[page.name] ?? page.name,
    whole(page.perSecond.median),
    `${whole(page.perSecond.lowest)} to ${whole(page.perSecond.highest)}`,
    twoOf(ratioToBare(pages, page.name)),
    whole(page.p50),
    whole(page.p99),
    twoOf(page.processorMs),
  ]);
  return table([['page', 'a second', 'from, to', '× bare', 'p50', 'p99', 'processor'], ...rows]);
}

function describeJourneys({ full, half }: { readonly full: JourneyLoad; readonly half: JourneyLoad }): string {
  const rows = full.steps.map(({ name, p50, p99 }) => {
    const paced = findNamed(half.steps, name);
    return [name, whole(p50), whole(p99), whole(paced.p50), whole(paced.p99)];
  });
  return table([['step', 'p50', 'p99', 'p50, half', 'p99, half'], ...rows]);
}

/** Gives what the site bears. */
export function describeServer(record: ServerRecord): string {
  const { pages, journeys, banks, memory, isDivided, postgresql } = record;
  const all = [...pages, ...banks.map(({ load }) => load), journeys.full, journeys.half];
  const stolen = Math.max(...all.map((one) => one.stolen));
  const thrownAway = all.reduce((sum, one) => sum + one.thrownAway, 0);
  const processors = isDivided
    ? 'The site, or what stands in its place, has one processor for itself; the load, the backend, the simulators and PostgreSQL share the others.'
    : 'All processes share all processors here, which makes the figures lower than those of a site with one for itself.';
  const lists = banks.map(({ count, load }) => [
    whole(count),
    whole(load.perSecond.median),
    whole(load.p99),
    twoOf(load.processorMs),
  ]);
  return `## What the site bears

${processors} PostgreSQL ${postgresql}, which keeps what it commits.
Eight requests are under way at once, uncompressed, made by autocannon in its own process; times in ms, \`processor\` for each request.
Pages take turns, every other round in the opposite order; medians of the rounds, and the lowest and the highest of them. What the site itself
limits is by address and concerns forms alone; payers come from their own addresses. The floor is as high as the load that can be made.
The host took at most ${percent(stolen)} of the time of a run that counts; ${whole(thrownAway)} were thrown away because it took more than 2 %.

${describeLoads(pages)}

A payer's whole way, from the home page over look-up, bill, payment, bank and return to the result, without a browser: **${oneOf(journeys.full.perSecond)} a
second** at most. How long each step takes then, and when half as many payers (${oneOf(journeys.half.perSecond)} a second) come at an even pace; a step is what
the site does from a press to the page that follows, redirects and all.

${describeJourneys(journeys)}

The payment page with ever more banks to choose from:

${table([['banks', 'a second', 'p99', 'processor'], ...lists])}

Memory in MB, idle after a start and at most under this load: site ${whole(memory.idle.site)} and ${whole(memory.loaded.site)}, backend ${whole(memory.idle.backend)} and ${whole(memory.loaded.backend)}.`;
}
