import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { provideChromium } from '../test/chromium.mjs';
import { projectRoot } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';
import { countPlaywright } from '../test/test-counts.mjs';
import type { ClusterStack } from './stack';

/** Runs journeys in a browser, with scripts and without, over TLS and HTTP/2. */
export async function payInBrowsers(
  stack: ClusterStack,
  log: (line: string) => void,
): Promise<{ passed: number; failed: number; output: string }> {
  const chromium = await provideChromium(log);
  if (chromium === undefined) return { passed: 0, failed: 1, output: 'Chromium is not available' };
  const report = join(stack.parts.folder, 'browsers.json');
  const program = join(projectRoot, 'node_modules/@playwright/test/cli.js');
  const config = join(projectRoot, 'e2e/cluster/playwright.config.ts');
  const { output } = await runProgram(process.execPath, [program, 'test', '--config', config], {
    cwd: projectRoot,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      CHROMIUM_PATH: chromium,
      PLAYWRIGHT_JSON_REPORT: report,
      E2E_SITE: stack.site,
      E2E_BACKEND: stack.backend,
      E2E_BANKS: stack.banks,
      E2E_DATA_DIR: stack.parts.folder,
    },
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, output };
  const { passed, failed } = countPlaywright(JSON.parse(readFileSync(report, 'utf8')));
  return { passed, failed, output };
}
