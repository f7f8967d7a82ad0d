import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices, type ReporterDescription } from '@playwright/test';
import { pinTypeface } from './e2e/fonts/pinned-browser';
import { findSystemChromium } from './tools/test/system-chromium.cjs';

/** The site's port; the backend's and the simulators' follow from it, so that two runs can go side by side. */
const port = Number(process.env['E2E_PORT'] ?? 3100);
const addresses = { site: port, backend: port + 1000, banks: port + 1001, widget: port + 1002 };

// Workers read this file again: what is set here once holds for them too.
const ownsData = process.env['E2E_DATA_DIR'] === undefined;
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'ebill-e2e-')));
/** What the stack says, beside what it keeps: a card number is sought in both. */
const logFile = (process.env['E2E_LOG_FILE'] ??= join(dataDir, 'stack.log'));
if (ownsData) process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
/** Given an address, the journeys go through the stack that already runs there. */
const startsStack = process.env['E2E_STARTED'] === 'here' || process.env['E2E_SITE'] === undefined;
if (startsStack) process.env['E2E_STARTED'] = 'here';
const site = (process.env['E2E_SITE'] ??= `http://localhost:${addresses.site}`);
process.env['E2E_BACKEND'] ??= `http://127.0.0.1:${addresses.backend}`;
process.env['E2E_BANKS'] ??= `http://127.0.0.1:${addresses.banks}`;
const widget = (process.env['E2E_WIDGET'] ??= `http://127.0.0.1:${addresses.widget}`);

const jsonReport = process.env['PLAYWRIGHT_JSON_REPORT'];
const reporters: ReporterDescription[] = [['list']];
if (jsonReport !== undefined) reporters.push(['json', { outputFile: jsonReport }]);

// As many points as a phone shows, but drawn without its finer grid: there is no graphics card here that would do it.
const phone = { ...devices['Pixel 7'], viewport: { width: 360, height: 780 }, deviceScaleFactor: 1 };
/** What the gate plays: journeys, and the tests named after the rows of docs/security.md. */
const played = /\/e2e\/(specs|security)\/[\w-]+(\.controls)?\.spec\.ts$/;
/** Change the sandbox for everyone: outages, the clock, the common config. */
const controls = /\/e2e\/(specs|security)\/[\w-]+\.controls\.spec\.ts$/;

/** Without what a browser does beside showing pages. */
const launchOptions = {
  executablePath: findSystemChromium(),
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export default defineConfig({
  testDir: './e2e',
  // Whoever begins empties it.
  outputDir: `./test-results/${port}`,
  forbidOnly: true,
  snapshotPathTemplate: '{testDir}/visual/snapshots/{arg}{ext}',
  fullyParallel: true,
  // One more than the gate has processors: some journeys wait, for a slow network or a countdown.
  workers: 3,
  retries: 0,
  timeout: 45_000,
  expect: { timeout: 10_000 },
  reporter: reporters,
  use: {
    ...phone,
    baseURL: site,
    locale: 'en-GB',
    timezoneId: 'Asia/Kuala_Lumpur',
    // Tracing every test to keep the few that fail costs a third of the run; a test is traced with `--trace on`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions,
  },
  projects: [
    { name: 'journeys', testMatch: played, testIgnore: controls },
    // Journeys marked so must go the same way without scripts.
    { name: 'no-scripts', testMatch: played, testIgnore: controls, grep: /@both/, use: { javaScriptEnabled: false } },
    // Visual regression tests of key screens.
    {
      name: 'visual',
      testMatch: /\/e2e\/visual\/visual\.spec\.ts$/,
      use: { launchOptions: pinTypeface(launchOptions) },
    },
    {
      name: 'controls',
      testMatch: controls,
      workers: 1,
      fullyParallel: false,
      dependencies: ['journeys', 'no-scripts', 'visual'],
    },
  ],
  webServer: !startsStack
    ? undefined
    : {
        command: `node tools/start/start.mjs > "${logFile}"`,
        url: `http://127.0.0.1:${addresses.site}/api/health`,
        env: {
          PORT: String(addresses.site),
          BACKEND_PORT: String(addresses.backend),
          BANKS_PORT: String(addresses.banks),
          DATA_DIR: dataDir,
          PUBLIC_ORIGIN: site,
          // Each visit brings an address of its own, so that the ordinary rate limits stay on.
          TRUSTED_PROXIES: '1',
          SANDBOX: 'on',
          FEEDBACK_SCRIPT_URL: `${widget}/widget/v1.js`,
          FEEDBACK_ORIGINS: widget,
          // What a developer has set for themselves is not meant for this run.
          BACKEND_URL: '',
          DATABASE_URL: '',
          REDIS_URL: '',
        },
        // Long enough for a build on two cores.
        timeout: 300_000,
        reuseExistingServer: false,
        gracefulShutdown: { signal: 'SIGTERM', timeout: 30_000 },
      },
});
