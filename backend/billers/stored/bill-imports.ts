import { sql } from 'kysely';
import { failure, success, type Result } from '@/lib/domain/result';
import { addMilliseconds, dayMs } from '../../clock';
import { inTransaction, type Db, type Trx } from '../../db/database';
import { billLineSchema, type BillLine } from './bill-line';

/*
 * An import of bills: begun, given its lines in parts that are checked and kept beside the bills, and applied in one SQL transaction. Until then
 * nothing of it is seen; an import that is not applied is removed after a day.
 */

const keptMs = dayMs;

/** Rows deleted by one statement, so that locks are short. */
const batchSize = 20_000;

export interface LineError {
  readonly line: number;
  readonly column: string;
  readonly message: string;
}

/** A line of the file: its number and its cells, in the order of the columns. */
export interface FileLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Begins an import and returns its id. `isWhole`: accounts that the file does not have are removed. */
export async function beginImport(
  db: Db,
  { asOf, isWhole }: { readonly asOf: Date; readonly isWhole: boolean },
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('bill_imports')
    .values({ as_of: asOf, is_whole: isWhole, begun_at: now, applied_at: null, bills: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

type ParsedLine = BillLine & { readonly line: number };

function parseLines(
  columns: readonly string[],
  lines: readonly FileLine[],
): { readonly parsed: readonly ParsedLine[]; readonly errors: readonly LineError[] } {
  const parsed: ParsedLine[] = [];
  const errors: LineError[] = [];
  for (const { line, cells } of lines) {
    const read = billLineSchema.safeParse(Object.fromEntries(columns.map((column, index) => [column, cells[index]])));
    if (read.success) parsed.push({ ...read.data, line });
    else
      for (const { path, message } of read.error.issues) errors.push({ line, column: String(path[0] ?? ''), message });
  }
  return { parsed, errors };
}

/** Columns of `imported_bills` that a file gives, and their types. */
const types = {
  line: 'bigint',
  account_number: 'text',
  bill_reference: 'text',
  holder_name: 'text',
  account_status: 'text',
  customer_type: 'text',
  current_balance: 'bigint',
  overdue_balance: 'bigint',
  due_date: 'text',
  is_new: 'boolean',
  maximum_amount: 'bigint',
  standing: 'text',
  mobile_number: 'text',
  is_on_auto_debit: 'boolean',
  is_epp: 'boolean',
} as const satisfies Record<keyof ParsedLine, string>;
const columnNames = Object.keys(types);
const columnList = sql.join(columnNames.map((name) => sql.ref(name)));

/** Keeps lines; returns the numbers of those that were kept. Another line of the same account is not. */
async function keepLines(db: Db, importId: number, parsed: readonly ParsedLine[]): Promise<ReadonlySet<number>> {
  // An array for each column, however many lines: the statement stays the same.
  const arrays = Object.entries(types).map(
    ([name, type]) => sql`${parsed.map((line): unknown => Reflect.get(line, name))}::${sql.raw(type)}[]`,
  );
  const { rows } = await sql<{ line: number }>`
    insert into imported_bills (import_id, ${columnList})
    select ${importId}::bigint, given.* from unnest(${sql.join(arrays)}) given
    on conflict (import_id, account_number) do nothing returning line`.execute(db);
  return new Set(rows.map(({ line }) => line));
}

/** Checks lines of a file and keeps those that are right. Returns what is wrong, by line; the columns have been checked. */
export async function addLines(
  db: Db,
  importId: number,
  columns: readonly string[],
  lines: readonly FileLine[],
): Promise<readonly LineError[]> {
  const { parsed, errors } = parseLines(columns, lines);
  const kept = await keepLines(db, importId, parsed);
  const repeated = parsed.filter(({ line }) => !kept.has(line));
  const again = { column: 'account_number', message: 'is in the file twice' };
  return [...errors, ...repeated.map(({ line }) => ({ line, ...again }))];
}

export type ImportRefusal =
  | 'unknown-import'
  | 'no-lines'
  /** The server has lost lines, or they were never sent. */
  | 'lines-missing'
  /** Bills of a later time are stored already. */
  | 'older-than-stored';

export interface AppliedImport {
  readonly bills: number;
  /** Accounts that the file does not have. */
  readonly removed: number;
}

/** Applies an import of `lines` lines: all of it or nothing. Another one waits until it is done. */
export async function applyImport(
  db: Db,
  importId: number,
  lines: number,
  now: Date,
): Promise<Result<AppliedImport, ImportRefusal>> {
  return inTransaction(db, async (trx) => {
    // A large file takes minutes on a slow machine, and another one waits for it.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local lock_timeout = 0`.execute(trx);
    await sql`lock table bill_imports in exclusive mode`.execute(trx);
    const begun = await trx
      .selectFrom('bill_imports')
      .select(['as_of', 'is_whole'])
      .where('id', '=', importId)
      .where('applied_at', 'is', null)
      .executeTakeFirst();
    if (begun === undefined) return failure('unknown-import');
    const { latest } = await trx
      .selectFrom('bill_imports')
      .select((row) => row.fn.max('as_of').as('latest'))
      .where('applied_at', 'is not', null)
      .executeTakeFirstOrThrow();
    if (latest !== null && latest > begun.as_of) return failure('older-than-stored');
    const { kept } = await trx
      .selectFrom('imported_bills')
      .select((row) => row.cast<number>(row.fn.countAll(), 'bigint').as('kept'))
      .where('import_id', '=', importId)
      .executeTakeFirstOrThrow();
    if (kept !== lines) return failure('lines-missing');
    // A whole file without bills would remove all of them.
    if (lines === 0) return failure('no-lines');
    await upsertBills(trx, importId, begun.as_of);
    const removed = begun.is_whole ? await removeOthers(trx, importId) : 0;
    await trx.updateTable('bill_imports').set({ applied_at: now, bills: lines }).where('id', '=', importId).execute();
    return success({ bills: lines, removed });
  });
}

const billColumns = columnNames.filter((name) => name !== 'line');

async function upsertBills(trx: Trx, importId: number, asOf: Date): Promise<void> {
  const list = sql.join(billColumns.map((name) => sql.ref(name)));
  const updates = [...billColumns, 'as_of'].map((name) => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`);
  await sql`insert into bills (${list}, as_of)
    select ${list}, ${asOf}::timestamptz from imported_bills where import_id = ${importId}
    on conflict (account_number) do update set ${sql.join(updates)}`.execute(trx);
}

async function removeOthers(trx: Trx, importId: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from bills where not exists (
    select from imported_bills where import_id = ${importId} and imported_bills.account_number = bills.account_number)`.execute(
    trx,
  );
  return Number(numAffectedRows);
}

/** Gives up an import: it can no longer be applied. */
export async function discardImport(db: Db, importId: number): Promise<void> {
  await db
    .updateTable('bill_imports')
    .set({ begun_at: new Date(0) })
    .where('id', '=', importId)
    .where('applied_at', 'is', null)
    .execute();
}

/** Removes the lines of imports that are finished, given up, or a day old. Several processes may do so concurrently. */
export async function removeImportedLines(db: Db, now: Date): Promise<void> {
  const finished = await db
    .selectFrom('bill_imports')
    .select('id')
    .where('has_lines', '=', true)
    .where((row) => row.or([row('applied_at', 'is not', null), row('begun_at', '<', addMilliseconds(now, -keptMs))]))
    .execute();
  for (const { id } of finished) {
    for (;;) {
      const { numAffectedRows = 0n } = await sql`delete from imported_bills where ctid = any(array(
        select ctid from imported_bills where import_id = ${id} limit ${sql.lit(batchSize)}))`.execute(db);
      if (numAffectedRows < BigInt(batchSize)) break;
    }
    await db.updateTable('bill_imports').set({ has_lines: false }).where('id', '=', id).execute();
  }
}
