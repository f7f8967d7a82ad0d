import 'server-only';
import { toBuffer, toSVG } from 'bwip-js/node';

/** A code that the payer shows or scans. */
export type PresentmentCode =
  { readonly kind: 'barcode'; readonly text: string } | { readonly kind: 'qr'; readonly text: string };

/** Options for bwip-js; null unless the text is printable ASCII, which both symbologies encode. `parsefnc` is off, so nothing in it is a command. */
function symbolOptions({ kind, text }: PresentmentCode) {
  if (!/^[\x20-\x7e]{1,512}$/.test(text)) return null;
  return kind === 'qr'
    ? ({ bcid: 'qrcode', text, eclevel: 'M' } as const)
    : ({ bcid: 'code128', text, height: 14, includetext: false } as const);
}

/** Draws a code as SVG for a page; null when its text cannot be encoded. */
export function drawCodeSvg(code: PresentmentCode): string | null {
  const symbol = symbolOptions(code);
  if (symbol === null) return null;
  const stretch = code.kind === 'barcode' ? 'preserveAspectRatio="none" ' : '';
  return toSVG(symbol).replace('<svg ', `<svg ${stretch}aria-hidden="true" `);
}

/** Draws a code as PNG to save, on white with padding, a barcode with its text; null when it cannot be encoded. */
export async function drawCodePng(code: PresentmentCode): Promise<Uint8Array<ArrayBuffer> | null> {
  const symbol = symbolOptions(code);
  if (symbol === null) return null;
  const isBarcode = code.kind === 'barcode';
  const png = await toBuffer({
    ...symbol,
    includetext: isBarcode,
    textxalign: 'center',
    scale: isBarcode ? 3 : 4,
    padding: 8,
    backgroundcolor: 'FFFFFF',
  });
  return Uint8Array.from(png);
}
