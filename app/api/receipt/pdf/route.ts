import { receiptFileName } from '@/lib/domain/receipt/receipt';
import { receiptPath, routes } from '@/lib/routes';
import { seeOtherResponse } from '@/lib/server/forms/responses';
import { loadReceipt, writePdfDocument } from '@/lib/server/receipt/load-receipt';
import { makeReceiptPdf } from '@/lib/server/receipt/receipt-pdf';
import { readClientAddress } from '@/lib/server/security/rate-limited-read';
import { consumeRateLimits } from '@/lib/server/security/rate-limits';
import { parseLinkToken } from '@/lib/server/session/link-token';

/** Seconds after which a PDF that could not be made is worth another try. */
const retryAfter = '10';

/** Returns an official receipt as a PDF to save. Whatever it cannot return, the receipt's page explains. */
export async function GET(request: Request): Promise<Response> {
  const counted = await consumeRateLimits([{ limit: 'receiptsByAddress', key: readClientAddress(request.headers) }]);
  const token = parseLinkToken(new URL(request.url).searchParams.get('token'));
  if (token === undefined) return seeOtherResponse(routes.receipt);
  const page = receiptPath(token);
  if (!counted.ok) return seeOtherResponse(page);
  const loaded = await loadReceipt(token);
  if (!loaded.ok) return seeOtherResponse(page);
  const document = await writePdfDocument(loaded.value);
  if (document === null) return seeOtherResponse(page);
  const pdf = await makeReceiptPdf(document);
  if (!pdf.ok) return new Response(null, { status: 503, headers: { 'retry-after': retryAfter } });
  return new Response(pdf.value, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${receiptFileName(loaded.value.receipt)}"`,
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex',
    },
  });
}
