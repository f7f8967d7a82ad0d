import { drawBarcodePng, drawFramedQrPng } from '@/components/payment/presentment/draw-code';
import { rateLimitRead } from '@/lib/server/security/rate-limited-read';
import { loadPayment } from '@/lib/server/payment/load-payment';
import { loadTranslator } from '@/lib/server/visit/translator';

/** Returns the barcode or QR code of a payment as an image to save; 404 for a payment without one. */
export const GET = rateLimitRead(async (request) => {
  const loaded = await loadPayment(Object.fromEntries(new URL(request.url).searchParams));
  const nextAction = loaded.ok ? loaded.value.attempt?.nextAction : null;
  const t = await loadTranslator();
  const picture =
    nextAction?.kind === 'barcode'
      ? await drawBarcodePng(nextAction.text)
      : nextAction?.kind === 'qr'
        ? await drawFramedQrPng(nextAction.payload, {
            title: t({ key: 'methods.duitnowQr' }),
            caption: t({ key: 'waiting.nationalQr' }),
          })
        : null;
  if (picture === null) return new Response(null, { status: 404 });
  return new Response(picture, {
    headers: {
      'content-type': 'image/png',
      'content-disposition': `attachment; filename="payment-${nextAction?.kind === 'qr' ? 'qr' : 'barcode'}.png"`,
      'cache-control': 'no-store',
    },
  });
});
