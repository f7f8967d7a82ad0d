import { sql } from 'kysely';
import { calls } from '@/lib/contract/calls';
import { createPayment, fpxRequest, freshAccount, statusOf, succeed, type TestBackend } from '../test-backend.fixture';

/** What a payer types and sends, which no other test data contain. */
export const payer = {
  email: 'nurul.canary@example.com',
  phoneNumber: '60198765432',
  address: '203.0.113.77',
  visitId: 'visit-of-the-canary-00001',
} as const;

/** Begins a payment of the payer's at the bank. */
export async function beginAsPayer(backend: TestBackend, accountNumber = freshAccount()) {
  const refid = await createPayment(backend, accountNumber);
  const request = fpxRequest(refid);
  await succeed(backend, calls['payment.init'], {
    ...request,
    visitId: payer.visitId,
    payerAddress: payer.address,
    paymentRequest: { ...request.paymentRequest, userEmailAddress: payer.email, phoneNumber: payer.phoneNumber },
  });
  return { refid, accountNumber, number: backend.fpx.begun.at(-1)?.order.number ?? '' };
}

/** Makes a payment of the payer's, which the biller accepts. */
export async function payAsPayer(backend: TestBackend, accountNumber = freshAccount()) {
  const begun = await beginAsPayer(backend, accountNumber);
  backend.fpx.setStatus(begun.number, 'successful');
  const status = await statusOf(backend, begun.refid, payer.visitId);
  if (status !== 'successful') throw new Error(`a payment that its bank confirms is ${status}`);
  await backend.jobs.runDue();
  return begun;
}

/** Tables with copies of what is sent: the mailbox of a tester, and responses that are stored for 48 hours. */
const copies = new Set(['sandbox_messages', 'idempotency_keys']);

/** Returns the columns, as `table.column`, in which one of some texts is stored. */
export async function findTexts({ store: { db } }: TestBackend, texts: readonly string[]): Promise<readonly string[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'json', 'jsonb')`.execute(db);
  const found: string[] = [];
  for (const { table, column } of rows.filter((row) => !copies.has(row.table))) {
    const { rows: values } = await sql<{ value: string }>`
      select ${sql.ref(column)}::text as value from ${sql.table(table)}`.execute(db);
    const has = values.some(({ value }) => value !== null && texts.some((text) => value.includes(text)));
    if (has) found.push(`${table}.${column}`);
  }
  return found.toSorted();
}
