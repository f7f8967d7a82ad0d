import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installDebianPackage } from './debian.mjs';
import { findFreePort, isListening } from '../start/ports.mjs';

/** The oldest major version that the tests accept. */
const oldestVersion = 14;

/**
 * @typedef {object} Cluster a temporary PostgreSQL server; `stop` also removes its data
 * @property {string} url of its superuser
 * @property {string} version
 * @property {(mode: 'fast' | 'immediate') => Promise<void>} restart closes every connection; 'fast' and 'immediate' are modes of pg_ctl, the second like a crash
 * @property {() => Promise<void>} stop
 */

/** @typedef {{ folder: string, major: number, version: string }} Binaries */

/** @returns {Binaries | undefined} the newest PostgreSQL server on this machine */
function findBinaries() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const candidates = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions,
    '/opt/homebrew/bin',
    '/usr/local/pgsql/bin',
  ];
  const found = candidates.flatMap((folder) => {
    if (folder === '' || !existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) return [];
    const version = /(\d+)(\.\d+)?/.exec(
      spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '',
    );
    const major = Number(version?.[1] ?? 0);
    return major >= oldestVersion ? [{ folder, major, version: version?.[0] ?? '' }] : [];
  });
  // A stable sort: of two with the same version the one in PATH comes first.
  return found.sort((one, other) => other.major - one.major)[0];
}

/**
 * Returns a user to run PostgreSQL as, since it refuses to run as root; empty for the current user.
 *
 * @returns {{ uid: number, gid: number } | Record<string, never>}
 */
function chooseUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((option) =>
      Number.parseInt(spawnSync('id', [option, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid };
  }
  return {};
}

/** @type {Set<() => void>} */
const removals = new Set();
process.on('exit', () => removals.forEach((remove) => remove()));

/** Settings that trade durability for speed. */
const nonDurableSettings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Creates a temporary cluster and starts it on a free port of 127.0.0.1.
 *
 * @param {Binaries} binaries
 * @param {boolean} isDurable whether commits survive a crash
 * @returns {Promise<Cluster>}
 */
async function startCluster({ folder: binaries, version }, isDurable) {
  const user = chooseUser();
  const folder = mkdtempSync(join(tmpdir(), 'ebill-postgres-'));
  const password = randomBytes(16).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (user.uid !== undefined) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);

  const data = join(folder, 'data');
  const environment = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const initdb = spawnSync(
    join(binaries, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'ebill',
      '-A',
      'scram-sha-256',
      '--pwfile',
      passwordFile,
      '-E',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...user, cwd: folder, env: environment, encoding: 'utf8' },
  );
  if (initdb.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${initdb.stderr || initdb.error?.message}`);
  }

  const port = await findFreePort();
  /** @type {Record<string, string>} */
  const options = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(isDurable ? {} : nonDurableSettings),
  };
  let stderr = '';
  const launch = () => {
    const server = spawn(
      join(binaries, 'postgres'),
      ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // A separate process group: Ctrl-C in the terminal must reach only this process.
      { ...user, cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    server.stderr.setEncoding('utf8').on('data', (text) => (stderr = `${stderr}${text}`.slice(-4_000)));
    return { server, ended: new Promise((resolve) => server.on('close', resolve)) };
  };
  let { server, ended } = launch();
  const remove = () => {
    server.kill('SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  removals.add(remove);
  const stop = async () => {
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    removals.delete(remove);
  };

  const waitUntilReady = async () => {
    const deadline = Date.now() + 30_000;
    while (!(await isListening(port))) {
      if (server.exitCode !== null || Date.now() > deadline) {
        await stop();
        throw new Error(`PostgreSQL did not start: ${stderr}`);
      }
      await pause(50);
    }
  };
  const restart = async (/** @type {'fast' | 'immediate'} */ mode) => {
    server.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
    ({ server, ended } = launch());
    await waitUntilReady();
  };
  await waitUntilReady();
  return { url: `postgresql://ebill:${password}@127.0.0.1:${port}/postgres`, version, restart, stop };
}

/**
 * Starts a temporary PostgreSQL: with the system's binaries, else with Debian's package.
 *
 * @param {(line: string) => void} log
 * @param {{ isDurable?: boolean }} [options] `isDurable`: commits survive a crash
 * @returns {Promise<Cluster | undefined>} undefined if none is available
 */
export async function provideCluster(log, { isDurable = false } = {}) {
  let binaries = findBinaries();
  if (binaries === undefined && (await installDebianPackage('postgresql', log))) binaries = findBinaries();
  return binaries === undefined ? undefined : startCluster(binaries, isDurable);
}
