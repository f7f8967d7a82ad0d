import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Another process on this machine uses the folder. */
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

/**
 * A process's start time in kernel ticks: distinguishes it from a later process with the same pid. Empty if the system does not provide it.
 */
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

/** Returns null if the file does not exist. */
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

/** Links the complete draft into place, which succeeds for one process only: no other process can see a partly written lock. */
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
 * Acquires a lock, or returns the running process that holds it. Only the holder of a second lock, `….next`, may replace a stale lock, and
 * only after it has checked that the stale lock is unchanged; one rename replaces the stale lock and releases the second.
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
 * Locks a folder for this process: PGlite would let a second process open it, and commits would be lost. The lock of a process that no
 * longer runs is replaced. Returns the function that releases it. Throws FolderInUse.
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
