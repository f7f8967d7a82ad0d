import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import { z } from 'zod';
import type { Tables } from './tables';

/*
 * The cost of a statement must not grow with the size of its tables. Every statement that a backend test sends to PostgreSQL, and that selects
 * rows by a condition, is planned again with sequential scans disabled (`enable_seqscan`): if the plan still has a full scan,
 * an index is missing.
 */

/** Tables that do not grow with payments: an operator or the sandbox's controls write them. */
const smallTables: ReadonlySet<string> = new Set([
  ...[
    'partners',
    'partner_keys',
    'operators',
    'stored_config',
    'setting_changes',
    'downtimes',
    'schema_migrations',
    'paused_lanes',
    'bill_imports',
    'posting_exports',
    'mandate_exports',
    'reconciliation_runs',
  ],
  ...['sandbox_state', 'sandbox_faults', 'sandbox_messages', 'sandbox_seeded_accounts', 'sandbox_charges'],
  'sandbox_biller_mode',
]);

/** Statements that may scan a whole table, by prefix, and the reason. */
const allowed: readonly { readonly begins: string; readonly since: string }[] = [
  { begins: 'update "jobs" set "claimed_until" = $1 where', since: 'an embedded store does so when it is opened' },
  { begins: 'delete from bills where not exists', since: 'a whole file of bills replaces them all' },
  {
    begins: '\n    select line.account, entry.currency,\n      coalesce(',
    since: 'a balance is the sum of all entries before a time',
  },
  { begins: 'with recorded as (', since: 'the journal is compared with everything that is recorded' },
  { begins: '\n    select line.account, entry.currency', since: 'a trial balance sums up the whole journal' },
  {
    begins: 'select * from "orders" where ("refid" = $1 or "payment_id" = $2 or',
    since: 'the sandbox’s console searches its payments for a part of a text',
  },
  {
    begins: 'select * from "orders" where ("account_number" = $1 or "bill_account" = $2 or "refid" in',
    since: 'the sandbox’s console searches its payments by an account, that of several too',
  },
  {
    begins: 'select * from "orders" where exists (select "id" from "attempts"',
    since: 'the sandbox’s console lists its newest payments by one method',
  },
  {
    begins: 'select * from "webhooks" where "event" = $1 order by "id" desc limit',
    since: 'the sandbox’s console lists its newest webhooks of one event',
  },
  {
    begins: 'select * from "webhooks" where "delivered_at" is not null order by "id" desc limit',
    since: 'the sandbox’s console lists its newest delivered webhooks',
  },
  {
    begins: 'select * from "webhooks" where ("body" ilike $1 or "url" ilike $2) order by',
    since: 'the sandbox’s console searches its webhooks for a part of a text',
  },
  { begins: 'update "idempotency_keys" set "claimed_until" = $1 where', since: 'an embedded store, likewise' },
];

/**
 * Statements for all rows, or the latest ones, such as the operator's lists and the sandbox's ledger, have no condition and are not
 * checked.
 */
const filtersRows = /^\s*(?:select|insert|update|delete|with)\b.*\bwhere\b/is;

const planning = 'planned_statement';

const planSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
type Plan = z.infer<typeof planSchema>;
const explainedSchema = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) })]);

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** The table and first column of each index, by name; every table has at least one index. */
type Indexes = ReadonlyMap<string, { readonly table: string; readonly column: string }>;

async function listIndexes(db: Kysely<Tables>): Promise<Indexes> {
  const { rows } = await sql<{ name: string; table: string; column: string }>`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, a.attname as column
    from pg_index i
      join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]`.execute(db);
  return new Map(rows.map(({ name, ...index }) => [name, index]));
}

/** Whether a plan node scans a whole table, or a whole index because the condition does not include its first column. */
function isFullScan(node: Plan, indexes: Indexes): boolean {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Name': name, 'Index Cond': condition = '' } = node;
  const index = name === undefined ? undefined : indexes.get(name);
  if (index !== undefined) return !smallTables.has(index.table) && !new RegExp(`\\b${index.column}\\b`).test(condition);
  // Other tables are the server's catalogue.
  const isOurs = [...indexes.values()].some((one) => one.table === table);
  return type === 'Seq Scan' && isOurs && !smallTables.has(table);
}

/**
 * Plans statements independently of table size and parameter values, and returns those that scan a whole table to find some of its rows.
 */
export async function listScans(db: Kysely<Tables>, statements: Iterable<string>): Promise<readonly string[]> {
  const indexes = await listIndexes(db);
  return db.connection().execute(async (connection) => {
    const run = async (text: string) => (await sql.raw(text).execute(connection)).rows;
    const found: string[] = [];
    try {
      await run('set enable_seqscan = off');
      await run('set plan_cache_mode = force_generic_plan');
      for (const statement of statements) {
        if (!filtersRows.test(statement) || allowed.some(({ begins }) => statement.startsWith(begins))) continue;
        await run(`prepare ${planning} as ${statement}`);
        const parameters = new Set(statement.match(/\$\d+/g));
        const given = parameters.size === 0 ? '' : `(${[...parameters].map(() => 'null').join(', ')})`;
        const [explained] = explainedSchema.parse(await run(`explain (format json) execute ${planning}${given}`));
        await run(`deallocate ${planning}`);
        for (const node of nodesOf(explained['QUERY PLAN'][0].Plan)) {
          if (isFullScan(node, indexes)) found.push(`${node['Relation Name'] ?? node['Index Name']}: ${statement}`);
        }
      }
    } finally {
      // Other tests may use the store, with its own prepared statements.
      if ((await run(`select from pg_prepared_statements where name = '${planning}'`)).length > 0) {
        await run(`deallocate ${planning}`);
      }
      await run('reset enable_seqscan');
      await run('reset plan_cache_mode');
    }
    return found;
  });
}

/** Records every statement that this test file sends to PostgreSQL from now on. */
export function recordStatements(): ReadonlySet<string> {
  const sent = new Set<string>();
  Client.prototype.query = new Proxy(Client.prototype.query, {
    apply(target, self, parameters: readonly unknown[]) {
      const [asked] = parameters;
      const text: unknown = typeof asked === 'object' && asked !== null ? Reflect.get(asked, 'text') : asked;
      if (typeof text === 'string') sent.add(text);
      return Reflect.apply(target, self, parameters);
    },
  });
  return sent;
}

/** Statements that a test of this process has planned already; `jest-environment.cjs` keeps the set. */
const planned = Reflect.get(globalThis, 'plannedStatements') as Set<string>;

/** Plans each recorded statement once. Throws an Error that lists those that scan a whole table. */
export async function checkStatementPlans(db: Kysely<Tables>, sent: ReadonlySet<string>): Promise<void> {
  const fresh = [...sent].filter((statement) => !planned.has(statement));
  const scans = await listScans(db, fresh);
  for (const statement of fresh) planned.add(statement);
  if (scans.length > 0) throw new Error(['Without an index:', ...scans].join('\n'));
}
