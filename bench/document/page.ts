import type { PageRecord } from '../records';
import { findNamed, inSeconds, percent, table, twoOf, whole } from './table';

/** Gives what a payer sees and feels on a cheap phone. */
export function describePages({ pages, interactions, runs, lighthouse, chromium }: PageRecord): string {
  const bare = findNamed(pages, 'bare');
  const painted = pages.map(({ name, lcp, tbt, cls }) => [
    name,
    inSeconds(lcp),
    twoOf(lcp / bare.lcp),
    whole(tbt),
    cls.toFixed(3),
  ]);
  const answered = interactions.map(({ page, name, worst }) => [
    `${page}: ${name}`,
    whole(worst.median),
    `${whole(worst.lowest)} to ${whole(worst.highest)}`,
  ]);
  const stolen = Math.max(...pages.map((page) => page.stolen));
  return `## What a payer sees and feels

Lighthouse ${lighthouse} with Chromium ${chromium}, its own settings for a phone: slow 4G and a processor four times as slow, both reckoned from a load
without them; nothing cached; medians of ${whole(runs)}. LCP (largest paint) in s, TBT (scripts in the way) in ms, CLS (layout shift). The bare page has no
style sheet to wait for. The host took at most ${percent(stolen)} of the time of a run.

${table([['page', 'LCP', '× bare', 'TBT', 'CLS'], ...painted])}

The slowest answer in ms, from a key or a tap to the paint that shows it, on a processor four times as slow; the page was opened just before, so
that the first touch still has to fetch its code. The browser tells in steps of 8, and nothing below 16. The median of ${whole(runs)}, and all of them.

${table([['what is done', 'slowest', 'from, to'], ...answered])}`;
}
