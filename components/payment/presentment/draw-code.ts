import 'server-only';
import { drawingZlibPng, render, toBuffer, toSVG } from 'bwip-js/node';

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

/** Pixels of a module's side. */
const scale = 4;

/** Draws a barcode as PNG to save, on white with padding and with its text; null when it cannot be encoded. */
export async function drawBarcodePng(text: string): Promise<Uint8Array<ArrayBuffer> | null> {
  const symbol = symbolOptions({ kind: 'barcode', text });
  if (symbol === null) return null;
  const png = await toBuffer({
    ...symbol,
    includetext: true,
    textxalign: 'center',
    scale: 3,
    padding: 8,
    backgroundcolor: 'FFFFFF',
  });
  return Uint8Array.from(png);
}

/** The words of the frame of the national QR, in Latin letters. */
interface QrFrame {
  readonly title: string;
  readonly caption: string;
}

/** The frame's pink, that of `.duitnow-frame` on the page. */
const framePink = 'ED2E67';
/** Pixels: the frame's edge, the strip of its title, the quiet zone of four modules around the code, and the strip of the caption. */
const edge = 8;
const titleHeight = 56;
const quietZone = 8 * scale;
const captionHeight = 36;

/**
 * Draws a QR code as PNG to save, in the frame by which payers know the national QR, as on the page: apps read it from the saved picture, and
 * payers find it among others. Null when it cannot be encoded.
 */
export async function drawFramedQrPng(text: string, frame: QrFrame): Promise<Uint8Array<ArrayBuffer> | null> {
  const symbol = symbolOptions({ kind: 'qr', text });
  if (symbol === null) return null;
  const png = drawingZlibPng();
  const write = (words: string, size: number, centre: number, baseline: number, colour: string) => {
    const font = { name: 'OCR-B', width: size, height: size, dx: 0 };
    const { width } = png.measure(words, font.name, size, size);
    png.text(centre - width / 2, baseline, words, colour, font);
  };
  const drawing = {
    ...png,
    // The code begins at 0, 0: what surrounds it has negative places, in the padding.
    init(width: number, height: number) {
      png.init(width, height);
      const [left, right] = [-quietZone, width + quietZone];
      const [top, bottom] = [-quietZone, height + quietZone + captionHeight];
      png.polygon([
        [left, top],
        [left, bottom],
        [right, bottom],
        [right, top],
      ]);
      png.fill('FFFFFF');
      write(frame.title, 26, width / 2, top - titleHeight / 3, 'FFFFFF');
      write(frame.caption, 15, width / 2, bottom - captionHeight / 2, '000000');
    },
  };
  const side = (quietZone + edge) / scale;
  const rendered = await render(
    {
      ...symbol,
      scale,
      paddingwidth: side,
      paddingtop: (quietZone + titleHeight) / scale,
      paddingbottom: side + captionHeight / scale,
      backgroundcolor: framePink,
    },
    drawing,
  );
  return Uint8Array.from(rendered);
}
