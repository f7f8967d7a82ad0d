import { setTimeout as pause } from 'node:timers/promises';
import { createStepGate } from './step-controller';

const gate = createStepGate({ isUnderWay: () => false });
const soon = () => pause(1_000, 'not let go');

test('a step waits for its turn while its actor is at work', async () => {
  let taken = 'none';
  const work = gate.act('0', async () => {
    taken = await gate.awaitTurn(true);
  });
  await gate.settle();
  const [waiting] = gate.describe().waiting;
  expect(waiting).toMatchObject({ actor: '0', isStatement: true });
  expect(taken).toBe('none');
  gate.giveTurn(waiting?.step ?? 0, 'fail-before');
  await work;
  expect(taken).toBe('fail-before');
});

test('a step that an actor has left behind waits for nobody: others may lean on it', async () => {
  let left: Promise<string> = soon();
  await gate.act('0', async () => {
    left = gate.awaitTurn(true);
  });
  expect(await Promise.race([left, soon()])).toBe('go');
  expect(gate.describe().waiting).toEqual([]);
});
