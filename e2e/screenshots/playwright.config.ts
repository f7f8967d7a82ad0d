import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config';
import { pinTypeface } from '../fonts/pinned-browser';

/** `npm run docs -- pictures`: draws the screenshots that the documentation shows, into docs/screens. */
export default defineConfig({
  ...journeys,
  testDir: __dirname,
  timeout: 300_000,
  use: { ...journeys.use, launchOptions: pinTypeface(journeys.use?.launchOptions) },
  projects: [{ name: 'pictures' }],
});
