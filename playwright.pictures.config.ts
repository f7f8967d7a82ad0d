import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run pictures`: the screens of the product, as pictures for the docs. */
export default defineConfig({ ...journeys, testDir: './e2e/pictures', projects: [{ name: 'pictures' }] });
