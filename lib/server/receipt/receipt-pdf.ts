import 'server-only';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { ReceiptDocument } from '@/lib/domain/receipt/receipt-document';
import { failure, success, type Result } from '@/lib/domain/result';
import { processSingleton } from '../process-singleton';

/** PDFs that wait at once; a further one is refused. */
const maxWaiting = 20;
/** A PDF takes some milliseconds, the start of its thread half a second. */
const timeLimitMs = 5_000;
/** The thread ends when nobody has asked for so long: most sites need it rarely, and it holds 30 MB. */
const idleMs = 60_000;

type Settle = (pdf: Uint8Array<ArrayBuffer> | null) => void;

interface PdfThread {
  worker: Worker | null;
  readonly waiting: Map<number, Settle>;
  nextId: number;
  idleTimer: NodeJS.Timeout | null;
}

declare module '../process-singleton' {
  interface ProcessSingletons {
    receiptPdf: PdfThread;
  }
}

/** The bundle of front/receipt-pdf/worker.ts, beside the front's own. */
function workerFile(): string {
  return join(process.cwd(), process.env.NODE_ENV === 'development' ? 'dist/dev' : 'dist', 'receipt-pdf.mjs');
}

function readAnswer(message: unknown): { readonly id: number; readonly pdf: Uint8Array<ArrayBuffer> } | null {
  if (typeof message !== 'object' || message === null || !('id' in message) || !('pdf' in message)) return null;
  const { id, pdf } = message;
  return typeof id === 'number' && pdf instanceof Uint8Array ? { id, pdf: new Uint8Array(pdf) } : null;
}

/** Ends the thread; those who wait for it get nothing. */
function endThread(thread: PdfThread): void {
  const { worker, waiting } = thread;
  thread.worker = null;
  if (thread.idleTimer !== null) clearTimeout(thread.idleTimer);
  thread.idleTimer = null;
  void worker?.terminate();
  for (const settle of [...waiting.values()]) settle(null);
}

function startWorker(thread: PdfThread): Worker {
  // Not an import: a bundler would look for the thread's file among the sources.
  const { Worker: NodeWorker } = process.getBuiltinModule('node:worker_threads');
  const worker = new NodeWorker(workerFile(), { resourceLimits: { maxOldGenerationSizeMb: 64 } });
  worker.unref();
  worker.on('message', (message: unknown) => {
    const answer = readAnswer(message);
    if (answer !== null) thread.waiting.get(answer.id)?.(answer.pdf);
  });
  for (const event of ['error', 'exit'] as const) {
    worker.on(event, () => {
      if (thread.worker === worker) endThread(thread);
    });
  }
  return worker;
}

/**
 * Writes a receipt as a PDF in a worker thread, one at a time. `document` has only characters of the standard fonts (`toPdfDocument`). 'busy': too many
 * are waiting; 'failed': the thread has not answered in time.
 */
export async function makeReceiptPdf(
  document: ReceiptDocument,
): Promise<Result<Uint8Array<ArrayBuffer>, 'busy' | 'failed'>> {
  const thread = processSingleton('receiptPdf', () => ({
    worker: null,
    waiting: new Map(),
    nextId: 1,
    idleTimer: null,
  }));
  if (thread.waiting.size >= maxWaiting) return failure('busy');
  // A thread that is asked again does not end meanwhile.
  if (thread.idleTimer !== null) clearTimeout(thread.idleTimer);
  thread.idleTimer = null;
  const worker = (thread.worker ??= startWorker(thread));
  const id = thread.nextId;
  thread.nextId += 1;
  const pdf = await new Promise<Uint8Array<ArrayBuffer> | null>((resolve) => {
    const timer = setTimeout(() => endThread(thread), timeLimitMs);
    thread.waiting.set(id, (answer) => {
      clearTimeout(timer);
      thread.waiting.delete(id);
      resolve(answer);
    });
    worker.postMessage({ id, document });
  });
  if (thread.idleTimer !== null) clearTimeout(thread.idleTimer);
  thread.idleTimer = thread.worker === null ? null : setTimeout(() => endThread(thread), idleMs);
  thread.idleTimer?.unref();
  return pdf === null ? failure('failed') : success(pdf);
}
