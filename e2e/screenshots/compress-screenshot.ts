import type { Page } from '@playwright/test';
import { writePalettePng } from './palette-png';

/** The palette size: four bits per pixel are enough for flat colours and antialiased text. */
const paletteSize = 16;

/** Colours within this squared RGB distance are merged. */
const mergeDistance = 32 ** 2;

/**
 * Reduces a PNG to a palette: each pixel takes the nearest of the screen's most frequent colours. A browser page decodes the image.
 */
export async function compressScreenshot(page: Page, png: Buffer): Promise<Buffer> {
  const { width, palette, rows } = await page.evaluate(
    async ([source, maximumColours, minimumDistance]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${source}`;
      await image.decode();
      const { width, height } = image;
      const canvas = new OffscreenCanvas(width, height).getContext('2d');
      if (canvas === null) throw new Error('no canvas');
      canvas.drawImage(image, 0, 0);
      const pixels = new Uint32Array(canvas.getImageData(0, 0, width, height).data.buffer);

      const counts = new Map<number, number>();
      // Runs of equal pixels are counted together.
      for (let start = 0, end = 0; start < pixels.length; start = end) {
        const pixel = pixels[start] ?? 0;
        while (pixels[end] === pixel) end += 1;
        counts.set(pixel, (counts.get(pixel) ?? 0) + end - start);
      }
      const distance = (one: number, other: number) =>
        [0, 8, 16].reduce((sum, shift) => sum + (((one >> shift) & 255) - ((other >> shift) & 255)) ** 2, 0);
      const palette: number[] = [];
      for (const [pixel] of [...counts].sort((one, other) => other[1] - one[1])) {
        if (palette.length === maximumColours) break;
        // The five most frequent colours, a page's similar backgrounds, are always kept.
        if (palette.length < 5 || palette.every((colour) => distance(colour, pixel) > minimumDistance))
          palette.push(pixel);
      }
      const nearest = new Map<number, number>();
      for (const pixel of counts.keys()) {
        const distances = palette.map((colour) => distance(colour, pixel));
        nearest.set(pixel, distances.indexOf(Math.min(...distances)));
      }
      const rows: string[] = [];
      for (let y = 0; y < height; y += 1) {
        const row = new Uint8Array(Math.ceil(width / 2));
        let last = -1;
        let entry = 0;
        for (let x = 0; x < width; x += 1) {
          const pixel = pixels[y * width + x] ?? 0;
          if (pixel !== last) entry = nearest.get(pixel) ?? 0;
          last = pixel;
          row[x >> 1] = (row[x >> 1] ?? 0) | (x % 2 === 0 ? entry << 4 : entry);
        }
        rows.push(btoa(String.fromCharCode(...row)));
      }
      return { width, palette: palette.map((colour) => [colour, colour >> 8, colour >> 16].map((c) => c & 255)), rows };
    },
    [png.toString('base64'), paletteSize, mergeDistance] as const,
  );
  return writePalettePng({ width, palette, rows: rows.map((row) => Buffer.from(row, 'base64')) });
}
