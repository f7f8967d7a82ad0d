import type { CloneRecord, SoakRecord, StartRecord } from '../records';
import { oneOf, whole } from './table';

/** The highest of some readings. */
const highest = (readings: readonly number[]) => Math.max(...readings);

/** Gives the highest memory of the second and of the last quarter of a soak: between them it should not have grown. */
export function compareQuarters({ site }: SoakRecord): { readonly early: number; readonly late: number } {
  const quarter = Math.floor(site.length / 4);
  return { early: highest(site.slice(quarter, 2 * quarter)), late: highest(site.slice(-quarter)) };
}

/** Gives how long a start takes, and what memory does afterwards. */
export function describeStart(start: StartRecord, clone: CloneRecord, soak: SoakRecord): string {
  const { early, late } = compareQuarters(soak);
  const { median, lowest, highest: longest } = start.second;
  return `## Starts and memory

- \`npm start\` where everything is installed and built, to the first page: ${oneOf(median)} s (${oneOf(lowest)} to ${oneOf(longest)}), on the embedded store. Ten seconds later the
  site holds ${whole(start.idle.site)} MB and the backend with its store ${whole(start.idle.backend)} MB.
- \`npm start\` in a fresh clone: ${whole(clone.first)} s.
- ${oneOf(soak.minutes)} minutes of ${oneOf(soak.perSecond)} payers a second, ${whole(soak.journeys)} in all: the site held at most ${whole(early)} MB in the second quarter of that time, and
  at most ${whole(late)} MB in the last.`;
}
