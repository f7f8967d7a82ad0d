import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config';

/** `npm run dev` in a copy of the project, which the tests create and start. */
export default defineConfig({
  ...journeys,
  testDir: __dirname,
  outputDir: `${journeys.outputDir}-development`,
  workers: 1,
  fullyParallel: false,
  // A page is compiled when it is first requested.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: { ...journeys.use, navigationTimeout: 60_000 },
  projects: [{ name: 'development' }],
  webServer: undefined,
});
