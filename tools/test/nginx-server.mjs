import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installDebianPackage } from './debian.mjs';
import { isListening } from '../start/ports.mjs';

/**
 * @typedef {object} NginxServer a temporary server; `stop` also removes its files
 * @property {string} version
 * @property {string} folder has its log files
 * @property {() => Promise<void>} stop
 */

/** @returns {string | undefined} */
function findProgram() {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin'];
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file));
}

/** Returns an nginx.conf that includes one site configuration. @param {string} folder @param {string} included */
function writeMainConfiguration(folder, included) {
  const tempFolders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    'daemon off;',
    'worker_processes 2;',
    // Only this user may read the folder.
    ...(process.getuid?.() === 0 ? [`user ${userInfo().username};`] : []),
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/start.log;`,
    'events { worker_connections 1024; }',
    'http {',
    ...tempFolders.map((name) => `${name}_temp_path ${folder}/${name};`),
    `include ${included};`,
    '}',
    '',
  ].join('\n');
}

/** @type {Set<() => void>} */
const removals = new Set();
process.on('exit', () => removals.forEach((remove) => remove()));

/**
 * @param {string} program
 * @param {(folder: string) => string} describe
 * @param {number} port
 * @returns {Promise<NginxServer>}
 */
async function startServer(program, describe, port) {
  const folder = mkdtempSync(join(tmpdir(), 'ebill-nginx-'));
  const [main, included] = [join(folder, 'nginx.conf'), join(folder, 'ebill.conf')];
  writeFileSync(included, describe(folder));
  writeFileSync(main, writeMainConfiguration(folder, included));
  const server = spawn(program, ['-p', folder, '-c', main, '-e', join(folder, 'start.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group: Ctrl-C in the terminal must reach only this process.
    detached: true,
  });
  let stderr = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (stderr = `${stderr}${text}`.slice(-4_000)));
  const ended = new Promise((resolve) => server.on('close', resolve));
  const remove = () => {
    // SIGKILL would leave its workers running.
    server.kill('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  };
  removals.add(remove);
  const stop = async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
    removals.delete(remove);
  };
  const deadline = Date.now() + 15_000;
  while (!(await isListening(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`nginx did not start: ${stderr}`);
    }
    await pause(50);
  }
  const version = /nginx\/(\d+(\.\d+)*)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr ?? '')?.[1];
  return { version: version ?? '', folder, stop };
}

/**
 * Starts a temporary nginx: the system's, else Debian's package.
 *
 * @param {(line: string) => void} log
 * @param {(folder: string) => string} describe returns the site configuration; `folder` is where nginx may write
 * @param {number} port that it listens on at 127.0.0.1
 * @returns {Promise<NginxServer | undefined>} undefined if none is available
 */
export async function provideNginx(log, describe, port) {
  let program = findProgram();
  if (program === undefined && (await installDebianPackage('nginx', log))) program = findProgram();
  return program === undefined ? undefined : startServer(program, describe, port);
}
