import { existsSync, readFileSync } from 'node:fs';
import { arch, cpus, totalmem, type } from 'node:os';
import { PlainFailure } from '../start/project.mjs';

/** Describes this machine in one line. */
export function describeMachine() {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const model = cpus()[0]?.model.trim() || 'unknown';
  return `${cpus().length} × ${model} (${arch()}), ${memory} GB, ${type()}, Node ${process.versions.node}`;
}

/** Throws a PlainFailure if /proc is missing. */
export function requireLinux() {
  if (!existsSync('/proc/self/stat')) throw new PlainFailure('The benchmarks read /proc, which only Linux has.');
}

/** Returns the CPU time of a process in ms. */
export function readCpuTime(pid: number | undefined) {
  const [, after = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
  const fields = after.split(' ');
  // Ticks of 10 ms, in user and in system mode.
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function readMemoryField(pid: number | undefined, field: RegExp) {
  const [, kibibytes = 'NaN'] = field.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kibibytes) * 1024) / 1_000_000;
}

/** Returns the resident memory of a process in MB of 1,000,000 bytes. */
export function readMemory(pid: number | undefined) {
  return readMemoryField(pid, /VmRSS:\s+(\d+) kB/);
}

/** Returns the most resident memory that a process has had, in the same unit; 0 for one that has ended. */
export function readPeakMemory(pid: number | undefined) {
  return existsSync(`/proc/${pid}/status`) ? readMemoryField(pid, /VmHWM:\s+(\d+) kB/) || 0 : 0;
}

/** Returns the time of all CPUs since boot, and the part of it that was stolen by the hypervisor (steal). */
function readCpuTimes() {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const times = line.split(/\s+/).slice(1, 9).map(Number);
  return { all: times.reduce((sum, time) => sum + time, 0), stolen: times[7] ?? 0 };
}

/** The share of CPU steal above which a run is repeated. */
const maximumSteal = 0.02;
const maximumRuns = 4;

export interface CpuSteal {
  /** The share of CPU steal in the final run, from 0 to 1. */
  stolen: number;
  /** Runs that were repeated. */
  repeatedRuns: number;
}

/** Repeats a measurement while CPU steal is too high, at most `maximumRuns` times; returns the last one. */
export async function measureWithLowSteal<Measured>(run: () => Promise<Measured>): Promise<Measured & CpuSteal> {
  for (let repeatedRuns = 0; ; repeatedRuns += 1) {
    const before = readCpuTimes();
    const measured = await run();
    const after = readCpuTimes();
    const stolen = (after.stolen - before.stolen) / Math.max(1, after.all - before.all);
    if (stolen <= maximumSteal || repeatedRuns + 1 === maximumRuns) return { ...measured, stolen, repeatedRuns };
  }
}

/** Returns the highest share of steal, and the number of repeated runs. */
export function summariseSteal(runs: readonly CpuSteal[]): CpuSteal {
  return {
    stolen: Math.max(0, ...runs.map(({ stolen }) => stolen)),
    repeatedRuns: runs.reduce((sum, { repeatedRuns }) => sum + repeatedRuns, 0),
  };
}
