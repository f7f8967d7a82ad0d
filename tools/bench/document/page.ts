import type { PageRecord } from '../records';
import { findNamed, inSeconds, percent, table, twoOf, whole } from './table';

/** Gives what a payer sees and feels on a cheap phone. */
export function describePages({ pages, interactions, runs, lighthouse, chromium }: PageRecord): string {
  const bare = findNamed(pages, 'bare');
  const painted = pages.map(({ name, lcp, reckonedLcp, tbt, cls }) => [
    name,
    inSeconds(lcp),
    twoOf(lcp / bare.lcp),
    inSeconds(reckonedLcp),
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

Lighthouse ${lighthouse} with Chromium ${chromium}, its phone: slow 4G and a processor four times as slow; nothing cached; medians of ${whole(runs)}. LCP (largest
paint) in s, once with network and processor slowed down in earnest, and once as Lighthouse reckons it by itself from a load at full speed; TBT (scripts in the way,
reckoned) in ms; CLS (layout shift), the greater of both. Reckoning puts each script that came before the paint at full speed before it on a phone
too, where a page comes long before its scripts: on one machine it is a race of milliseconds, which the bare page now wins and now loses.
The host took at most ${percent(stolen)} of the time of a run.

${table([['page', 'LCP', '× bare', 'LCP, reckoned', 'TBT', 'CLS'], ...painted])}

The slowest answer in ms, from a key or a tap to the paint that shows it, on a processor four times as slow; the page was opened just before, so
that the first touch still has to fetch its code. The browser tells in steps of 8, and nothing below 16. The median of ${whole(runs)}, and all of them.

${table([['what is done', 'slowest', 'from, to'], ...answered])}`;
}
