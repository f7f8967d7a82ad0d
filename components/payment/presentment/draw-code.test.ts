import { inflateSync } from 'node:zlib';
import { drawBarcodePng, drawCodeSvg, drawFramedQrPng } from './draw-code';

test.each(['barcode', 'qr'] as const)('a %s is drawn as paths without text', (kind) => {
  const svg = drawCodeSvg({ kind, text: '00020201^021264' });
  expect(svg).toMatch(/^<svg .*aria-hidden="true"/);
  expect(svg).not.toContain('<text');
});

test('text that cannot be encoded is not drawn', () => {
  expect(drawCodeSvg({ kind: 'barcode', text: 'é' })).toBeNull();
  expect(drawCodeSvg({ kind: 'qr', text: '' })).toBeNull();
});

/** Reads a PNG of 8-bit RGBA without interlacing or filters, as bwip-js writes it. Returns its size and a reader of the colour of a pixel. */
function readPng(bytes: Uint8Array) {
  const png = Buffer.from(bytes);
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  let [width, height] = [0, 0];
  const data: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const chunk = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    const type = png.subarray(at + 4, at + 8).toString();
    if (type === 'IHDR') {
      [width, height] = [chunk.readUInt32BE(0), chunk.readUInt32BE(4)];
      expect([...chunk.subarray(8)]).toEqual([8, 6, 0, 0, 0]);
    }
    if (type === 'IDAT') data.push(chunk);
  }
  const pixels = inflateSync(Buffer.concat(data));
  const stride = 1 + width * 4;
  const colourAt = (x: number, y: number) =>
    pixels.subarray(y * stride + 1 + x * 4, y * stride + 4 + x * 4).toString('hex');
  return { width, height, colourAt };
}

test('a barcode to save is on white', async () => {
  const { colourAt } = readPng((await drawBarcodePng('8800123456789')) ?? new Uint8Array());
  expect(colourAt(0, 0)).toBe('ffffff');
});

test('a QR code to save has the frame of the national QR, with both of its words and a quiet zone', async () => {
  const frame = { title: 'DuitNow QR', caption: 'MALAYSIA NATIONAL QR' };
  const { width, height, colourAt } = readPng((await drawFramedQrPng('00020201021264', frame)) ?? new Uint8Array());
  const coloursIn = (left: number, right: number, top: number, bottom: number) => {
    const colours = new Set<string>();
    for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) colours.add(colourAt(x, y));
    return colours;
  };
  const pink = 'ed2e67';
  for (const [x, y] of [
    [0, 0],
    [width - 1, 0],
    [0, height - 1],
    [width - 1, height - 1],
  ] as const)
    expect(colourAt(x, y)).toBe(pink);
  expect(coloursIn(0, width, 0, 56)).toContain('ffffff');
  // Four modules of eight pixels around the code.
  expect(coloursIn(8, width - 8, 56, 56 + 32)).toEqual(new Set(['ffffff']));
  expect(coloursIn(8, 8 + 32, 56, height - 8 - 36)).toEqual(new Set(['ffffff']));
  expect(coloursIn(8, width - 8, height - 8 - 36, height - 8)).toContain('000000');
  expect(await drawFramedQrPng('', frame)).toBeNull();
});
