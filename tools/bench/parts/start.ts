import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { PlainFailure, projectRoot } from '../../start/project.mjs';
import { callNpm, runProgram } from '../../start/run-program.mjs';
import { readMemory } from '../machine';
import { makeEnvironment, withTemporaryFolder } from '../../stack/stack';
import { summariseSpread } from '../load';
import type { BenchOptions } from '../options';
import type { CloneRecord, StartRecord, Unmeasured } from '../records';

/** Milliseconds until the first page must load; a fresh clone first installs and builds. */
const timeoutMs = 15 * 60_000;
/** Milliseconds after which the memory of started servers has settled. */
const settleMs = 10_000;

/** Returns a process and its descendants. */
function listProcesses(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  return [pid, ...children.flatMap(listProcesses)];
}

/** Finds the descendant of a process that runs a file. */
function findProgram(pid: number, file: string) {
  return listProcesses(pid).find((one) => {
    // A shell has the whole command line as one argument.
    const parameters = readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0');
    return parameters.slice(1).some((parameter) => parameter.endsWith(file) && !parameter.includes(' '));
  });
}

/** Runs `npm start`, calls `callback` with the time to the first page, and stops it. */
async function withNpmStart<Result>(
  { cwd = projectRoot, environment }: { cwd?: string; environment: NodeJS.ProcessEnv },
  callback: (started: { seconds: number; pid: number }) => Promise<Result>,
) {
  const npm = callNpm(['start']);
  const start = performance.now();
  const started = spawn(npm.command, npm.parameters, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [started.stdout, started.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = new Promise((resolve) => started.on('close', resolve));
  try {
    const loadedAt = await waitForPage(`http://localhost:${environment['PORT']}/`, () => started.exitCode).catch(
      (error: Error) => {
        throw new Error(`${error.message}\n${output}`);
      },
    );
    return await callback({ seconds: (loadedAt - start) / 1_000, pid: started.pid ?? 0 });
  } finally {
    // npm forwards a signal to its shell, which exits without forwarding it.
    const program = started.exitCode === null ? findProgram(started.pid ?? 0, 'tools/start/start.mjs') : undefined;
    if (program === undefined) started.kill('SIGTERM');
    else process.kill(program, 'SIGTERM');
    await ended;
  }
}

/** Resolves with `performance.now()` when a page has loaded. */
async function waitForPage(url: string, exitCode: () => number | null): Promise<number> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    const text = await response?.text().catch(() => null);
    if (response?.status === 200 && typeof text === 'string') return performance.now();
    if (exitCode() !== null) throw new Error(`npm start exited with ${exitCode()}`);
    await pause(20);
  }
  throw new Error(`${url} did not load in time`);
}

/** Measures a start with everything installed, built and initialised, and the memory afterwards. */
export function measureStart({ runs }: BenchOptions): Promise<Unmeasured<StartRecord>> {
  return withTemporaryFolder(async (folder) => {
    const environment = await makeEnvironment(folder);
    await withNpmStart({ environment }, async () => undefined);
    const seconds: number[] = [];
    const idle: { site: number; backend: number }[] = [];
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

/** Measures `npm start` in a fresh clone of the last commit, which installs packages, builds, and creates a store. */
export function measureClone(): Promise<Unmeasured<CloneRecord>> {
  return withTemporaryFolder(async (folder) => {
    const clone = join(folder, 'ebill');
    const { code, output } = await runProgram('git', ['clone', '--quiet', projectRoot, clone]);
    if (code !== 0) throw new PlainFailure(`${output.trimEnd()}\nThe repository could not be cloned.`);
    const environment = await makeEnvironment(folder);
    return withNpmStart({ cwd: clone, environment }, async ({ seconds }) => ({ first: seconds }));
  });
}
