import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installDebianPackage } from './debian.mjs';
import { answers } from '../start/ports.mjs';

/**
 * @typedef {object} NginxServer a temporary server, removed with its data when stopped
 * @property {string} version
 * @property {string} folder with its logs
 * @property {() => Promise<void>} stop
 */

/** @returns {string | undefined} */
function findProgram() {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/opt/homebrew/bin'];
  return folders.map((folder) => join(folder, 'nginx')).find((file) => existsSync(file));
}

/** What an installed nginx has around a file of its conf.d. @param {string} folder @param {string} included */
function surround(folder, included) {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return [
    'daemon off;',
    'worker_processes 2;',
    // It alone may read what is in the folder.
    ...(process.getuid?.() === 0 ? [`user ${userInfo().username};`] : []),
    `pid ${folder}/nginx.pid;`,
    `error_log ${folder}/start.log;`,
    'events { worker_connections 1024; }',
    'http {',
    ...places.map((place) => `${place}_temp_path ${folder}/${place};`),
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
  writeFileSync(main, surround(folder, included));
  const server = spawn(program, ['-p', folder, '-c', main, '-e', join(folder, 'start.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: Ctrl-C in the terminal reaches us alone.
    detached: true,
  });
  let complaints = '';
  server.stderr.setEncoding('utf8').on('data', (text) => (complaints = `${complaints}${text}`.slice(-4_000)));
  const ended = new Promise((resolve) => server.on('close', resolve));
  const remove = () => {
    // Its workers end when it ends like this, and only then.
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
  while (!(await answers(port))) {
    if (server.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`nginx did not start: ${complaints}`);
    }
    await pause(50);
  }
  const version = /nginx\/(\d+(\.\d+)*)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stderr ?? '')?.[1];
  return { version: version ?? '', folder, stop };
}

/**
 * An nginx for a test run: the machine's own, else Debian's package.
 *
 * @param {(line: string) => void} say
 * @param {(folder: string) => string} describe gives what would stand in its conf.d, told the folder that it may write to
 * @param {number} port of the loopback address on which it then answers
 * @returns {Promise<NginxServer | undefined>} undefined when none can be had here
 */
export async function provideNginx(say, describe, port) {
  let program = findProgram();
  if (program === undefined && (await installDebianPackage('nginx', say))) program = findProgram();
  return program === undefined ? undefined : startServer(program, describe, port);
}
