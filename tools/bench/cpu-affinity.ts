import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/** Pins a process and its later children to a CPU list of taskset (`0`, `1-3`); returns whether it succeeded. */
function pin(pid: number | undefined, list: string): boolean {
  return spawnSync('taskset', ['-a', '-p', '-c', list, String(pid)]).status === 0;
}

/**
 * Calls `callback` with all processes on every CPU but the first. `pinToCpu` moves the measured server to the first CPU, and returns
 * whether it succeeded.
 */
export async function withDedicatedCpu<Result>(
  callback: (pinToCpu: (pid: number | undefined) => boolean) => Promise<Result>,
): Promise<Result> {
  const last = cpus().length - 1;
  // Child processes inherit the affinity.
  const isPinned = last > 0 && pin(process.pid, `1-${last}`);
  try {
    return await callback((pid) => isPinned && pin(pid, '0'));
  } finally {
    if (isPinned) pin(process.pid, `0-${last}`);
  }
}
