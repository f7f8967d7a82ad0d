import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config';

/** `npm test -- lighthouse`: Lighthouse scores of each screen, except performance. Lighthouse is installed in tools/bench/tools. */
export default defineConfig({
  ...journeys,
  testDir: __dirname,
  // Lighthouse keeps one CPU busy.
  workers: 2,
  projects: [
    { name: 'lighthouse', grepInvert: /@controls/ },
    { name: 'lighthouse-controls', grep: /@controls/, workers: 1, dependencies: ['lighthouse'] },
  ],
});
