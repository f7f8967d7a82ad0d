import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packFolder } from './archive.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ebill-archive-'));
  process.env['SOURCE_DATE_EPOCH'] = '1700000000';
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
  delete process.env['SOURCE_DATE_EPOCH'];
});

/** Writes the same files in another order, at another time, with another umask. */
async function packAs(name: string, files: readonly string[], mode: number, time: number): Promise<Buffer> {
  const source = join(folder, name);
  mkdirSync(join(source, 'lib'), { recursive: true });
  for (const file of files) {
    writeFileSync(join(source, file), `the content of ${file}`);
    chmodSync(join(source, file), mode);
    utimesSync(join(source, file), time, time);
  }
  symlinkSync('lib/b.mjs', join(source, 'link'));
  const archive = join(folder, `${name}.tar.gz`);
  await packFolder(source, archive);
  return readFileSync(archive);
}

test('row 48: the same files give the same archive, whoever packs them and when', async () => {
  const one = await packAs('one', ['a.mjs', 'lib/b.mjs', 'lib/c.mjs'], 0o600, 1_600_000_000);
  const other = await packAs('other', ['lib/c.mjs', 'lib/b.mjs', 'a.mjs'], 0o664, 1_650_000_000);
  expect(other.equals(one)).toBe(true);
  process.env['SOURCE_DATE_EPOCH'] = '1700000001';
  const later = await packAs('later', ['a.mjs', 'lib/b.mjs', 'lib/c.mjs'], 0o600, 1_600_000_000);
  expect(later.equals(one)).toBe(false);
});
