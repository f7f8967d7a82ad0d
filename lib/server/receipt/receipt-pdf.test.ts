/** @jest-environment node */
import { EventEmitter } from 'node:events';
import type { ReceiptDocument } from '@/lib/domain/receipt/receipt-document';
import { makeReceiptPdf } from './receipt-pdf';

const document = { title: 'Official receipt' } as ReceiptDocument;

/** A thread that answers when the test wants it to. */
class FakeWorker extends EventEmitter {
  static started: FakeWorker[] = [];
  readonly asked: number[] = [];
  constructor() {
    super();
    FakeWorker.started.push(this);
  }
  unref() {}
  postMessage({ id }: { readonly id: number }) {
    this.asked.push(id);
  }
  async terminate() {
    this.emit('exit', 1);
  }
  answer(id: number | undefined) {
    this.emit('message', { id, pdf: Uint8Array.of(37, 80, 68, 70) });
  }
}

beforeEach(() => {
  globalThis.ebillProcess = undefined;
  FakeWorker.started = [];
  jest.useFakeTimers();
  jest.spyOn(process, 'getBuiltinModule').mockReturnValue({ Worker: FakeWorker });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('each request gets its own PDF, from one thread', async () => {
  const [first, second] = [makeReceiptPdf(document), makeReceiptPdf(document)];
  const [worker] = FakeWorker.started;
  expect(FakeWorker.started).toHaveLength(1);
  for (const id of worker?.asked.toReversed() ?? []) worker?.answer(id);
  for (const made of [await first, await second]) expect(made).toMatchObject({ ok: true });
});

test('row 58: twenty PDFs wait, and a further one is refused; a thread that has ended is started again', async () => {
  const waiting = Array.from({ length: 20 }, () => makeReceiptPdf(document));
  expect(await makeReceiptPdf(document)).toEqual({ ok: false, error: 'busy' });
  FakeWorker.started[0]?.emit('error', new Error('out of memory'));
  for (const made of await Promise.all(waiting)) expect(made).toEqual({ ok: false, error: 'failed' });
  const again = makeReceiptPdf(document);
  expect(FakeWorker.started).toHaveLength(2);
  FakeWorker.started[1]?.answer(FakeWorker.started[1].asked[0]);
  expect((await again).ok).toBe(true);
});

test('a thread that does not answer in time is ended', async () => {
  const made = makeReceiptPdf(document);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(await made).toEqual({ ok: false, error: 'failed' });
});

test('the thread ends when nobody has asked for a minute', async () => {
  const made = makeReceiptPdf(document);
  const [worker] = FakeWorker.started;
  const terminate = jest.spyOn(FakeWorker.prototype, 'terminate');
  worker?.answer(worker.asked[0]);
  await made;
  await jest.advanceTimersByTimeAsync(59_000);
  expect(terminate).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2_000);
  expect(terminate).toHaveBeenCalledTimes(1);
});

test('the thread does not end while it writes, however long it was idle before', async () => {
  const first = makeReceiptPdf(document);
  const [worker] = FakeWorker.started;
  worker?.answer(worker.asked[0]);
  await first;
  await jest.advanceTimersByTimeAsync(59_000);
  const second = makeReceiptPdf(document);
  await jest.advanceTimersByTimeAsync(2_000);
  worker?.answer(worker.asked[1]);
  expect((await second).ok).toBe(true);
});
