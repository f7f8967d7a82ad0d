import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from '../start/run-program.mjs';

/** What only the sandbox's code has: a path, a partner with its key, a card, a simulator's page. */
const marks = [
  '/sandbox/reset',
  'DEMO-SHOP',
  'sandbox-secret-of-',
  '4111111111111111',
  '/control/settle',
  'Tamper with',
];

/** Texts of the marks in the files of a folder. @param {string} folder */
async function findMarks(folder) {
  const names = await readdir(folder, { recursive: true });
  const scripts = names.filter((name) => name.endsWith('.mjs'));
  const texts = await Promise.all(scripts.map((name) => readFile(join(folder, name), 'utf8')));
  return marks.filter((mark) => texts.some((text) => text.includes(mark)));
}

/**
 * @param {string} backend where only the backend's archive is unpacked
 * @returns {Promise<string | null>} what is wrong
 */
export async function findSandboxCode(backend) {
  const found = await findMarks(join(backend, 'dist'));
  return found.length === 0 ? null : `the backend's archive has ${found.join(', ')}`;
}

/**
 * @param {string} backend where the sandbox's archive is unpacked over the backend's
 * @returns {Promise<string | null>} what is wrong
 */
export async function findMissingMarks(backend) {
  const found = await findMarks(join(backend, 'dist'));
  const missing = marks.filter((mark) => !found.includes(mark));
  return missing.length === 0 ? null : `the sandbox's archive lacks ${missing.join(', ')}: these marks prove nothing`;
}

/**
 * @param {string} backend where only the backend's archive is unpacked
 * @param {NodeJS.ProcessEnv} environment with the sandbox on
 * @returns {Promise<string | null>} what is wrong
 */
export async function findStartWithSandbox(backend, environment) {
  const { code, output } = await runProgram(process.execPath, ['--enable-source-maps', 'dist/backend.mjs'], {
    cwd: backend,
    env: environment,
  });
  const lines = output.trim().split('\n');
  const isRefused = code === 1 && lines.length === 1 && /^The sandbox is on .* not installed/.test(output);
  return isRefused ? null : `exit code ${code}: ${output}`;
}
