import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashContents } from './content-hash.mjs';

const root = mkdtempSync(join(tmpdir(), 'ebill-hash-'));
const hash = () => hashContents(root, ['app', 'next.config.js', 'missing']);
const write = (file: string, content: string) => writeFileSync(join(root, file), content);

beforeAll(() => {
  mkdirSync(join(root, 'app/pay'), { recursive: true });
  write('app/pay/page.tsx', 'page');
  write('next.config.js', 'config');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('does not change when a file is rewritten with the same content', async () => {
  const before = await hash();
  write('app/pay/page.tsx', 'page');
  expect(await hash()).toBe(before);
});

test('does not change when a test changes', async () => {
  const before = await hash();
  write('app/pay/page.test.tsx', 'test');
  expect(await hash()).toBe(before);
});

test.each([
  ['a changed file', 'app/pay/page.tsx', 'other'],
  ['a new file', 'app/pay/layout.tsx', ''],
  ['a changed single file', 'next.config.js', 'other'],
])('changes with %s', async (_case, file, content) => {
  const before = await hash();
  write(file, content);
  expect(await hash()).not.toBe(before);
});
