import type { Db } from '../../../backend/db/database';
import { hasRefundEnded } from '@/lib/domain/payment/refund-states';
import type { SimulatedSystem } from '../system/system';

function sum(rows: readonly { readonly amount: number }[]): number {
  return rows.reduce((total, { amount }) => total + amount, 0);
}

/** Sums up what the biller has of a posting: its payment less what was taken back. */
async function sumAtBiller(db: Db, posting: string): Promise<number> {
  const rows = await db
    .selectFrom('sandbox_biller_postings')
    .select('amount')
    .where((row) => row.or([row('reference', '=', posting), row('reverses', '=', posting)]))
    .execute();
  return sum(rows);
}

/**
 * Checks the invariants of refunds at the end of a run: every refund has ended, a bank has made each that is called succeeded and no other, no
 * more is returned than was paid, and the biller has what is left. Returns the violations.
 */
export async function findRefundViolations({ db, bank, figures }: SimulatedSystem): Promise<readonly string[]> {
  const broken: string[] = [];
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) broken.push(what);
  };
  const refunds = await db.selectFrom('refunds').selectAll().orderBy('id').execute();
  const attempts = await db.selectFrom('attempts').select(['id', 'number', 'amount']).execute();
  const chargebacks = await db.selectFrom('chargebacks').select('state').execute();
  const made = refunds.filter(({ state }) => state === 'succeeded');
  const isInFull = ({ attempt_id: id, amount }: (typeof refunds)[number]) =>
    attempts.some((attempt) => attempt.id === id && attempt.amount === amount);
  figures.count('refunds', refunds.length);
  figures.count('refunds in full', made.filter(isInFull).length);
  figures.count('refunds in part', made.filter((refund) => !isInFull(refund)).length);
  figures.count('refunds by bank transfer', made.filter(({ sent_at }) => sent_at === null).length);
  const decided = refunds.filter(({ decided_by: by, requested_by: requester }) => by !== null && by !== requester);
  figures.count('refunds approved by a second person', decided.filter(({ state }) => state === 'succeeded').length);
  figures.count('chargebacks', chargebacks.length);
  for (const outcome of ['won', 'lost'] as const)
    figures.count(`chargebacks ${outcome}`, chargebacks.filter(({ state }) => state === outcome).length);
  for (const { state } of refunds) expect(hasRefundEnded(state), `a refund is ${state} after 12 days`);

  for (const attempt of attempts) {
    const returned = refunds.filter(({ attempt_id, state }) => attempt_id === attempt.id && state === 'succeeded');
    const byBank = returned.filter(({ sent_at }) => sent_at !== null);
    const atBank = bank.listRefunds(attempt.number);
    expect(
      atBank.length === byBank.length && sum(atBank) === sum(byBank),
      `a bank has made ${atBank.length} refunds of a payment, of ${sum(atBank)} sen, and we know of ${byBank.length}, of ${sum(byBank)}`,
    );
    expect(sum(returned) <= attempt.amount, `${sum(returned)} sen were returned of ${attempt.amount}`);
  }

  const credited = await db
    .selectFrom('credits')
    .leftJoin('postings', 'postings.credit_id', 'credits.id')
    .select(['credits.id', 'credits.amount', 'postings.reference'])
    .execute();
  for (const { id, amount, reference } of credited) {
    if (reference === null) continue;
    const returned = refunds.filter(({ credit_id, state }) => credit_id === id && state === 'succeeded');
    const left = amount - sum(returned);
    const had = await sumAtBiller(db, reference);
    expect(had === left, `the biller has ${had} sen of a payment of which ${left} are left`);
  }
  return broken;
}
