import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { restoreStore } from '../backend/db/database';
import { OperatorError, type OperatorClient } from './operator-client';

export const usage = `npm run ops -- backup FILE      backs up the embedded store of the running backend into a new file
npm run ops -- restore FILE     restores a backup into DATA_DIR, which must not contain a store; the backend must not run`;

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** `npm run ops -- backup FILE`. Throws an OperatorError if the operator must fix something. Never overwrites an existing file. */
export async function runBackupCommand(backend: OperatorClient, [file]: readonly string[]): Promise<unknown> {
  if (file === undefined) throw new OperatorError(usage);
  const archive = await backend.download('/backup');
  try {
    writeFileSync(file, archive, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new OperatorError(describe(error));
  }
  return { file, bytes: archive.length };
}

/** `npm run ops -- restore FILE`. Throws an OperatorError if the operator must fix something. */
export async function runRestoreCommand(
  environment: Readonly<Record<string, string | undefined>>,
  [file]: readonly string[],
): Promise<unknown> {
  if (file === undefined) throw new OperatorError(usage);
  const dataDir = resolve(environment['DATA_DIR'] || '.data');
  try {
    await restoreStore(dataDir, new Blob([readFileSync(file)]));
  } catch (error) {
    throw new OperatorError(describe(error));
  }
  return { restored: dataDir };
}
