import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run weight`: how much JavaScript, HTML and CSS a payer's browser fetches, against the goals. */
export default defineConfig({ ...journeys, testDir: './e2e/weight', projects: [{ name: 'weight' }] });
