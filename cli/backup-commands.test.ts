import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '../backend/db/database';
import { readLedger } from '../backend/ledger/model';
import { payByFpx, redirectToBank, startTestBackend, testOperatorKey } from '../backend/test-backend.fixture';
import { runBackupCommand, runRestoreCommand } from './backup-commands';
import { createOperatorClient } from './operator-client';

jest.setTimeout(180_000);

const folder = mkdtempSync(join(tmpdir(), 'ebill-backup-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a restored backup of a running backend has the same ledger', async () => {
  const store = await openStore({ databaseUrl: null, dataDir: join(folder, 'first') });
  const backend = await startTestBackend({ store });
  const address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
  const operator = createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: testOperatorKey });
  const file = join(folder, 'backup.tar.gz');
  await payByFpx(backend);
  await redirectToBank(backend);
  await backend.jobs.runDue();
  const before = await readLedger(store.db);
  expect(before).toMatchObject({ balanced: true, credits: [expect.anything()] });
  await runBackupCommand(operator, [file]);
  await payByFpx(backend);
  await expect(runBackupCommand(operator, [file])).rejects.toThrow('EEXIST');
  await expect(runRestoreCommand({ DATA_DIR: join(folder, 'first') }, [file])).rejects.toThrow('in use');
  await backend.close();
  await expect(runRestoreCommand({ DATA_DIR: join(folder, 'first') }, [file])).rejects.toThrow('already');

  const dataDir = join(folder, 'second');
  await runRestoreCommand({ DATA_DIR: dataDir }, [file]);
  const restored = await openStore({ databaseUrl: null, dataDir });
  expect(await readLedger(restored.db)).toEqual(before);
  await restored.close();
});

test('refuses to restore a file that is not a backup', async () => {
  const file = join(folder, 'other');
  writeFileSync(file, 'not an archive');
  const dataDir = join(folder, 'third');
  await expect(runRestoreCommand({ DATA_DIR: dataDir }, [file])).rejects.toThrow(/./);
  expect(existsSync(join(dataDir, 'pglite'))).toBe(false);
});
