import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { openTestStore } from '../db/test-store.fixture';
import { inTransaction, type Store } from '../db/database';
import { startTestBackend } from '../test-backend.fixture';
import { writeMessage } from './model';

let store: Store;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

const countJobs = async () =>
  (await store.db.selectFrom('jobs').select('id').where('kind', '=', 'deliver-message').execute()).length;
const write = (recipient: string) =>
  inTransaction(store.db, (trx) =>
    writeMessage(trx, { kind: 'receipt', recipient, text: 'Paid', code: null }, new Date()),
  );

test('messages wait without a job until a message service is configured, and are then delivered', async () => {
  const unconfigured = await startTestBackend({ store, sandbox: null });
  await write('one@example.com');
  await write('two@example.com');
  await unconfigured.jobs.runDue();
  expect(await countJobs()).toBe(0);
  await unconfigured.jobs.stop();

  const received: unknown[] = [];
  const service = createServer((request, response) => {
    received.push(request.headers['idempotency-key']);
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const messagesUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const configured = await startTestBackend({ store, sandbox: null, messagesUrl });
  await configured.jobs.runDue();
  expect(received.sort()).toEqual(['message-1', 'message-2']);
  const undelivered = await store.db.selectFrom('outbox').select('id').where('delivered_at', 'is', null).execute();
  expect(undelivered).toEqual([]);
  await configured.jobs.stop();
  service.closeAllConnections();
  service.close();
});

test('a one-time code that was not delivered before it expired is erased and never sent', async () => {
  const unconfigured = await startTestBackend({ store, sandbox: null });
  const now = unconfigured.clock.now();
  const text = { kind: 'otp', recipient: '60121234567', text: 'Your PIN is 123456', code: '123456' } as const;
  await inTransaction(store.db, (trx) => writeMessage(trx, text, now));
  const readOutbox = async () =>
    store.db.selectFrom('outbox').select(['code', 'text']).where('recipient', '=', text.recipient).execute();
  await unconfigured.jobs.runDue();
  expect(await readOutbox()).toEqual([{ code: text.code, text: text.text }]);
  unconfigured.clock.offsetMs = 10 * 60_000;
  await unconfigured.jobs.runDue();
  expect(await readOutbox()).toEqual([{ code: null, text: '' }]);
  await unconfigured.jobs.stop();
  const later = await startTestBackend({ store, sandbox: null, messagesUrl: 'http://127.0.0.1:9/' });
  expect(await countJobs()).toBe(0);
  await later.jobs.stop();
});

test('row 50: a mail server that does not answer delays no codes by text message', async () => {
  const paused = await startTestBackend({ store, sandbox: null });
  for (let index = 0; index < 20; index += 1) await write(`payer-${index}@example.com`);
  const code = { kind: 'otp', recipient: '60121234568', text: 'Your PIN is 123456', code: '123456' } as const;
  await inTransaction(store.db, (trx) => writeMessage(trx, code, paused.clock.now()));
  await paused.jobs.stop();

  const hanging: ServerResponse[] = [];
  let isSilent = true;
  let codeArrived = () => {};
  const arrived = new Promise<void>((resolve) => (codeArrived = resolve));
  const service = createServer((request, response) => {
    void json(request).then((message) => {
      const isCode = (message as { recipient: string }).recipient === code.recipient;
      if (isSilent && !isCode) return hanging.push(response);
      if (isCode) codeArrived();
      return response.end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const messagesUrl = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  const backend = await startTestBackend({ store, sandbox: null, messagesUrl });
  const isDone = backend.jobs.runDue();
  await arrived;
  expect(hanging.length).toBeLessThanOrEqual(4);
  isSilent = false;
  for (const response of hanging) response.end();
  await isDone;
  await backend.jobs.stop();
  service.closeAllConnections();
  service.close();
});
