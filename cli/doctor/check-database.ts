import { Client } from 'pg';
import { migrations } from '../../backend/db/migrate';

const timeoutMs = 5_000;

/** Returns what is wrong with a schema that has these migrations; null if nothing is. */
export function validateSchema(applied: readonly string[]): string | null {
  const missing = migrations.filter(({ name }) => !applied.includes(name)).map(({ name }) => name);
  const unknown = applied.filter((name) => !migrations.some((migration) => migration.name === name));
  if (unknown.length > 0) return `it has been migrated by a newer release (${unknown.join(', ')}): run that release`;
  return missing.length > 0 ? `it lacks ${missing.join(', ')}: a start of this release's backend applies them` : null;
}

/** Checks a PostgreSQL and returns what is wrong with it; null if nothing is. The result never contains its URL, which has a password. */
export async function checkDatabase(databaseUrl: string): Promise<string | null> {
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select name from schema_migrations');
    return validateSchema(rows.map(({ name }) => name));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'timeout';
    // PostgreSQL: undefined_table.
    if (code === '42P01') return 'it is empty: a start of the backend creates its tables';
    return `it cannot be queried (${code}): check that it runs, and its address, user and password`;
  } finally {
    await client.end().catch(() => {});
  }
}
