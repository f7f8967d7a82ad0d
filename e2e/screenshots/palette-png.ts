import { crc32, deflateSync } from 'node:zlib';

interface PaletteImage {
  /** Pixels. */
  readonly width: number;
  /** At most 16 colours: red, green and blue, 0 to 255 each. */
  readonly palette: readonly (readonly number[])[];
  /** From the top: each pixel is an index into the palette, four bits. */
  readonly rows: readonly Buffer[];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function writeChunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** Encodes an image as a PNG with a four-bit palette. W3C, Portable Network Graphics, sections 5 and 11. */
export function writePalettePng({ width, palette, rows }: PaletteImage): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.writeUInt8(4, 8);
  // Colour type: indexed.
  header.writeUInt8(3, 9);
  // Each row begins with its filter type: none.
  const unfiltered = Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row]));
  return Buffer.concat([
    signature,
    writeChunk('IHDR', header),
    writeChunk('PLTE', Buffer.from(palette.flat())),
    writeChunk('IDAT', deflateSync(unfiltered, { level: 9 })),
    writeChunk('IEND', Buffer.alloc(0)),
  ]);
}
