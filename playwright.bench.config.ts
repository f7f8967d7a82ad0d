import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run bench:weight`: what a payer's browser fetches, from a stack and a bare page of Next that the bench has started. */
export default defineConfig({
  ...journeys,
  testDir: './bench',
  testMatch: 'weight.spec.ts',
  projects: [{ name: 'bench' }],
});
