import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FolderInUse, lockFolder } from './folder-lock';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'ebill-lock-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('only one process locks a folder until it is released', () => {
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
])('replaces the lock of %s', (_name, text) => {
  writeFileSync(path.join(folder, 'ebill.lock'), text);
  lockFolder(folder)();
});

test('completes an interrupted replacement, and leaves no files', () => {
  writeFileSync(path.join(folder, 'ebill.lock'), '999999999 1');
  writeFileSync(path.join(folder, 'ebill.lock.next'), '999999998 1');
  const release = lockFolder(folder);
  expect(readdirSync(folder)).toEqual(['ebill.lock']);
  release();
  expect(readdirSync(folder)).toEqual([]);
});

test('only one process replaces a stale lock', () => {
  writeFileSync(path.join(folder, 'ebill.lock'), '999999999 1');
  const living = lockFolder(path.join(folder, 'other'));
  const text = readFileSync(path.join(folder, 'other', 'ebill.lock'));
  writeFileSync(path.join(folder, 'ebill.lock.next'), text);
  expect(() => lockFolder(folder)).toThrow(FolderInUse);
  living();
});

/** Starts processes that try to take the lock at the same time, and returns how many got it. */
async function race(program: string, processes: number): Promise<number> {
  const instant = String(Date.now() + 700);
  const starters = Array.from({ length: processes }, () =>
    spawn(process.execPath, [program, folder, instant], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const answers = await Promise.all(
    starters.map(
      ({ stdout }) => new Promise<string>((resolve) => stdout.once('data', (data) => resolve(String(data)))),
    ),
  );
  await Promise.all(
    starters.map(
      (starter) =>
        new Promise((resolve) => {
          starter.once('exit', resolve);
          starter.stdin.end();
        }),
    ),
  );
  return answers.filter((answer) => answer === 'held').length;
}

test('of several processes that start concurrently with a stale lock, one acquires it', async () => {
  const program = path.join(folder, 'start.mjs');
  execFileSync(path.resolve('node_modules/.bin/esbuild'), [
    path.resolve('backend/db/folder-lock.ts'),
    '--bundle',
    '--platform=node',
    '--format=esm',
    `--outfile=${path.join(folder, 'lock.mjs')}`,
    '--log-level=error',
  ]);
  writeFileSync(
    program,
    `import { lockFolder } from './lock.mjs';
    const [folder, instant] = process.argv.slice(2);
    while (Date.now() < Number(instant));
    let answer = 'held';
    try { lockFolder(folder); } catch (error) { answer = error.name; }
    process.stdout.write(answer);
    process.stdin.resume();`,
  );
  for (let round = 0; round < 3; round += 1) {
    // The previous round's lock is stale too: its holder has died without releasing it.
    writeFileSync(path.join(folder, 'ebill.lock'), '999999999 1');
    expect(await race(program, 6)).toBe(1);
  }
});
