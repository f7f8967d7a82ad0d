import type { Locator } from '@playwright/test';
import { test as journey } from '../fixtures/journey';

/** Widths and heights of the windows that are looked at. */
const viewports = { 360: { width: 360, height: 780 }, 1280: { width: 1280, height: 900 } } as const;

interface Pictures {
  /** Puts the whole page, or a part of it, into docs/pictures. The name is followed by the width and the language. */
  take: (name: string, part?: Locator) => Promise<void>;
}

export const test = journey.extend<Pictures>({
  take: async ({ page, viewport, locale }, use) => {
    await use(async (name, part) => {
      const window = viewport ?? viewports[360];
      const path = `docs/pictures/${name}-${window.width}-${locale ?? 'en'}.png`;
      // A window as tall as the page, so that what sticks to the window's edge lies where it belongs.
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ ...window, height: Math.max(height, window.height) });
      await (part ?? page).screenshot({ path, animations: 'disabled' });
      await page.setViewportSize(window);
    });
  },
});

/** Declares tests once for each width and language of the pictures. */
export function atEachWidthAndLanguage(declare: () => void): void {
  for (const locale of ['en', 'ms']) {
    for (const viewport of Object.values(viewports)) {
      test.describe(`${locale} at ${viewport.width}`, () => {
        test.use({ viewport, locale, deviceScaleFactor: 1 });
        declare();
      });
    }
  }
}
