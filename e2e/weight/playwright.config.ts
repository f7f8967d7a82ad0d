import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config';

/** Used by `npm run bench -- weight`: measures the bytes of each page of a running stack and of a bare Next page. */
export default defineConfig({
  ...journeys,
  testDir: __dirname,
  testMatch: 'weight.spec.ts',
  projects: [{ name: 'weight' }],
});
