import { calls } from '@/lib/contract/calls';
import { createFaultPointControl } from '../../sandbox/controls/fault-points';
import {
  postReturn,
  sandboxControl,
  createPayment,
  fpxRequest,
  redirectToBank,
  send,
  startTestBackend,
  succeed,
  type TestBackend,
} from '../test-backend.fixture';
import { faultPoints, reachFaultPoint, observeSteps, runUnitOfWork, type Step } from './fault-points';

describe('with the sandbox off', () => {
  test('fault points cannot be armed, and have no effect', async () => {
    const kill = jest.spyOn(process, 'kill').mockReturnValue(true);
    const backend = await startTestBackend({ sandbox: null });
    const killAt = { work: 'order.cancel', at: 'before-answer', number: 1 };
    const armed = await backend.app.inject({ method: 'POST', url: '/sandbox/steps', payload: { killAt } });
    const listed = await backend.app.inject({ method: 'GET', url: '/sandbox/steps' });
    const response = await send(backend, calls['payment.cancel'], { refid: 'a'.repeat(26) });
    await backend.close();
    expect([armed.statusCode, listed.statusCode]).toEqual([404, 404]);
    expect(response).toMatchObject({ code: 'unknown-payment' });
    expect(runUnitOfWork('callback', () => reachFaultPoint('committed'))).toBeUndefined();
    expect(kill).not.toHaveBeenCalled();
    kill.mockRestore();
  });
});

describe('in the sandbox', () => {
  let backend: TestBackend;
  beforeAll(async () => {
    backend = await startTestBackend();
  });
  afterAll(async () => {
    await backend.close();
  });

  const nameOf = ({ work, at, number }: Step) => `${work} ${at} ${number}`;
  async function stepsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
    await sandboxControl(backend, 'steps', {});
    await work();
    return (await sandboxControl(backend, 'steps')).map(nameOf);
  }

  test('an online banking payment reaches these steps', async () => {
    const refid = await createPayment(backend);
    expect(await stepsOf(() => succeed(backend, calls['payment.init'], fpxRequest(refid)))).toEqual([
      'payment.init before-commit 1',
      'payment.init committed 1',
      'payment.init before-commit 2',
      'payment.init committed 2',
      'payment.init before-commit 3',
      'payment.init committed 3',
      'payment.init before-answer 1',
    ]);
  });

  test('its return and its receipt reach these steps', async () => {
    const { number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, 'successful');
    const reached = await stepsOf(async () => {
      await postReturn(backend, backend.fpx.sign(number, 'successful'));
      await backend.jobs.runDue();
    });
    expect(reached).toEqual(
      expect.arrayContaining([
        'payment.return before-commit 2',
        'payment.return committed 2',
        'deliver-message job-claimed 1',
        'deliver-message delivered 1',
        'deliver-message job-done 1',
      ]),
    );
  });

  test('rejects an unknown step', async () => {
    const arm = (killAt: object) => backend.app.inject({ method: 'POST', url: '/sandbox/steps', payload: { killAt } });
    const valid = { work: 'callback', at: 'committed', number: 1 };
    expect((await arm({ ...valid, at: 'anywhere' })).statusCode).toBe(400);
    expect((await arm({ ...valid, work: 'nothing' })).statusCode).toBe(400);
    expect((await arm({ ...valid, number: 0 })).statusCode).toBe(400);
  });
});

test('the process is killed only at the armed step in its unit of work', () => {
  const kill = jest.fn();
  const steps = createFaultPointControl(kill);
  const reachAll = () => faultPoints.forEach(reachFaultPoint);
  steps.begin({ work: 'payment.init', at: 'committed', number: 2 });
  reachAll();
  runUnitOfWork('payment.return', () => [reachAll(), reachAll()]);
  runUnitOfWork('payment.init', reachAll);
  expect(kill).not.toHaveBeenCalled();
  runUnitOfWork('payment.init', () => [reachAll(), reachFaultPoint('before-commit')]);
  expect(kill).not.toHaveBeenCalled();
  runUnitOfWork('payment.init', () => [reachAll(), reachFaultPoint('committed')]);
  expect(kill).toHaveBeenCalledTimes(1);
  expect(steps.list()).toHaveLength(new Set(steps.list().map((step) => JSON.stringify(step))).size);
  observeSteps(() => {});
});
