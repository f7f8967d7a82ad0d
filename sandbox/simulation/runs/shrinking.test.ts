import type { Action, Phase } from './phases';
import { followPath, shrink } from './shrinking';

const press = (attempt: number): Action => ({ do: 'settle', attempt, isPaid: true, isSilent: false });
const concurrent = (...attempts: number[]): Phase => ({
  kind: 'concurrent',
  actions: attempts.map((attempt) => ({ action: press(attempt), backend: 0 })),
  seed: 1,
  fault: { kind: 'kill', at: 3 },
});
const time: Phase = { kind: 'time', minutes: 16, runsJobs: true };

const run: readonly Phase[] = [
  concurrent(1, 2),
  time,
  concurrent(3),
  concurrent(4, 5, 6),
  time,
  concurrent(7, 8),
  time,
  concurrent(9, 1, 2),
];

const attemptsOf = (phases: readonly Phase[]) =>
  phases.flatMap((phase) =>
    phase.kind === 'concurrent'
      ? phase.actions.flatMap(({ action }) => ('attempt' in action ? [action.attempt] : []))
      : [],
  );

test.each([
  ['one action', [5], 1],
  ['two actions of one phase', [4, 6], 1],
  ['two actions far apart', [3, 8], 2],
])('a run that fails by %s is shrunk to that, and its path replays it', async (_what, needed, phases) => {
  let played = 0;
  const breaks = async (tried: readonly Phase[]) => {
    played += 1;
    return needed.every((attempt) => attemptsOf(tried).includes(attempt));
  };
  const shrunk = await shrink(run, breaks, () => true);
  expect(attemptsOf(shrunk.phases)).toEqual(needed);
  expect(shrunk.phases).toHaveLength(phases);
  expect(shrunk.phases.every((phase) => phase.kind === 'concurrent' && phase.fault === null)).toBe(true);
  expect(followPath(run, shrunk.path)).toEqual(shrunk.phases);
  expect(shrunk.tries).toBe(played);
});

test('a fault that the violation needs is kept', async () => {
  const hasFault = async (tried: readonly Phase[]) =>
    tried.some((phase) => phase.kind === 'concurrent' && phase.fault !== null && attemptsOf([phase]).includes(5));
  const { path, phases } = await shrink(run, hasFault, () => true);
  expect(path).toBe('3b,3f');
  expect(followPath(run, path)).toEqual(phases);
});

test('without time for shrinking the run is returned unchanged', async () => {
  const { phases, tries } = await shrink(
    run,
    async () => true,
    () => false,
  );
  expect([phases, tries]).toEqual([run, 0]);
});
