import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PlainFailure, projectRoot } from './project.mjs';
import { callNpm, runProgram } from './run-program.mjs';

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 */

/** @typedef {{ packages: Record<string, LockedPackage> }} Lock */

/**
 * Whether the installed packages match the lock file. Optional packages of other platforms may be missing.
 *
 * @param {Lock} wanted package-lock.json
 * @param {Lock} installed node_modules/.package-lock.json, which npm writes when an installation is complete
 */
export function isInstalled(wanted, installed) {
  return Object.entries(wanted.packages).every(([path, { version, integrity, optional, devOptional }]) => {
    if (path === '') return true;
    const found = installed.packages[path];
    if (found === undefined) return optional === true || devOptional === true;
    return found.version === version && (integrity === undefined || found.integrity === integrity);
  });
}

/**
 * The installed packages for which the lock file has no digest: built files for other systems than Linux on x64 and arm64, of which npm knew
 * only the version when the lock file was written.
 *
 * @param {Lock} wanted
 * @param {Lock} installed
 */
export function listUnverified(wanted, installed) {
  return Object.entries(installed.packages)
    .filter(([path, { optional, devOptional }]) => {
      return (optional === true || devOptional === true) && wanted.packages[path]?.integrity === undefined;
    })
    .map(([path]) => path);
}

/**
 * @param {string} file
 * @returns {Promise<Lock | undefined>}
 */
async function readLock(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Installs the packages of a folder's lock file unless they are installed; build tools too, whatever NODE_ENV is. Install scripts do not
 * run: docs/security.md, Packages.
 *
 * @param {(line: string) => void} say
 * @param {string} folder the project's own, unless another is named
 */
export async function installWhenNeeded(say, folder = projectRoot) {
  const [wanted, installed] = await Promise.all([
    readLock(join(folder, 'package-lock.json')),
    readLock(join(folder, 'node_modules/.package-lock.json')),
  ]);
  if (wanted === undefined) throw new PlainFailure('package-lock.json is missing or cannot be read.');
  if (installed !== undefined && isInstalled(wanted, installed)) return;

  say('Installing the packages of package-lock.json …');
  const environment = { ...process.env, NODE_ENV: /** @type {const} */ ('development') };
  const npm = callNpm([
    ...['ci', '--include=dev', '--include=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
  ]);
  const { code, output } = await runProgram(npm.command, npm.parameters, { cwd: folder, env: environment });
  if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\nnpm ci failed (exit code ${code}); see above.`);
  const unverified = listUnverified(
    wanted,
    (await readLock(join(folder, 'node_modules/.package-lock.json'))) ?? { packages: {} },
  );
  if (unverified.length > 0) {
    say(`Make no release here: the lock file has no digests of ${unverified.join(', ')}.`);
  }
}
