import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderInUse, lockFolder } from './folder-lock';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ebill-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a folder is for one at a time, until it is released', () => {
  const release = lockFolder(folder);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  release();
  lockFolder(folder)();
  expect(existsSync(path.join(folder, 'ebill.lock'))).toBe(false);
});

test.each([
  ['a process that no longer runs', '999999999 1'],
  ['a process whose number another one has now', `${process.ppid} 1`],
  ['nobody', 'half a li'],
])('the lock of %s is taken over', (_name, text) => {
  writeFileSync(path.join(folder, 'ebill.lock'), text);
  lockFolder(folder)();
});
