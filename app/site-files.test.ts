import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { backgrounds } from '@/lib/theme/accent';

const readFile = (name: string) => readFileSync(join(process.cwd(), 'public', name));

/** Width and height in pixels, from the header of a PNG. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

interface Manifest {
  readonly start_url: string;
  readonly display: string;
  readonly background_color: string;
  readonly theme_color: string;
  readonly icons: readonly { readonly src: string; readonly type: string; readonly sizes: string }[];
}

const manifest = JSON.parse(readFile('manifest.webmanifest').toString()) as Manifest;

test('the manifest starts at home, shows the URL, and has our colours', () => {
  // On a page where money is paid the payer must be able to see whose it is, also when it is installed on the home screen.
  expect(manifest).toMatchObject({ start_url: '/', display: 'minimal-ui' });
  expect([manifest.background_color, manifest.theme_color]).toEqual([
    backgrounds.light.page,
    backgrounds.light.surface,
  ]);
});

test('each picture has its declared size', () => {
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png');
  expect(pictures).toHaveLength(2);
  for (const { src, sizes } of pictures) expect(sizeOf(readFile(src))).toBe(sizes);
  expect(sizeOf(readFile('apple-touch-icon.png'))).toBe('180x180');
  expect(sizeOf(readFile('social-card.png'))).toBe('1200x630');
  expect(sizeOf(readFile('favicon.ico').subarray(22))).toBe('32x32');
});
