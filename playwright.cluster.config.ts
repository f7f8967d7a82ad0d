import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run cluster`: journeys in a browser through the nginx that it has started, whose certificate nobody else believes. */
export default defineConfig({
  ...journeys,
  // All of them come from one address, and look fewer bills up than one may.
  testMatch: /\/e2e\/specs\/quick-pay\.spec\.ts$/,
  use: { ...journeys.use, ignoreHTTPSErrors: true },
  projects: [{ name: 'journeys' }, { name: 'no-scripts', grep: /@both/, use: { javaScriptEnabled: false } }],
});
