import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices, type ReporterDescription } from '@playwright/test';
import { withBundledFonts } from './e2e/fonts/launch-options';
import { findSystemChromium } from './tools/test/system-chromium.cjs';

/** The site's port; the backend's and the simulators' follow from it, so that two runs can go side by side. */
const port = Number(process.env['E2E_PORT'] ?? 3100);
const addresses = { site: port, backend: port + 1000, banks: port + 1001, widget: port + 1002, metrics: port + 1003 };

// Workers read this file again, and find what is set here.
const ownsData = process.env['E2E_DATA_DIR'] === undefined;
const dataDir = (process.env['E2E_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'ebill-e2e-')));
/** The stack's output, beside its data: a test searches both for card numbers. */
const logFile = (process.env['E2E_LOG_FILE'] ??= join(dataDir, 'stack.log'));
if (ownsData) {
  process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }));
  process.once('SIGTERM', () => process.exit(143));
}
/** With an address set, the journeys use the stack that already runs there. */
const startsStack = process.env['E2E_STARTED'] === 'here' || process.env['E2E_SITE'] === undefined;
if (startsStack) process.env['E2E_STARTED'] = 'here';
const site = (process.env['E2E_SITE'] ??= `http://localhost:${addresses.site}`);
process.env['E2E_BACKEND'] ??= `http://127.0.0.1:${addresses.backend}`;
process.env['E2E_BANKS'] ??= `http://127.0.0.1:${addresses.banks}`;
process.env['E2E_METRICS'] ??= `http://127.0.0.1:${addresses.metrics}`;
const widget = (process.env['E2E_WIDGET'] ??= `http://127.0.0.1:${addresses.widget}`);

const jsonReport = process.env['PLAYWRIGHT_JSON_REPORT'];
const reporters: ReporterDescription[] = [['list'], [join(__dirname, 'e2e/spec/coverage-reporter.ts')]];
if (jsonReport !== undefined) reporters.push(['json', { outputFile: jsonReport }]);

// A phone's viewport at one device pixel per CSS pixel: software rendering is slow at more.
const phone = { ...devices['Pixel 7'], viewport: { width: 360, height: 780 }, deviceScaleFactor: 1 };
/** Journeys, and the tests named after the rows of docs/security.md. */
const journeys = /\/e2e\/(specs|security)\/[\w-]+(\.controls)?\.spec\.ts$/;
/** Change the sandbox for everyone: outages, the clock, the common config. */
const controls = /\/e2e\/(specs|security)\/[\w-]+\.controls\.spec\.ts$/;

/** The specification sentence by sentence; what is tagged `@controls` changes the sandbox for everyone. */
const specification = /\/e2e\/spec\/[\w-]+\.spec\.ts$/;

/** The payment provider that GATEWAYS names, on a stack that uses no other gateway. */
const providers = /\/e2e\/providers\/[\w-]+\.spec\.ts$/;
/** Those about cards that the browser posts to CHIP, for a stack with CARD_ENTRY=direct. */
const directPost = /\/e2e\/providers\/(direct-post|card-boundary)\.spec\.ts$/;
/** That about cards that the provider keeps for auto debit, for a stack with AUTO_DEBIT_CHARGE=on. */
const keptCards = /\/e2e\/providers\/auto-debit\.spec\.ts$/;
/** That about saved cards that CHIP keeps, for a stack with GATEWAYS=chip. */
const savedCards = /\/e2e\/providers\/saved-cards\.spec\.ts$/;

/** Without the background work of a browser. */
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
  // Absolute, as the configurations in e2e/ extend this one.
  testDir: join(__dirname, 'e2e'),
  // Emptied at the start of a run.
  outputDir: join(__dirname, 'test-results', String(port)),
  forbidOnly: true,
  snapshotPathTemplate: '{testDir}/visual/snapshots/{arg}{ext}',
  fullyParallel: true,
  // One more than the CPUs of CI: some journeys wait for a slow network or a countdown.
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
    { name: 'journeys', testMatch: journeys, testIgnore: controls },
    // Journeys tagged so must work without scripts, too.
    { name: 'no-scripts', testMatch: journeys, testIgnore: controls, grep: /@both/, use: { javaScriptEnabled: false } },
    // Visual comparison of key screens.
    {
      name: 'visual',
      testMatch: /\/e2e\/visual\/visual\.spec\.ts$/,
      use: { launchOptions: withBundledFonts(launchOptions) },
    },
    {
      name: 'controls',
      testMatch: controls,
      workers: 1,
      fullyParallel: false,
      dependencies: ['journeys', 'no-scripts', 'visual'],
    },
    {
      name: 'providers',
      testMatch: providers,
      testIgnore: [
        ...(process.env['CARD_ENTRY'] === 'direct' ? [] : [directPost]),
        ...(process.env['AUTO_DEBIT_CHARGE'] === 'on' ? [] : [keptCards]),
        ...(process.env['GATEWAYS'] === 'chip' ? [] : [savedCards]),
      ],
    },
    {
      name: 'specification',
      testMatch: specification,
      grepInvert: /@controls/,
      // Runs afterwards, whether or not the others pass.
      teardown: 'specification-controls',
    },
    {
      name: 'specification-controls',
      testMatch: specification,
      grep: /@controls/,
      workers: 1,
      fullyParallel: false,
    },
  ],
  webServer: !startsStack
    ? undefined
    : {
        command: `node tools/start/start.mjs > "${logFile}"`,
        cwd: __dirname,
        url: `http://127.0.0.1:${addresses.site}/api/health`,
        env: {
          PORT: String(addresses.site),
          BACKEND_PORT: String(addresses.backend),
          BANKS_PORT: String(addresses.banks),
          METRICS_PORT: String(addresses.metrics),
          DATA_DIR: dataDir,
          PUBLIC_ORIGIN: site,
          // Each visit has its own IP address, so that the ordinary rate limits stay on.
          TRUSTED_PROXIES: '1',
          SANDBOX: 'on',
          FEEDBACK_SCRIPT_URL: `${widget}/widget/v1.js`,
          FEEDBACK_ORIGINS: widget,
          // The developer's own settings do not apply.
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
