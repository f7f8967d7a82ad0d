import { mkdirSync, openSync, readFileSync, rmSync, writeSync, closeSync } from 'node:fs';
import path from 'node:path';

/** Another process of this machine has the folder open. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';

  constructor(folder: string, pid: number) {
    super(`The database folder ${folder} is in use by process ${pid}. Stop that process, or set another DATA_DIR.`);
  }
}

interface Holder {
  readonly pid: number;
  readonly startedAt: string;
}

/** When a process began, in the kernel's ticks: tells it from a later one that was given its number. Empty where the system does not say. */
function startOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

function isRunning({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (!hasCode(error, 'EPERM')) return false;
  }
  return startOf(pid) === startedAt;
}

function holderOf(file: string): Holder | null {
  try {
    const [pid = '', startedAt = ''] = readFileSync(file, 'utf8').split(' ');
    return Number(pid) > 0 ? { pid: Number(pid), startedAt } : null;
  } catch {
    return null;
  }
}

function take(file: string): boolean {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, `${process.pid} ${startOf(process.pid)}`);
    closeSync(handle);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Locks a folder for this process: PGlite opens one for a second process without a word, and commits are then lost. The lock of a
 * process that no longer runs is taken over. Gives the function that releases it. Throws FolderInUse.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'ebill.lock');
  while (!take(file)) {
    const holder = holderOf(file);
    if (holder !== null && isRunning(holder)) throw new FolderInUse(folder, holder.pid);
    rmSync(file, { force: true });
  }
  return () => rmSync(file, { force: true });
}
