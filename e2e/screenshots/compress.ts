import type { Page } from '@playwright/test';
import { writePalettePng } from './palette-png';

/** Enough for a screen's flat colours and the edges of letters, in four bits. */
const colours = 16;

/** Colours nearer than this (squared RGB distance) are merged. */
const apart = 32 ** 2;

/**
 * Reduces a PNG to a palette: each pixel takes the nearest of the screen's most frequent colours. A browser page decodes the image.
 */
export async function compressPicture(tool: Page, png: Buffer): Promise<Buffer> {
  const { width, palette, rows } = await tool.evaluate(
    async ([source, most, least]) => {
      const picture = new Image();
      picture.src = `data:image/png;base64,${source}`;
      await picture.decode();
      const { width, height } = picture;
      const drawn = new OffscreenCanvas(width, height).getContext('2d');
      if (drawn === null) throw new Error('no canvas');
      drawn.drawImage(picture, 0, 0);
      const pixels = new Uint32Array(drawn.getImageData(0, 0, width, height).data.buffer);

      const counts = new Map<number, number>();
      // Most points are as the one before them: they are counted together.
      for (let start = 0, end = 0; start < pixels.length; start = end) {
        const pixel = pixels[start] ?? 0;
        while (pixels[end] === pixel) end += 1;
        counts.set(pixel, (counts.get(pixel) ?? 0) + end - start);
      }
      const distance = (one: number, other: number) =>
        [0, 8, 16].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
      const palette: number[] = [];
      for (const [pixel] of [...counts].sort((one, other) => other[1] - one[1])) {
        if (palette.length === most) break;
        // The grounds of a page lie near each other, and are the most frequent: each stays what it is.
        if (palette.length < 5 || palette.every((taken) => distance(taken, pixel) > least)) palette.push(pixel);
      }
      const nearest = new Map<number, number>();
      for (const pixel of counts.keys()) {
        const distances = palette.map((taken) => distance(taken, pixel));
        nearest.set(pixel, distances.indexOf(Math.min(...distances)));
      }
      const rows: string[] = [];
      for (let y = 0; y < height; y += 1) {
        const row = new Uint8Array(Math.ceil(width / 2));
        let last = -1;
        let place = 0;
        for (let x = 0; x < width; x += 1) {
          const pixel = pixels[y * width + x] ?? 0;
          if (pixel !== last) place = nearest.get(pixel) ?? 0;
          last = pixel;
          row[x >> 1] = (row[x >> 1] ?? 0) | (x % 2 === 0 ? place << 4 : place);
        }
        rows.push(btoa(String.fromCharCode(...row)));
      }
      return { width, palette: palette.map((taken) => [taken, taken >> 8, taken >> 16].map((c) => c & 255)), rows };
    },
    [png.toString('base64'), colours, apart] as const,
  );
  return writePalettePng({ width, palette, rows: rows.map((row) => Buffer.from(row, 'base64')) });
}
