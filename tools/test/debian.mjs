import { existsSync } from 'node:fs';
import { runProgram } from '../start/run-program.mjs';

/**
 * Installs a package with apt-get, as root on Debian and its derivatives.
 *
 * @param {string} name
 * @param {(line: string) => void} log
 * @returns {Promise<boolean>} whether it is installed now
 */
export async function installDebianPackage(name, log) {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false;
  log(`Installing the Debian package ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update', '-qq'], { env });
  const { code, output } = await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env,
  });
  if (code !== 0) log(output.trimEnd().split('\n').slice(-3).join('\n'));
  return code === 0;
}
