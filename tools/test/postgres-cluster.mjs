import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installDebianPackage } from './debian.mjs';
import { answers, findFreePort } from '../start/ports.mjs';

/** The oldest major version that the tests are meant for. */
const oldestVersion = 14;

/**
 * @typedef {object} Cluster a temporary PostgreSQL server, removed with its data when stopped
 * @property {string} url of its superuser, who may make databases
 * @property {string} version
 * @property {(how: 'fast' | 'immediate') => Promise<void>} restart ends every connection ('immediate' as a crash would) and serves again
 * @property {() => Promise<void>} stop
 */

/** @typedef {{ folder: string, major: number, version: string }} Binaries */

/** @returns {Binaries | undefined} the newest PostgreSQL server of this machine */
function findBinaries() {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const searched = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions,
    '/opt/homebrew/bin',
    '/usr/local/pgsql/bin',
  ];
  const found = searched.flatMap((folder) => {
    if (folder === '' || !existsSync(join(folder, 'initdb')) || !existsSync(join(folder, 'postgres'))) return [];
    const version = /(\d+)(\.\d+)?/.exec(
      spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '',
    );
    const major = Number(version?.[1] ?? 0);
    return major >= oldestVersion ? [{ folder, major, version: version?.[0] ?? '' }] : [];
  });
  // Stable: of two with the same version the one in PATH comes first.
  return found.sort((one, other) => other.major - one.major)[0];
}

/**
 * PostgreSQL refuses to run as root; another user does then.
 *
 * @returns {{ uid: number, gid: number } | Record<string, never>}
 */
function chooseUser() {
  if (process.getuid?.() !== 0) return {};
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((which) =>
      Number.parseInt(spawnSync('id', [which, name], { encoding: 'utf8' }).stdout, 10),
    );
    if (uid !== undefined && gid !== undefined && uid > 0 && gid > 0) return { uid, gid };
  }
  return {};
}

/** @type {Set<() => void>} */
const removals = new Set();
process.on('exit', () => removals.forEach((remove) => remove()));

/** What a crash of the server would lose, and the tests' own clusters do without. */
const forgetful = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * Makes a throw-away cluster and starts it on a free loopback port.
 *
 * @param {Binaries} binaries
 * @param {boolean} isDurable what was committed outlives a crash
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
  const made = spawnSync(
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
  if (made.status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
  }

  const port = await findFreePort();
  /** @type {Record<string, string>} */
  const options = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    ...(isDurable ? {} : forgetful),
  };
  let complaints = '';
  const launch = () => {
    const server = spawn(
      join(binaries, 'postgres'),
      ['-D', data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      // A group of its own: Ctrl-C in the terminal reaches us alone.
      { ...user, cwd: folder, env: environment, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    server.stderr.setEncoding('utf8').on('data', (text) => (complaints = `${complaints}${text}`.slice(-4_000)));
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

  const waitUntilServing = async () => {
    const deadline = Date.now() + 30_000;
    while (!(await answers(port))) {
      if (server.exitCode !== null || Date.now() > deadline) {
        await stop();
        throw new Error(`PostgreSQL did not start: ${complaints}`);
      }
      await pause(50);
    }
  };
  const restart = async (/** @type {'fast' | 'immediate'} */ how) => {
    server.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await ended;
    ({ server, ended } = launch());
    await waitUntilServing();
  };
  await waitUntilServing();
  return { url: `postgresql://ebill:${password}@127.0.0.1:${port}/postgres`, version, restart, stop };
}

/**
 * A PostgreSQL for a test run: by the machine's own binaries, else by Debian's package.
 *
 * @param {(line: string) => void} say
 * @param {{ isDurable?: boolean }} [wanted] by default nothing outlives the run
 * @returns {Promise<Cluster | undefined>} undefined when none can be had here
 */
export async function provideCluster(say, { isDurable = false } = {}) {
  let binaries = findBinaries();
  if (binaries === undefined && (await installDebianPackage('postgresql', say))) binaries = findBinaries();
  return binaries === undefined ? undefined : startCluster(binaries, isDurable);
}
