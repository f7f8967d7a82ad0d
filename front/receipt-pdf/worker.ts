import { parentPort } from 'node:worker_threads';
import type { ReceiptDocument } from '@/lib/domain/receipt/receipt-document';
import { writeReceiptPdf } from './write-receipt-pdf';

/* The thread in which PDFs are written, so that none of them delays a request. lib/server/receipt/receipt-pdf.ts starts it. */

interface PdfRequest {
  readonly id: number;
  readonly document: ReceiptDocument;
}

async function answer({ id, document }: PdfRequest): Promise<void> {
  parentPort?.postMessage({ id, pdf: await writeReceiptPdf(document) });
}

// A document that cannot be written is a bug: the rejection ends the thread, and its requests fail.
parentPort?.on('message', (request: PdfRequest) => void answer(request));
