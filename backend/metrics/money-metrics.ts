import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import { listOldestCharges } from '../auto-debit/charges/list';
import type { Db } from '../db/database';
import { findJournalErrors } from '../ledger/journal-check';
import type { Services } from '../services';

/** The states of a refund that has not ended, or that failed and no person has looked at. */
const waitingStates = ['requested', 'approved', 'sent', 'manual', 'failed'] as const;

/** Since when the oldest refund of each state is in it. */
async function listOldestRefunds(db: Db): Promise<readonly { readonly state: string; readonly since: Date }[]> {
  return db
    .selectFrom('refunds')
    .select([
      'state',
      sql<Date>`min(case state when 'requested' then requested_at when 'sent' then sent_at when 'failed' then ended_at
        else decided_at end)`.as('since'),
    ])
    .where('state', 'in', [...waitingStates])
    .where((row) => row.or([row('state', '<>', 'failed'), row('ended_by', 'is', null)]))
    .groupBy('state')
    .execute();
}

/** The first deadline of the chargebacks that nobody has answered; null if there is none. */
async function findNextDeadline(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('chargebacks')
    .select('respond_by')
    .where('state', '=', 'open')
    .where('evidence', 'is', null)
    .where('respond_by', 'is not', null)
    .orderBy('respond_by')
    .limit(1)
    .executeTakeFirst();
  return row?.respond_by ?? null;
}

/** Adds the metrics of refunds, chargebacks, charges of auto debit and the journal. They are of the whole database, and the same from each backend. */
export function addMoneyMetrics({ db, clock }: Services, registry: Registry) {
  const registers = [registry];
  const secondsSince = (time: Date) => (clock.now().getTime() - time.getTime()) / 1000;
  new Gauge({
    name: 'ebill_backend_refund_oldest_seconds',
    help: 'How long the oldest refund that has not ended is in its state, by state; npm run ops -- refund list',
    labelNames: ['state'],
    registers,
    async collect() {
      const oldest = await listOldestRefunds(db);
      this.reset();
      for (const state of waitingStates) this.set({ state }, 0);
      for (const { state, since } of oldest) this.set({ state }, secondsSince(since));
    },
  });
  new Gauge({
    name: 'ebill_backend_chargeback_deadline_seconds',
    help: 'Time until the first deadline of an unanswered chargeback, negative once it is over; absent without one',
    registers,
    async collect() {
      const deadline = await findNextDeadline(db);
      // Without labels a reset sets 0.
      this.remove();
      if (deadline !== null) this.set(0 - secondsSince(deadline));
    },
  });
  const charges = ['announced', 'charging', 'declined'] as const;
  new Gauge({
    name: 'ebill_backend_auto_debit_charges',
    help: 'Charges of auto debit that have not ended, by state; npm run ops -- charges list',
    labelNames: ['state'],
    registers,
    async collect() {
      const oldest = await listOldestCharges(db);
      this.reset();
      for (const state of charges) this.set({ state }, 0);
      for (const { state, count } of oldest) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'ebill_backend_auto_debit_charge_oldest_seconds',
    help: 'How long the oldest charge of auto debit that has not ended is in its state, by state',
    labelNames: ['state'],
    registers,
    async collect() {
      const oldest = await listOldestCharges(db);
      this.reset();
      for (const state of charges) this.set({ state }, 0);
      for (const { state, since } of oldest) this.set({ state }, secondsSince(since));
    },
  });
  const journalErrors = new Gauge({
    name: 'ebill_backend_journal_errors',
    help: 'Errors that the last comparison of the journal with the records has found; npm run ops -- ledger check',
    registers,
  });
  journalErrors.remove();
  return {
    /** Compares the journal with what it records, which reads all of it, for the next scrapes. */
    async checkJournal(): Promise<void> {
      journalErrors.set((await findJournalErrors(db)).length);
    },
  };
}
