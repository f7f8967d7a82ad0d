import { drawCodePng } from '@/components/payment/presentment/draw-code';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { limitReads } from '@/lib/server/security/limited-reads';
import { loadPaymentPage } from '@/lib/server/backend/loaders';

/** Gives the barcode or QR code that a payment waits with, as a picture to keep. A payment that has none is not found. */
export const GET = limitReads(async (request) => {
  const reference = readPaymentReference(Object.fromEntries(new URL(request.url).searchParams));
  const loaded = reference === null ? null : await loadPaymentPage(reference);
  const onward = loaded?.ok ? loaded.value.attempt?.onward : null;
  const picture =
    onward?.kind === 'barcode'
      ? await drawCodePng({ kind: 'barcode', text: onward.text })
      : onward?.kind === 'qr'
        ? await drawCodePng({ kind: 'qr', text: onward.payload })
        : null;
  if (picture === null) return new Response(null, { status: 404 });
  return new Response(picture, {
    headers: {
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="payment-${onward?.kind === 'qr' ? 'qr' : 'barcode'}.png"`,
      'cache-control': 'no-store',
    },
  });
});
