import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config';

/** `npm run cluster`: journeys in a browser through nginx, whose certificate is self-signed. */
export default defineConfig({
  ...journeys,
  // All visits come from one IP address; one spec stays below its limit of look-ups.
  testMatch: /\/e2e\/specs\/quick-pay\.spec\.ts$/,
  use: { ...journeys.use, ignoreHTTPSErrors: true },
  projects: [{ name: 'journeys' }, { name: 'no-scripts', grep: /@both/, use: { javaScriptEnabled: false } }],
});
