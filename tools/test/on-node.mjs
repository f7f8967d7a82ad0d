import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { PlainFailure, projectRoot, runCommand } from '../start/project.mjs';
import { runProgram } from '../start/run-program.mjs';

/*
 * node tools/test/on-node.mjs 22 npm run unit   runs a command on another Node: the oldest that is supported (20.19), or the latest of a line
 * node tools/test/on-node.mjs 24.1.0 …          or an exact one
 *
 * It comes as the package that `node` on npm is made of, into .data/node, and is kept there.
 */

/** The latest of each line that is tested. @type {Readonly<Record<string, string>>} */
const latest = { 20.19: '20.19.0', 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' };

/** @param {string} version exact @returns {Promise<string>} the folder that holds it */
async function provideNode(version) {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const name = `node-${platform}-${process.arch}`;
  const folder = join(projectRoot, '.data/node', version);
  const program = join(folder, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (!existsSync(program)) {
    await mkdir(folder, { recursive: true });
    // Without its scripts: the package holds the program itself.
    const flags = ['--prefix', folder, '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { code, output } = await runProgram('npm', ['install', ...flags, `${name}@${version}`], { cwd: folder });
    if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\nNode ${version} cannot be had; see above.`);
  }
  return dirname(program);
}

await runCommand(async () => {
  const [wanted = '', command, ...parameters] = process.argv.slice(2);
  const version = latest[wanted] ?? wanted;
  if (!/^\d+\.\d+\.\d+$/.test(version) || command === undefined) {
    throw new PlainFailure(`Usage: npm run on-node -- ${Object.keys(latest).join('|')} COMMAND [parameters]`);
  }
  const folder = await provideNode(version);
  // Whatever the command starts by name, npm itself included, runs on it as well.
  const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
  const { output } = await runProgram('node', ['--version'], { cwd: projectRoot, env });
  console.log(`Node ${output.trim()}`);
  const { code } = await runProgram(command, parameters, { cwd: projectRoot, env, show: true });
  return code;
});
