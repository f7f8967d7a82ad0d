import type { Action, Move } from './phases';
import { followPath, shrink } from './shrinking';

const press = (attempt: number): Action => ({ do: 'settle', attempt, isPaid: true, isSilent: false });
const atOnce = (...attempts: number[]): Move => ({
  kind: 'at-once',
  actions: attempts.map((attempt) => ({ action: press(attempt), place: 0 })),
  seed: 1,
  fault: { kind: 'kill', at: 3 },
});
const time: Move = { kind: 'time', minutes: 16, isWorked: true };

const run: readonly Move[] = [
  atOnce(1, 2),
  time,
  atOnce(3),
  atOnce(4, 5, 6),
  time,
  atOnce(7, 8),
  time,
  atOnce(9, 1, 2),
];

const attemptsOf = (moves: readonly Move[]) =>
  moves.flatMap((move) =>
    move.kind === 'at-once' ? move.actions.flatMap(({ action }) => ('attempt' in action ? [action.attempt] : [])) : [],
  );

test.each([
  ['one action', [5], 1],
  ['two actions of one move', [4, 6], 1],
  ['two actions far apart', [3, 8], 2],
])('a run that breaks by %s is shrunk to that, and its path leads there again', async (_what, needed, moves) => {
  let played = 0;
  const breaks = async (tried: readonly Move[]) => {
    played += 1;
    return needed.every((attempt) => attemptsOf(tried).includes(attempt));
  };
  const shrunk = await shrink(run, breaks, () => true);
  expect(attemptsOf(shrunk.moves)).toEqual(needed);
  expect(shrunk.moves).toHaveLength(moves);
  expect(shrunk.moves.every((move) => move.kind === 'at-once' && move.fault === null)).toBe(true);
  expect(followPath(run, shrunk.path)).toEqual(shrunk.moves);
  expect(shrunk.tries).toBe(played);
});

test('a fault without which nothing breaks is kept', async () => {
  const hasFault = async (tried: readonly Move[]) =>
    tried.some((move) => move.kind === 'at-once' && move.fault !== null && attemptsOf([move]).includes(5));
  const { path, moves } = await shrink(run, hasFault, () => true);
  expect(path).toBe('3b,3f');
  expect(followPath(run, path)).toEqual(moves);
});

test('what has no time left is given as it was', async () => {
  const { moves, tries } = await shrink(
    run,
    async () => true,
    () => false,
  );
  expect([moves, tries]).toEqual([run, 0]);
});
