import { defineConfig } from '@playwright/test';
import journeys from './playwright.config';

/** `npm run bench:weight`: what a payer's browser fetches, beside a bare page of Next that is built for it. */
const barePort = Number(new URL(process.env['E2E_SITE'] ?? '').port || 80) + 2000;
process.env['BENCH_BARE'] ??= `http://127.0.0.1:${barePort}`;
const next = 'node node_modules/next/dist/bin/next';

export default defineConfig({
  ...journeys,
  testDir: './bench',
  testMatch: '*.spec.ts',
  projects: [{ name: 'bench' }],
  webServer: [
    ...[journeys.webServer ?? []].flat(),
    {
      command: `${next} build bench/bare && ${next} start bench/bare --port ${barePort} --hostname 127.0.0.1`,
      url: process.env['BENCH_BARE'],
      timeout: 180_000,
      reuseExistingServer: false,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  ],
});
