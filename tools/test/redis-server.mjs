import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installDebianPackage } from './debian.mjs';
import { answers, findFreePort } from '../start/ports.mjs';

/**
 * @typedef {object} RedisServer a temporary server, removed with its data when stopped
 * @property {string} url
 * @property {string} version
 * @property {() => Promise<void>} crash ends it without a word
 * @property {() => Promise<void>} restart after a crash: with nothing in it
 * @property {() => Promise<void>} stop
 */

/** @returns {string | undefined} the program of this machine that speaks Redis' protocol */
function findProgram() {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/opt/homebrew/bin'];
  for (const name of ['valkey-server', 'redis-server']) {
    const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** @type {Set<() => void>} */
const removals = new Set();
process.on('exit', () => removals.forEach((remove) => remove()));

/**
 * @param {string} program
 * @returns {Promise<RedisServer>}
 */
async function startServer(program) {
  const folder = mkdtempSync(join(tmpdir(), 'ebill-redis-'));
  const port = await findFreePort();
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
  // A group of its own: Ctrl-C in the terminal reaches us alone.
  const launch = () => {
    const server = spawn(program, options, { stdio: 'ignore', detached: true });
    return { server, ended: new Promise((resolve) => server.on('close', resolve)) };
  };
  let { server, ended } = launch();
  const remove = () => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  removals.add(remove);
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
    removals.delete(remove);
  };
  const waitUntilServing = async () => {
    const deadline = Date.now() + 15_000;
    while (!(await answers(port))) {
      if (server.exitCode !== null || Date.now() > deadline) {
        await stop();
        throw new Error(`${program} did not start`);
      }
      await pause(50);
    }
  };
  const crash = async () => {
    server.kill('SIGKILL');
    await ended;
  };
  const restart = async () => {
    ({ server, ended } = launch());
    await waitUntilServing();
  };
  await waitUntilServing();
  const version = /v=(\d+(\.\d+)*)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
  return { url: `redis://127.0.0.1:${port}`, version: version ?? '', crash, restart, stop };
}

/**
 * A Redis for a test run: by the machine's own program, else by Debian's package.
 *
 * @param {(line: string) => void} say
 * @returns {Promise<RedisServer | undefined>} undefined when none can be had here
 */
export async function provideRedis(say) {
  let program = findProgram();
  if (program === undefined && (await installDebianPackage('redis-server', say))) program = findProgram();
  return program === undefined ? undefined : startServer(program);
}
