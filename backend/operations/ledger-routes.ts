import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { instantSchema } from '@/lib/contract/primitives';
import { readStatement, readTrialBalance } from '../ledger/balances';
import { findJournalErrors } from '../ledger/journal-check';
import type { Services } from '../services';

const untilQuery = z.object({ until: instantSchema });
const statementQuery = z
  .object({
    account: z.string().min(1).max(100),
    from: instantSchema,
    until: instantSchema,
    afterAt: instantSchema.optional(),
    afterId: z.coerce.number<string>().int().min(0).optional(),
  })
  .refine(({ afterAt, afterId }) => (afterAt === undefined) === (afterId === undefined), {
    message: 'afterAt and afterId belong together',
  });

/** Adds the operator's routes that read the journal. */
export function addLedgerRoutes(app: FastifyInstance, { db }: Services): void {
  app.get('/operator/ledger/errors', async () => findJournalErrors(db));

  app.get('/operator/ledger/balances', async (request) => {
    const { until } = untilQuery.parse(request.query);
    return readTrialBalance(db, new Date(until));
  });

  app.get('/operator/ledger/statement', async (request) => {
    const { account, from, until, afterAt, afterId } = statementQuery.parse(request.query);
    const after = afterAt === undefined || afterId === undefined ? null : { at: new Date(afterAt), id: afterId };
    return readStatement(db, account, { from: new Date(from), until: new Date(until) }, after);
  });
}
