import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config';

/** `npm run dev` in a copy of the project that the tests make and start themselves. */
export default defineConfig({
  ...journeys,
  testDir: __dirname,
  outputDir: `${journeys.outputDir}-development`,
  workers: 1,
  fullyParallel: false,
<<<<<<< HEAD:playwright.development.config.ts
  // A page is compiled when it is first asked for.
  timeout: 180_000,
  expect: { timeout: 60_000 },
=======
  // A page is compiled when it is first requested.
  timeout: 120_000,
>>>>>>> w-tools:e2e/development/playwright.config.ts
  use: { ...journeys.use, navigationTimeout: 60_000 },
  projects: [{ name: 'development' }],
  webServer: undefined,
});
