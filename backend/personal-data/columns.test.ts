import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from '../db/database';
import { openTestStore } from '../db/test-store.fixture';

const document = readFileSync(join(__dirname, '../../docs/personal-data.md'), 'utf8');

/** Columns that a section lists: rows of a table, and of its columns in code. */
function listColumns(heading: string): readonly string[] {
  const [, section = ''] = document.split(`\n## ${heading}\n`);
  const [lines = ''] = section.split('\n## ');
  return lines.split('\n').flatMap((line) => {
    const [, table = '', columns = ''] = line.split('|');
    const [, name] = /`(\w+)`/.exec(table) ?? [];
    return name === undefined ? [] : [...columns.matchAll(/`(\w+)`/g)].map(([, column]) => `${name}.${column}`);
  });
}

const personal = listColumns('Where personal data is');
const other = listColumns('Columns without personal data');

let store: Store;

beforeAll(async () => {
  store = await openTestStore();
});
afterAll(() => store.close());

test('row 54: the document classifies every column that can hold a text, once', async () => {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea', 'inet', 'USER-DEFINED')`.execute(
    store.db,
  );
  const stored = rows.map(({ column }) => column).toSorted();
  expect([...personal, ...other].toSorted()).toEqual(stored);
});

test('an e-mail address, a telephone number and an IP address are personal data', () => {
  expect(personal).toEqual(
    expect.arrayContaining(['orders.email', 'attempts.payer_phone', 'attempts.payer_address', 'outbox.recipient']),
  );
  expect(other.filter((column) => /mail|phone|recipient|holder|address/.test(column))).toEqual([]);
});
