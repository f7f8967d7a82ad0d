import { writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { test as journey } from '../fixtures/journey';
import { compressPicture } from './compress';
import { fileOf, isKept, languages, themes, windows, type ScreenName, type Variant } from './screens';

/** Longer pages are cut. Pixels. */
const tallest = 1_800;

/** `PICTURES=kept npm run pictures` takes only the committed variants, in half the time. */
const onlyKept = process.env['PICTURES'] === 'kept';

interface Pictures {
  language: Variant['language'];
  /** Saves screenshots of the page or a part of it in docs/screens: each width, light and dark. */
  take: (name: ScreenName, part?: Locator) => Promise<void>;
}

interface Tools {
  /** Reduces a PNG to 16 colours. */
  compress: (png: Buffer) => Promise<Buffer>;
}

export const test = journey.extend<Pictures, Tools>({
  language: ['en', { option: true }],
  locale: async ({ language }, use) => use(language),

  compress: [
    async ({ browser }, use) => {
      const tool = await browser.newPage();
      await use((png) => compressPicture(tool, png));
      await tool.close();
    },
    { scope: 'worker' },
  ],

  take: async ({ page, language, compress }, use) => {
    await use(async (name, part) => {
      for (const window of windows) {
        for (const theme of themes) {
          const variant = { width: window.width, language, theme };
          if (onlyKept && !isKept(variant)) continue;
          await page.emulateMedia({ colorScheme: theme });
          await page.setViewportSize(window);
          // A window as tall as the page, so that sticky elements are in their place.
          const height = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ ...window, height: Math.min(Math.max(height, window.height), tallest) });
          await page.evaluate(() => scrollTo(0, 0));
          const png = await (part ?? page).screenshot({ animations: 'disabled' });
          await writeFile(`docs/screens/${fileOf(name, variant)}`, await compress(png));
        }
      }
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize(windows[0]);
    });
  },
});

/** Declares tests once for each language. */
export function inEachLanguage(declare: () => void): void {
  for (const language of languages) {
    test.describe(language, () => {
      test.use({ language });
      declare();
    });
  }
}
