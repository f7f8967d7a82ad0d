import { existsSync, readFileSync } from 'node:fs';
import { arch, cpus, totalmem, type } from 'node:os';
import { PlainFailure } from '../start/project.mjs';

/** Says on what is measured, in one line. */
export function describeMachine() {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = cpus()[0]?.model.trim() || 'unknown';
  return `${cpus().length} × ${model} (${arch()}), ${memory} GB, ${type()}, Node ${process.versions.node}`;
}

/** @throws {PlainFailure} where the figures of processes cannot be read */
export function refuseOtherSystems() {
  if (!existsSync('/proc/self/stat')) throw new PlainFailure('The benches read /proc, which only Linux has.');
}

/** Processor time that a process has had, ms. @param {number | undefined} pid */
export function readProcessorTime(pid) {
  const [, after = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const fields = after.split(' ');
  // Ticks of 10 ms, in user and in system mode.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Memory of a process that is in use now, MB of 1,000,000 bytes. @param {number | undefined} pid */
export function readMemory(pid) {
  const [, kibibytes = 'NaN'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kibibytes) * 1024) / 1_000_000;
}

/** Time of all processors since the start, and of it what the host gave to others. @returns {{ all: number, stolen: number }} */
function readHostTimes() {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
}

/** More than this share stolen, and a run tells of the host. */
const mostStolen = 0.02;
const mostTries = 4;

/** @typedef {{ stolen: number, thrownAway: number }} Quiet the share of time that the host took in the run that counts, and how many did not */

/**
 * Measures once more what the host has disturbed; the last try counts in any case.
 *
 * @template Measured
 * @param {() => Promise<Measured>} run
 * @returns {Promise<Measured & Quiet>}
 */
export async function measureWhileQuiet(run) {
  for (let thrownAway = 0; ; thrownAway += 1) {
    const before = readHostTimes();
    const measured = await run();
    const after = readHostTimes();
    const stolen = (after.stolen - before.stolen) / Math.max(1, after.all - before.all);
    if (stolen <= mostStolen || thrownAway + 1 === mostTries) return { ...measured, stolen, thrownAway };
  }
}

/** @param {readonly Quiet[]} runs @returns {Quiet} of all of them: the greatest share, and all that were thrown away */
export function sumQuiet(runs) {
  return {
    stolen: Math.max(0, ...runs.map(({ stolen }) => stolen)),
    thrownAway: runs.reduce((sum, { thrownAway }) => sum + thrownAway, 0),
  };
}
