import type { Move } from './phases';

/** One thing of a run that can be left out: an action, a fault, or a move that has no actions. */
interface Part {
  readonly move: number;
  readonly part: number | 'fault' | 'whole';
}

function partsOf(moves: readonly Move[]): readonly Part[] {
  return moves.flatMap((one, move): readonly Part[] => {
    if (one.kind !== 'at-once') return [{ move, part: 'whole' }];
    const actions = one.actions.map((_, part): Part => ({ move, part }));
    return one.fault === null ? actions : [...actions, { move, part: 'fault' }];
  });
}

function keep(moves: readonly Move[], kept: readonly Part[]): readonly Move[] {
  return moves.flatMap((one, index): readonly Move[] => {
    const parts = kept.filter(({ move }) => move === index).map(({ part }) => part);
    if (one.kind !== 'at-once') return parts.length > 0 ? [one] : [];
    const actions = one.actions.filter((_, action) => parts.includes(action));
    return actions.length === 0 ? [] : [{ ...one, actions, fault: parts.includes('fault') ? one.fault : null }];
  });
}

/** What is kept of a seed's run, as it stands on a command line: `0,4a,4c,5f` keeps move 0, two actions of move 4, and the fault of 5. */
function writePath(kept: readonly Part[]): string {
  const letterOf = (part: Part['part']) =>
    part === 'whole' ? '' : part === 'fault' ? 'f' : String.fromCharCode('a'.charCodeAt(0) + part);
  return kept.map(({ move, part }) => `${move}${letterOf(part)}`).join(',');
}

/** Gives what a path keeps of a run. */
export function followPath(moves: readonly Move[], path: string): readonly Move[] {
  const named = path.split(',');
  return keep(
    moves,
    partsOf(moves).filter((part) => named.includes(writePath([part]))),
  );
}

export interface Shrunk {
  readonly path: string;
  readonly moves: readonly Move[];
  /** How many shorter runs were played. */
  readonly tries: number;
}

/**
 * Looks for the shortest part of a run that is broken as well, until `mayGoOn` says no: leaves out halves of it, then quarters, then single
 * actions and faults, as long as anything can be left out.
 */
export async function shrink(
  moves: readonly Move[],
  isBroken: (moves: readonly Move[]) => Promise<boolean>,
  mayGoOn: () => boolean,
): Promise<Shrunk> {
  let kept = partsOf(moves);
  let tries = 0;
  for (let size = Math.ceil(kept.length / 2); size > 0 && mayGoOn();) {
    const before = kept.length;
    // From the end: what comes after the breach is the first to go.
    for (let end = kept.length; end > 0 && mayGoOn(); end -= size) {
      const less = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)];
      tries += 1;
      if (await isBroken(keep(moves, less))) kept = less;
    }
    if (size > 1) size = Math.floor(size / 2);
    else if (kept.length === before) break;
  }
  return { path: writePath(kept), moves: keep(moves, kept), tries };
}
