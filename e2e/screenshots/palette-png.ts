import { crc32, deflateSync } from 'node:zlib';

interface PalettePicture {
  /** Pixels. */
  readonly width: number;
  /** At most 16 colours: red, green and blue, 0 to 255 each. */
  readonly palette: readonly (readonly number[])[];
  /** From the top: each point is the place of its colour in the palette, four bits each. */
  readonly rows: readonly Buffer[];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function writeChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** Gives a picture of few colours as a PNG with a palette of four bits. W3C, Portable Network Graphics, sections 5 and 11. */
export function writePalettePng({ width, palette, rows }: PalettePicture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(rows.length, 4);
  head.writeUInt8(4, 8);
  // Colour by palette.
  head.writeUInt8(3, 9);
  // Each row begins with its filter: none, as rows of few colours repeat as they are.
  const unfiltered = Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row]));
  return Buffer.concat([
    signature,
    writeChunk('IHDR', head),
    writeChunk('PLTE', Buffer.from(palette.flat())),
    writeChunk('IDAT', deflateSync(unfiltered, { level: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}
