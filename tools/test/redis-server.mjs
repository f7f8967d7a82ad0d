import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installDebianPackage } from './debian.mjs';
import { findFreePort, isListening } from '../start/ports.mjs';

/**
 * @typedef {object} RedisServer a temporary server; `stop` also removes its data
 * @property {string} url
 * @property {string} version
 * @property {() => Promise<void>} crash kills it
 * @property {() => Promise<void>} restart starts it again, empty
 * @property {() => Promise<void>} stop
 */

/** @returns {string | undefined} a server on this machine that implements the Redis protocol */
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
  // A separate process group: Ctrl-C in the terminal must reach only this process.
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
  const waitUntilReady = async () => {
    const deadline = Date.now() + 15_000;
    while (!(await isListening(port))) {
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
    await waitUntilReady();
  };
  await waitUntilReady();
  const version = /v=(\d+(\.\d+)*)/.exec(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1];
  return { url: `redis://127.0.0.1:${port}`, version: version ?? '', crash, restart, stop };
}

/**
 * Starts a temporary Redis: with the system's program, else with Debian's package.
 *
 * @param {(line: string) => void} log
 * @returns {Promise<RedisServer | undefined>} undefined if none is available
 */
export async function provideRedis(log) {
  let program = findProgram();
  if (program === undefined && (await installDebianPackage('redis-server', log))) program = findProgram();
  return program === undefined ? undefined : startServer(program);
}
