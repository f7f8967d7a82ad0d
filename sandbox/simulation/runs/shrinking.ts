import type { Phase } from './phases';

/** One part of a run that can be left out: an action, a fault, or a phase without actions. */
interface Part {
  readonly phase: number;
  readonly part: number | 'fault' | 'whole';
}

function partsOf(phases: readonly Phase[]): readonly Part[] {
  return phases.flatMap((one, phase): readonly Part[] => {
    if (one.kind !== 'concurrent') return [{ phase, part: 'whole' }];
    const actions = one.actions.map((_, part): Part => ({ phase, part }));
    return one.fault === null ? actions : [...actions, { phase, part: 'fault' }];
  });
}

function keep(phases: readonly Phase[], kept: readonly Part[]): readonly Phase[] {
  return phases.flatMap((one, index): readonly Phase[] => {
    const parts = kept.filter(({ phase }) => phase === index).map(({ part }) => part);
    if (one.kind !== 'concurrent') return parts.length > 0 ? [one] : [];
    const actions = one.actions.filter((_, action) => parts.includes(action));
    return actions.length === 0 ? [] : [{ ...one, actions, fault: parts.includes('fault') ? one.fault : null }];
  });
}

/** The kept parts of a seed's run as a command-line argument: `0,4a,4c,5f` keeps phase 0, two actions of phase 4, and the fault of phase 5. */
function writePath(kept: readonly Part[]): string {
  const suffixOf = (part: Part['part']) =>
    part === 'whole' ? '' : part === 'fault' ? 'f' : String.fromCharCode('a'.charCodeAt(0) + part);
  return kept.map(({ phase, part }) => `${phase}${suffixOf(part)}`).join(',');
}

/** Returns the parts of a run that a path keeps. */
export function followPath(phases: readonly Phase[], path: string): readonly Phase[] {
  const named = path.split(',');
  return keep(
    phases,
    partsOf(phases).filter((part) => named.includes(writePath([part]))),
  );
}

export interface Shrunk {
  readonly path: string;
  readonly phases: readonly Phase[];
  /** How many shorter runs were tried. */
  readonly tries: number;
}

/**
 * Searches for the shortest part of a run that is still broken, while `hasTimeLeft` returns true: leaves out halves, then quarters, then single
 * actions and faults, as long as anything can be left out.
 */
export async function shrink(
  phases: readonly Phase[],
  isBroken: (phases: readonly Phase[]) => Promise<boolean>,
  hasTimeLeft: () => boolean,
): Promise<Shrunk> {
  let kept = partsOf(phases);
  let tries = 0;
  for (let size = Math.ceil(kept.length / 2); size > 0 && hasTimeLeft();) {
    const before = kept.length;
    // From the end: what happens after the violation is the first to go.
    for (let end = kept.length; end > 0 && hasTimeLeft(); end -= size) {
      const less = [...kept.slice(0, Math.max(0, end - size)), ...kept.slice(end)];
      tries += 1;
      if (await isBroken(keep(phases, less))) kept = less;
    }
    if (size > 1) size = Math.floor(size / 2);
    else if (kept.length === before) break;
  }
  return { path: writePath(kept), phases: keep(phases, kept), tries };
}
