import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { accountNumberSchema, instantSchema } from '@/lib/contract/primitives';
import { findColumnError } from '../billers/stored/bill-line';
import {
  addLines,
  applyImport,
  beginImport,
  discardImport,
  removeImportedLines,
  type ImportRefusal,
} from '../billers/stored/bill-imports';
import { listImports, listStoredBills } from '../billers/stored/bill-list';
import { recordAction } from '../operators/actions';
import type { Services } from '../services';

/** Bytes of one part of a file. */
const bodyLimit = 4 * 1024 * 1024;

const columnsSchema = z.array(z.string().max(100)).max(50);
const beginSchema = z.object({ asOf: instantSchema, isWhole: z.boolean(), columns: columnsSchema });
const importParameter = z.object({ id: z.coerce.number<string>().int().min(1) });
const partSchema = z.object({
  columns: columnsSchema,
  lines: z.array(z.object({ line: z.int().min(1), cells: z.array(z.string().max(10_000)).max(50) })).max(5_000),
});
const applySchema = z.object({ lines: z.int().min(0) });
const accountsSchema = z.object({ accountNumbers: z.array(accountNumberSchema).min(1).max(100) });

const refusals = {
  'unknown-import': 'there is no such import, or it is applied already',
  'no-lines': 'the file has no bills',
  'lines-missing': 'the database has lost lines of the file: import it again',
  'older-than-stored': 'bills of a later time are stored already',
} as const satisfies Record<ImportRefusal, string>;

/** Adds the operator's routes for bills of the connector `stored`: see docs/operate.md. */
export function addBillRoutes(app: FastifyInstance, { db, clock }: Services): void {
  app.get('/operator/bills', async () => listImports(db));

  app.post('/operator/bills/find', async (request) =>
    listStoredBills(db, accountsSchema.parse(request.body).accountNumbers),
  );

  app.post('/operator/bills/imports', async (request, reply) => {
    const { asOf, isWhole, columns } = beginSchema.parse(request.body);
    const error = findColumnError(columns);
    if (error !== null) return reply.code(400).send({ error });
    if (new Date(asOf) > clock.now()) return reply.code(400).send({ error: 'the time of the file has not come yet' });
    await removeImportedLines(db, clock.now());
    return { id: await beginImport(db, { asOf: new Date(asOf), isWhole }, clock.now()) };
  });

  // Its lines are checked one by one, and what is wrong is told by line.
  app.post('/operator/bills/imports/:id/lines', { bodyLimit, config: { checksText: true } }, async (request, reply) => {
    const { id } = importParameter.parse(request.params);
    const { columns, lines } = partSchema.parse(request.body);
    const error = findColumnError(columns);
    if (error !== null) return reply.code(400).send({ error });
    return { errors: await addLines(db, id, columns, lines) };
  });

  app.post('/operator/bills/imports/:id/apply', async (request, reply) => {
    const { id } = importParameter.parse(request.params);
    const applied = await applyImport(db, id, applySchema.parse(request.body).lines, clock.now());
    if (!applied.ok) return reply.code(409).send({ error: refusals[applied.error] });
    const { operator } = request;
    await recordAction(db, { operator, action: 'bills-imported', subject: String(id), reason: null, at: clock.now() });
    return applied.value;
  });

  app.delete('/operator/bills/imports/:id', async (request) => {
    const { id } = importParameter.parse(request.params);
    await discardImport(db, id);
    await removeImportedLines(db, clock.now());
    return { discarded: id };
  });
}
