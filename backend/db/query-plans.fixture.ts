import { sql, type Kysely } from 'kysely';
import { Client } from 'pg';
import { z } from 'zod';
import type { Tables } from './tables';

/*
 * What a statement costs must not grow with what is stored. Every statement that any test of the backend sends to a PostgreSQL is planned once
 * more, with the reading of whole tables made as dear as can be: where the planner does so all the same, there is no index for it.
 */

/** Tables that do not grow with the payments: what an operator or the sandbox's controls enter. */
const small: ReadonlySet<string> = new Set([
  ...['partners', 'partner_keys', 'stored_config', 'downtimes', 'schema_migrations'],
  ...['sandbox_state', 'sandbox_faults', 'sandbox_messages', 'sandbox_seeded_accounts', 'sandbox_charges'],
]);

/** What may read a whole table, by its beginning, and why. */
const allowed: readonly { readonly begins: string; readonly since: string }[] = [
  { begins: 'update "jobs" set "claimed_until" = $1 where', since: 'an embedded store does so when it is opened' },
  { begins: 'update "idempotency_keys" set "claimed_until" = $1 where', since: 'an embedded store, likewise' },
];

/** What asks for all rows, as the operator's listings and the sandbox's ledger do, has no condition to find them by. */
const looksForSome = /^\s*(?:select|insert|update|delete|with)\b.*\bwhere\b/is;

const planSchema = z.object({
  'Node Type': z.string(),
  'Relation Name': z.string().optional(),
  'Index Name': z.string().optional(),
  'Index Cond': z.string().optional(),
  Filter: z.string().optional(),
  get Plans() {
    return z.array(planSchema).optional();
  },
});
type Plan = z.infer<typeof planSchema>;
const explainedSchema = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: planSchema })]) })]);

function nodesOf(plan: Plan): readonly Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
}

/** True for a step that reads a whole table, or a whole index of it. */
function readsAll(node: Plan): boolean {
  const { 'Node Type': type, 'Relation Name': table = '', 'Index Cond': condition } = node;
  if (small.has(table)) return false;
  return type === 'Seq Scan' || (/^Index (Only )?Scan/.test(type) && condition === undefined);
}

/**
 * Plans statements as PostgreSQL would for a table of any size and parameters of any value, and gives those that read a whole table to find some of its
 * rows.
 */
export async function listScans(db: Kysely<Tables>, statements: Iterable<string>): Promise<readonly string[]> {
  return db.connection().execute(async (connection) => {
    const run = async (text: string) => (await sql.raw(text).execute(connection)).rows;
    await run('set enable_seqscan = off');
    await run('set plan_cache_mode = force_generic_plan');
    const found: string[] = [];
    for (const statement of statements) {
      if (!looksForSome.test(statement) || allowed.some(({ begins }) => statement.startsWith(begins))) continue;
      await run(`prepare looked_at as ${statement}`);
      const parameters = new Set(statement.match(/\$\d+/g));
      const given = parameters.size === 0 ? '' : `(${[...parameters].map(() => 'null').join(', ')})`;
      const [
        {
          'QUERY PLAN': [{ Plan: plan }],
        },
      ] = explainedSchema.parse(await run(`explain (format json) execute looked_at${given}`));
      await run('deallocate looked_at');
      for (const node of nodesOf(plan).filter(readsAll))
        found.push(`${node['Relation Name']} by ${node.Filter}: ${statement}`);
    }
    await run('reset enable_seqscan');
    await run('reset plan_cache_mode');
    return found;
  });
}

/** What has been planned by a test of this process, and need not be again; `jest-environment.cjs` keeps it. */
const planned = Reflect.get(globalThis, 'plannedStatements') as Set<string>;

/** Takes down every statement that goes to a PostgreSQL from now on. */
export function watchStatements(): { take(): readonly string[] } {
  const sent = new Set<string>();
  const { query } = Client.prototype;
  Client.prototype.query = new Proxy(query, {
    apply(target, self, parameters: readonly unknown[]) {
      const [text] = parameters;
      if (typeof text === 'string') sent.add(text);
      return Reflect.apply(target, self, parameters);
    },
  });
  return {
    take() {
      const fresh = [...sent].filter((statement) => !planned.has(statement));
      for (const statement of fresh) planned.add(statement);
      return fresh;
    },
  };
}
