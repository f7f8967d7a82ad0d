import { join } from 'node:path';
import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import { pinTypeface } from './e2e/fonts/pinned-browser';
import { setSiteWithoutBackend } from './e2e/screenshots/site-without-backend';
import journeys from './playwright.config';

/** A site whose backend does not answer, beside the journeys' own. */
const silentPort = Number(process.env['E2E_PORT'] ?? 3100) + 10;
setSiteWithoutBackend(`http://localhost:${silentPort}`);

function besideIt(server: PlaywrightTestConfig['webServer']): PlaywrightTestConfig['webServer'] {
  if (server === undefined || Array.isArray(server)) return server;
  const env = {
    ...server.env,
    PORT: String(silentPort),
    PUBLIC_ORIGIN: `http://localhost:${silentPort}`,
    DATA_DIR: join(server.env?.['DATA_DIR'] ?? '.data', 'silent'),
    // Port 9 discards: nothing listens there.
    BACKEND_URL: 'http://127.0.0.1:9',
  };
  return [server, { ...server, command: 'node tools/start/start.mjs', url: undefined, port: silentPort, env }];
}

/** `npm run pictures`: the screens of the product, into docs/screens, and the page that shows them. */
export default defineConfig({
  ...journeys,
  testDir: './e2e/screenshots',
  testMatch: '*.spec.ts',
  timeout: 300_000,
  globalTeardown: './e2e/screenshots/write-gallery.ts',
  use: { ...journeys.use, launchOptions: pinTypeface(journeys.use?.launchOptions) },
  webServer: besideIt(journeys.webServer),
  projects: [
    { name: 'pictures', testIgnore: /controls/ },
    { name: 'controls', testMatch: /controls/, workers: 1, dependencies: ['pictures'] },
  ],
});
