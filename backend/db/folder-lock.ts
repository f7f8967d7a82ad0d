import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
function processStartTime(pid: number): string {
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
  return processStartTime(pid) === startedAt;
}

/** Null when there is no such file. */
function readLock(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}

function parseHolder(text: string): Holder | null {
  const [pid = '', startedAt = ''] = text.split(' ');
  return Number(pid) > 0 ? { pid: Number(pid), startedAt } : null;
}

/** A lock is never seen half-written: the whole draft is linked into place, which only the first can do. */
function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/**
 * Takes a lock, or gives the running process that has it. A stale one is changed only by whoever holds the lock to do so, `….next`, and
 * only after it has seen that the stale one is still there; moving one onto the other ends both at once.
 */
function acquire(draft: string, file: string): Holder | null {
  for (;;) {
    if (tryLink(draft, file)) return null;
    const found = readLock(file);
    if (found === null) continue;
    const holder = parseHolder(found);
    if (holder !== null && isRunning(holder)) return holder;
    const next = `${file}.next`;
    const successor = acquire(draft, next);
    if (successor !== null) return successor;
    if (readLock(file) === found) {
      renameSync(next, file);
      return null;
    }
    rmSync(next);
  }
}

/**
 * Locks a folder for this process: PGlite opens one for a second process without a word, and commits are then lost. The lock of a
 * process that no longer runs is taken over. Gives the function that releases it. Throws FolderInUse.
 */
export function lockFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, 'ebill.lock');
  const draft = path.join(folder, `.${randomUUID()}`);
  writeFileSync(draft, `${process.pid} ${processStartTime(process.pid)}`);
  try {
    const holder = acquire(draft, file);
    if (holder !== null) throw new FolderInUse(folder, holder.pid);
  } finally {
    rmSync(draft, { force: true });
  }
  return () => rmSync(file, { force: true });
}
