import { existsSync } from 'node:fs';
import { runProgram } from '../start/run-program.mjs';

/**
 * Installs a package of Debian or its kin; only root can.
 *
 * @param {string} name
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether it is there now
 */
export async function installDebianPackage(name, say) {
  if (!existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return false;
  say(`Installing Debian's package ${name} …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await runProgram('apt-get', ['update', '-qq'], { env });
  const { code, output } = await runProgram('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], {
    env,
  });
  if (code !== 0) say(output.trimEnd().split('\n').slice(-3).join('\n'));
  return code === 0;
}
