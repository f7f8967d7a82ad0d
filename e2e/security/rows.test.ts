import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = process.cwd();
const folders = ['app', 'backend', 'cli', 'components', 'e2e', 'front', 'lib', 'messages', 'sandbox', 'tools'];
/** The section with the table: other sections may have their own tables. */
const page = /^## Threats .*?(?=^##)/ms.exec(readFileSync(join(root, 'docs/security.md'), 'utf8'))?.[0] ?? '';

/**
 * Every test named after a row, with its file. They are read from the sources, since no single run has the titles of both Jest and
 * Playwright tests.
 */
const named = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(test|spec)\.tsx?$/.test(entry.name))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))
  .flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(['"`])row (\d+): (.+?)( @both)?\1/g)].map(
      ([, , row, title = '']) => ({ row: Number(row), title, file }),
    ),
  );

/** The table of threats, without the table below it. */
const table = page.slice(page.indexOf('## Threats'), page.indexOf('### Tried'));
const rows = [...table.matchAll(/^\| +(\d+) +\|(.*)\|$/gm)].map(([, row, line = '']) => {
  const [, defence = '', proof = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
  return { row: Number(row), defence, proof: proof.replaceAll('\\|', '|') };
});
/** Rows whose proof is in another document. */
const elsewhere: Readonly<Record<number, RegExp>> = { 8: /reliability\.md/ };

test('the rows of the table are numbered from 1, each once', () => {
  expect(rows.length).toBeGreaterThanOrEqual(40);
  expect(rows.map(({ row }) => row)).toEqual(rows.map((_, index) => index + 1));
});

test.each(rows)('row $row of docs/security.md has tests that are named after it, and names them', ({ row, proof }) => {
  const tests = named.filter((found) => found.row === row);
  if (elsewhere[row] !== undefined) return expect(proof).toMatch(elsewhere[row]);
  expect(tests).not.toEqual([]);
  for (const [, file = '', titles = ''] of proof.matchAll(/`([^`]+\.tsx?)`: (.*?)(?=<br>|$)/g)) {
    const [first = ''] = titles.split(' · ');
    const known = tests.filter((found) => found.file === file).map(({ title }) => title);
    expect(known).toContain(first.replace(/ \(and \d+ more\)$/, ''));
  }
  for (const { file } of tests) expect(proof).toContain(`\`${file}\``);
});

test('the files of each defence exist', () => {
  for (const { row, defence } of rows) {
    if (row in elsewhere) continue;
    const files = [...defence.matchAll(/`([\w./-]+\/[\w./-]+|[\w-]+\.(?:ts|js|json))`/g)].map(([, file = '']) => file);
    for (const file of files) expect(() => readdirOrRead(file)).not.toThrow();
  }
});

function readdirOrRead(file: string): unknown {
  const path = join(root, file);
  return /\.\w+$/.test(file) ? readFileSync(path) : readdirSync(path);
}
