import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { projectRoot } from '../start/project.mjs';
import { installDebianPackage } from './debian.mjs';
import { runProgram } from '../start/run-program.mjs';

// Required at run time: a bundle of ES modules cannot contain CommonJS.
/** @type {typeof import('./system-chromium.cjs')} */
const { findSystemChromium } = createRequire(join(projectRoot, 'package.json'))('./tools/test/system-chromium.cjs');

/** @param {string} path */
async function isRunnable(path) {
  return (await runProgram(path, ['--version', '--no-sandbox'])).code === 0;
}

/** @returns {Promise<string | undefined>} Playwright's browser, if it is installed with the libraries that it needs */
async function findDownloadedChromium() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return existsSync(path) && (await isRunnable(path)) ? path : undefined;
}

/**
 * Finds a Chromium: the system's, else Playwright's download, else Debian's package.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<string | undefined>} its path; undefined if none is available
 */
export async function provideChromium(log) {
  const system = findSystemChromium();
  if (system !== undefined && (await isRunnable(system))) return system;
  const downloaded = await findDownloadedChromium();
  if (downloaded !== undefined) return downloaded;

  log("No Chromium found: downloading Playwright's …");
  const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js');
  await runProgram(process.execPath, [playwright, 'install', '--no-shell', 'chromium'], { cwd: projectRoot });
  const installed = await findDownloadedChromium();
  if (installed !== undefined) return installed;

  if (await installDebianPackage('chromium-headless-shell', log)) return findSystemChromium();
  return undefined;
}
