import { spawnSync } from 'node:child_process';
import { cpus } from 'node:os';

/**
 * Keeps a process, and what it starts from now on, to some processors.
 *
 * @param {number | undefined} pid
 * @param {string} processors as taskset takes them, such as `0` or `1-3`
 * @returns {boolean} whether that could be done
 */
function pin(pid, processors) {
  return spawnSync('taskset', ['-a', '-p', '-c', processors, String(pid)]).status === 0;
}

/**
 * While some work is done, leaves one processor to what is measured and does all else on the others: the load, the backend, the simulators,
 * the store.
 *
 * @template Done
 * @param {(give: (pid: number | undefined) => boolean) => Promise<Done>} work `give` moves a server to the processor that was left to it,
 * and says whether that could be done
 */
export async function withDividedProcessors(work) {
  const last = cpus().length - 1;
  // What is started from now on inherits it.
  const isDivided = last > 0 && pin(process.pid, `1-${last}`);
  try {
    return await work((pid) => isDivided && pin(pid, '0'));
  } finally {
    if (isDivided) pin(process.pid, `0-${last}`);
  }
}
