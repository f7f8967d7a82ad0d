import type { MandateAnswer, MandateCalls } from '../../backend/billers/biller';
import type { Db } from '../../backend/db/database';
import type { SandboxBillerMandatesTable } from '../../backend/db/tables';
import { scenarioOfAccount } from '../scenarios/accounts';

/** The mandates of the sandbox's biller. */
export function createBillerMandates(db: Db) {
  async function find(reference: string): Promise<SandboxBillerMandatesTable | undefined> {
    return db.selectFrom('sandbox_biller_mandates').selectAll().where('reference', '=', reference).executeTakeFirst();
  }

  /** Records a request once: a repeated one has the answer of the first. */
  async function record(request: SandboxBillerMandatesTable, reason: string): Promise<MandateAnswer> {
    await db
      .insertInto('sandbox_biller_mandates')
      .values(request)
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .execute();
    const recorded = await find(request.reference);
    // A reset may have emptied the store meanwhile.
    if (recorded === undefined) return { status: 'unreachable' };
    return recorded.status === 'accepted' ? { status: 'accepted' } : { status: 'refused', reason };
  }

  const calls: MandateCalls = {
    async createMandate({ reference, accountNumber, registeredAt }) {
      const isClosed = scenarioOfAccount(accountNumber).posting === 'refused';
      const status = isClosed ? 'refused' : 'accepted';
      return record(
        { reference, account_number: accountNumber, cancels: null, status, at: registeredAt },
        'account closed',
      );
    },
    async cancelMandate({ reference, mandate, accountNumber, cancelledAt }) {
      const status = (await find(mandate))?.status === 'accepted' ? 'accepted' : 'refused';
      return record(
        { reference, account_number: accountNumber, cancels: mandate, status, at: cancelledAt },
        'unknown mandate',
      );
    },
  };

  return {
    calls,
    /** Whether an account has a mandate that is not cancelled. */
    async isInForce(accountNumber: string): Promise<boolean> {
      const accepted = await db
        .selectFrom('sandbox_biller_mandates')
        .select(['reference', 'cancels'])
        .where('account_number', '=', accountNumber)
        .where('status', '=', 'accepted')
        .execute();
      const cancelled = new Set(accepted.map(({ cancels }) => cancels));
      return accepted.some(({ reference, cancels }) => cancels === null && !cancelled.has(reference));
    },
  };
}
