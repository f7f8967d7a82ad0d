import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

function isErrorCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}

function readSecret(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isErrorCode(error, 'ENOENT')) return null;
    throw error;
  }
}

/**
 * Loads the secret `{dataDir}/keys/{name}`, generated at the first use. The backend and the simulators start at the same time: each writes a
 * temporary file and links it into place, which only the first can do, and both read the file that is there. Throws for a folder that is not
 * writable.
 */
export function loadSecret(dataDir: string, name: string, generate: () => string): string {
  const folder = join(dataDir, 'keys');
  const file = join(folder, name);
  const known = readSecret(file);
  if (known !== null) return known;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, `.${randomUUID()}`);
  writeFileSync(draft, generate(), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if (!isErrorCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const kept = readSecret(file);
  if (kept === null) throw new Error(`The secret vanished from ${file}`);
  return kept;
}
