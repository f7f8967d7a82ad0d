import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../start/project.mjs';
import { installDebianPackage } from './debian.mjs';
import { runProgram } from '../start/run-program.mjs';

// Not imported: a bundle of ES modules cannot contain CommonJS.
/** @type {typeof import('./system-chromium.cjs')} */
const { findSystemChromium } = createRequire(join(projectRoot, 'package.json'))('./tools/test/system-chromium.cjs');

/** @param {string} path */
async function runs(path) {
  return (await runProgram(path, ['--version', '--no-sandbox'])).code === 0;
}

/** @returns {Promise<string | undefined>} Playwright's own browser, when it is there and has the libraries it needs */
async function findDownloadedChromium() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) && (await runs(path)) ? path : undefined;
}

/**
 * A browser for the journeys: the machine's, else Playwright's own download, else Debian's package.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<string | undefined>} its path; undefined when none can be had
 */
export async function provideChromium(say) {
  const system = findSystemChromium();
  if (system !== undefined && (await runs(system))) return system;
  const downloaded = await findDownloadedChromium();
  if (downloaded !== undefined) return downloaded;

  say("No Chromium on this machine: downloading Playwright's own …");
  const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js');
  await runProgram(process.execPath, [playwright, 'install', '--no-shell', 'chromium'], { cwd: projectRoot });
  const fresh = await findDownloadedChromium();
  if (fresh !== undefined) return fresh;

  if (await installDebianPackage('chromium-headless-shell', say)) return findSystemChromium();
  return undefined;
}
