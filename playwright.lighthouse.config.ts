import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run lighthouse`: what Lighthouse gives each screen, whatever its speed. It is installed in tools/bench/tools. */
export default defineConfig({
  ...journeys,
  testDir: './bench',
  testMatch: 'lighthouse.spec.ts',
  // It keeps a processor busy by itself.
  workers: 2,
  projects: [
    { name: 'lighthouse', grepInvert: /@controls/ },
    { name: 'lighthouse-controls', grep: /@controls/, workers: 1, dependencies: ['lighthouse'] },
  ],
});
