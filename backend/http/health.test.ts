import { openTestStore } from '../db/test-store';
import { startTestBackend } from '../test-backend.fixture';

test('a backend lives whatever its store does, and is ready while that answers and it is not leaving', async () => {
  let isLeaving = false;
  const store = await openTestStore();
  const backend = await startTestBackend({ store, isLeaving: () => isLeaving });
  const ask = (url: string) => backend.app.inject({ url });

  expect((await ask('/health')).statusCode).toBe(200);
  const ready = await ask('/health/ready');
  expect(ready.json()).toEqual({ status: 'ready', at: expect.any(String) });
  expect(Math.abs(Date.parse(ready.json<{ at: string }>().at) - Date.now())).toBeLessThan(5_000);

  isLeaving = true;
  expect([(await ask('/health')).statusCode, (await ask('/health/ready')).statusCode]).toEqual([200, 503]);
  isLeaving = false;
  await backend.jobs.stop();
  await store.db.destroy();
  expect([(await ask('/health')).statusCode, (await ask('/health/ready')).statusCode]).toEqual([200, 503]);
  await backend.close();
});
