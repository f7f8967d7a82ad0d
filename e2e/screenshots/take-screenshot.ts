import { writeFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { test as journey } from '../fixtures/journey';
import { compressScreenshot } from './compress-screenshot';

/** Longer pages are cropped, pixels. */
const maximumHeight = 1_800;
const viewport = { width: 360, height: 780 };

interface ScreenshotFixtures {
  /** Writes a screenshot of the page or of a part of it to docs/screens. */
  take: (name: string, part?: Locator) => Promise<void>;
}

interface WorkerFixtures {
  compress: (png: Buffer) => Promise<Buffer>;
}

export const test = journey.extend<ScreenshotFixtures, WorkerFixtures>({
  compress: [
    async ({ browser }, use) => {
      const page = await browser.newPage();
      await use((png) => compressScreenshot(page, png));
      await page.close();
    },
    { scope: 'worker' },
  ],

  take: async ({ page, compress }, use) => {
    await use(async (name, part) => {
      await page.emulateMedia({ colorScheme: 'light' });
      // A viewport as tall as the page, so that sticky elements are where they belong.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...viewport, height: Math.min(Math.max(height, viewport.height), maximumHeight) });
      await page.evaluate(() => scrollTo(0, 0));
      const png = await (part ?? page).screenshot({ animations: 'disabled' });
      await writeFile(`docs/screens/${name}-360-en.png`, await compress(png));
      await page.setViewportSize(viewport);
    });
  },
});
