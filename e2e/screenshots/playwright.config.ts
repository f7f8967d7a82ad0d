import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config';
import { withBundledFonts } from '../fonts/launch-options';

/** `npm run docs -- pictures`: takes the screenshots that the documentation shows, into docs/screens. */
export default defineConfig({
  ...journeys,
  testDir: __dirname,
  timeout: 300_000,
  use: { ...journeys.use, launchOptions: withBundledFonts(journeys.use?.launchOptions) },
  // The other tests of the folder are Jest's.
  projects: [{ name: 'pictures', testMatch: '*.spec.ts' }],
});
