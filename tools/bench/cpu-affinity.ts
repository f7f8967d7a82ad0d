import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** Pins a process and its later children to CPUs, as taskset names them (`0`, `1-3`); returns whether that worked. */
function pin(pid: number | undefined, list: string): boolean {
  return spawnSync('taskset', ['-a', '-p', '-c', list, String(pid)]).status === 0;
}

/**
 * Runs work on all CPUs but the first: the load, the backend, the simulators, the store. `pinToCpu` moves the measured server to the first
 * one, and returns whether that worked.
 */
export async function withDedicatedCpu<Result>(
  work: (pinToCpu: (pid: number | undefined) => boolean) => Promise<Result>,
): Promise<Result> {
  const last = cpus().length - 1;
  // Processes that are started from now on inherit it.
  const isDivided = last > 0 && pin(process.pid, `1-${last}`);
  try {
    return await work((pid) => isDivided && pin(pid, '0'));
  } finally {
    if (isDivided) pin(process.pid, `0-${last}`);
  }
}
