import type { ProfileRecord } from '../records';
import { percent, table, twoOf } from './table';

/** Gives whose code the site works on. */
export function describeProfile({ page, owners, files }: ProfileRecord): string {
  const rowsOf = (things: ProfileRecord['owners']) =>
    things.map(({ name, perRequest, share }) => [name, twoOf(perRequest), percent(share)]);
  const shown = owners.filter(({ share }) => share >= 0.005);
  const rest = owners.filter((owner) => !shown.includes(owner));
  const others = {
    name: 'all others',
    perRequest: rest.reduce((sum, owner) => sum + owner.perRequest, 0),
    share: rest.reduce((sum, owner) => sum + owner.share, 0),
  };
  return `## Where the site's time goes

The ${page} page under load, by whose code the processor is in, in ms for each request: the time of each function itself, without what it calls,
told by V8 and brought back to the sources. React is the renderer and its streams, as Next brings them.

${table([['whose', 'ms', 'share'], ...rowsOf([...shown, others])])}

The files that take most:

${table([['file', 'ms', 'share'], ...rowsOf(files)])}`;
}
