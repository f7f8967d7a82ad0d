import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../start/run-program.mjs';

/** Strings that only the sandbox's code contains: a path, a partner with its key, a card, a simulator's page. */
const sandboxStrings = [
  '/sandbox/reset',
  'DEMO-SHOP',
  'sandbox-secret-of-',
  '4111111111111111',
  '/control/settle',
  'Tamper with',
];

/** Returns the sandbox's strings that scripts in a folder contain. @param {string} folder */
async function findSandboxStrings(folder) {
  const names = await readdir(folder, { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.mjs'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')));
  return sandboxStrings.filter((string) => texts.some((text) => text.includes(string)));
}

/**
 * @param {string} backend where only the backend's archive is unpacked
 * @returns {Promise<string | null>} an error message, or null
 */
export async function checkNoSandboxCode(backend) {
  const found = await findSandboxStrings(join(backend, 'dist'));
  return found.length === 0 ? null : `the backend's archive contains ${found.join(', ')}`;
}

/**
 * @param {string} backend where the sandbox's archive is unpacked over the backend's
 * @returns {Promise<string | null>} an error message, or null
 */
export async function checkSandboxCode(backend) {
  const found = await findSandboxStrings(join(backend, 'dist'));
  const missing = sandboxStrings.filter((string) => !found.includes(string));
  return missing.length === 0
    ? null
    : `the sandbox's archive lacks ${missing.join(', ')}: the check of the backend's archive is void`;
}

/**
 * @param {string} backend where only the backend's archive is unpacked
 * @param {NodeJS.ProcessEnv} environment with the sandbox on
 * @returns {Promise<string | null>} an error message, or null
 */
export async function checkSandboxRefused(backend, environment) {
  const { code, output } = await runProgram(process.execPath, ['--enable-source-maps', 'dist/backend.mjs'], {
    cwd: backend,
    env: environment,
  });
  const lines = output.trim().split('\n');
  const isRefused = code === 1 && lines.length === 1 && /^The sandbox is on .* not installed/.test(output);
  return isRefused ? null : `exit code ${code}: ${output}`;
}
