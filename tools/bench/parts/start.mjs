import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { projectRoot } from '../../start/project.mjs';
import { callNpm } from '../../start/run-program.mjs';
import { readMemory } from '../machine.mjs';
import { chooseEnvironment, withFolder } from '../stack.mjs';
import { summariseSpread } from '../statistics.mjs';

/** How long a first page is waited for at most, ms: a fresh clone installs and builds first. */
const patienceMs = 15 * 60_000;
/** How long servers get to put away what their start has left behind, ms. */
const settleMs = 10_000;

/** @param {number} pid @returns {number[]} it, and all that it has started, and they */
function listFamily(pid) {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(listFamily)];
}

/** @param {number} pid @param {string} file that the sought process runs, which was started below it */
function findProgram(pid, file) {
  return listFamily(pid).find((one) => {
    // A shell has the whole command as one parameter.
    const parameters = readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0');
    return parameters.slice(1).some((parameter) => parameter.endsWith(file) && !parameter.includes(' '));
  });
}

/**
 * Runs `npm start`, and ends it after some work.
 *
 * @template Done
 * @param {{ cwd?: string, environment: NodeJS.ProcessEnv }} where
 * @param {(started: { seconds: number, pid: number }) => Promise<Done>} work is told how long the first page took
 */
export async function withNpmStart({ cwd = projectRoot, environment }, work) {
  const npm = callNpm(['start']);
  const began = performance.now();
  const started = spawn(npm.command, npm.parameters, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise((resolve) => started.on('close', resolve));
  try {
    const answer = await waitForPage(`http://localhost:${environment['PORT']}/`, () => started.exitCode).catch(
      (error) => {
        throw new Error(`${error.message}\n${output}`);
      },
    );
    return await work({ seconds: (answer - began) / 1_000, pid: started.pid ?? 0 });
  } finally {
    // A signal to npm would end the shell below it, and leave what that has started alone.
    const program = started.exitCode === null ? findProgram(started.pid ?? 0, 'tools/start/start.mjs') : undefined;
    if (program === undefined) started.kill('SIGTERM');
    else process.kill(program, 'SIGTERM');
    await ended;
  }
}

/** @param {string} url @param {() => number | null} exitCode of what serves it @returns {Promise<number>} when it was there, as `performance.now()` */
async function waitForPage(url, exitCode) {
  const deadline = performance.now() + patienceMs;
  while (performance.now() < deadline) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    const text = await answer?.text().catch(() => null);
    if (answer?.status === 200 && typeof text === 'string') return performance.now();
    if (exitCode() !== null) throw new Error(`npm start ended with ${exitCode()}`);
    await pause(20);
  }
  throw new Error(`no page at ${url}`);
}

/**
 * How long a start takes where everything is installed and built and the store has been made, and what it then holds in memory.
 *
 * @param {import('../options.mjs').BenchOptions} options
 * @returns {Promise<Omit<import('../records').StartRecord, 'machine' | 'isQuick'>>}
 */
export function measureStart({ runs }) {
  return withFolder(async (folder) => {
    const environment = await chooseEnvironment(folder);
    await withNpmStart({ environment }, async () => undefined);
    /** @type {number[]} */
    const seconds = [];
    /** @type {{ site: number, backend: number }[]} */
    const idle = [];
    for (let run = 0; run < runs; run += 1) {
      await withNpmStart({ environment }, async (started) => {
        seconds.push(started.seconds);
        if (run > 0) return;
        await pause(settleMs);
        const [site, backend] = ['dist/front.mjs', 'dist/backend.mjs'].map((file) =>
          readMemory(findProgram(started.pid, file)),
        );
        idle.push({ site: site ?? NaN, backend: backend ?? NaN });
      });
    }
    const [memory = { site: NaN, backend: NaN }] = idle;
    return { second: summariseSpread(seconds), idle: memory };
  });
}
