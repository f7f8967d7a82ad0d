import { setTimeout as pause } from 'node:timers/promises';
import { createStepController } from './step-controller';

const steps = createStepController({ isRunning: () => false });
const soon = () => pause(1_000, 'not let go');

test('a step waits for its turn while the work of its actor is running', async () => {
  let taken = 'none';
  const work = steps.act('0', async () => {
    taken = await steps.waitForTurn(true);
  });
  await steps.settle();
  const [waiting] = steps.describe().waiting;
  expect(waiting).toMatchObject({ actor: '0', isStatement: true });
  expect(taken).toBe('none');
  steps.grantTurn(waiting?.step ?? 0, 'fail-before');
  await work;
  expect(taken).toBe('fail-before');
});

test('a step that outlives the work of its actor does not wait: other steps may depend on it', async () => {
  let left: Promise<string> = soon();
  await steps.act('0', async () => {
    left = steps.waitForTurn(true);
  });
  expect(await Promise.race([left, soon()])).toBe('go');
  expect(steps.describe().waiting).toEqual([]);
});
