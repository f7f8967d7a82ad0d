import { sql } from 'kysely';
import { gatewayAccount } from '../../../backend/ledger/accounts';
import type { Db } from '../../../backend/db/database';
import { OperatorError } from '../../../cli/operator-client';
import type { ExpectedDifference } from '../system/settlement-files';
import { differenceOf } from './figures';
import type { SimulatedSystem } from '../system/system';

const toText = ({ kind, reference }: ExpectedDifference) => `${kind} ${reference}`;
const toTexts = (differences: readonly ExpectedDifference[]) => differences.map(toText).toSorted().join(', ') || 'none';

/** The differences that are open after all files were reconciled: errors of the files, and settled money that nobody has decided about. */
async function listExpected({ db, operators }: SimulatedSystem): Promise<readonly ExpectedDifference[]> {
  const errors = operators.files.listErrors();
  const unsettled = errors.filter(({ kind }) => ['missing-there', 'amount-differs', 'currency'].includes(kind));
  const held = await db
    .selectFrom('reviews')
    .leftJoin('review_closings', (join) => join.on('review_closings.entry', '=', sql<string>`'money-' || reviews.id`))
    .select('gateway_reference as reference')
    .where('review_closings.entry', 'is', null)
    .execute();
  return [
    ...errors,
    ...held
      .filter(({ reference }) => !unsettled.some((one) => one.reference === reference))
      .map(({ reference }) => ({ kind: 'held-for-review' as const, reference })),
  ];
}

async function listOpen(db: Db): Promise<readonly ExpectedDifference[]> {
  return db
    .selectFrom('reconciliation_differences')
    .select(['kind', 'reference'])
    .where('closed_at', 'is', null)
    .execute();
}

/** The sums of the settlements in the journal, by account; sen. */
async function sumSettlements(db: Db): Promise<ReadonlyMap<string, number>> {
  const lines = await db
    .selectFrom('journal_entries')
    .innerJoin('journal_lines', 'journal_lines.entry_id', 'journal_entries.id')
    .select(['account', 'amount'])
    .where('kind', '=', 'settlement')
    .execute();
  const sums = new Map<string, number>();
  for (const { account, amount } of lines) sums.set(account, (sums.get(account) ?? 0) + amount);
  return sums;
}

/**
 * Reconciles the settlement files of all days at the end of a run, and checks the invariants: the open differences are the expected ones, each line
 * is settled once, a file that is reconciled again changes nothing, and the daily closes balance. Returns the violations.
 */
export async function findReconciliationViolations(system: SimulatedSystem): Promise<readonly string[]> {
  try {
    return await reconcileAndCheck(system);
  } catch (error) {
    if (error instanceof OperatorError) return [`a settlement file cannot be reconciled: ${error.message}`];
    throw error;
  }
}

async function reconcileAndCheck(system: SimulatedSystem): Promise<readonly string[]> {
  const { db, operators, figures } = system;
  const broken: string[] = [];
  const expect = (isTrue: boolean, what: string) => {
    if (!isTrue) broken.push(what);
  };
  const earlier = await db.selectFrom('reconciliation_runs').select('result').execute();
  figures.count('settlement files reconciled', earlier.filter(({ result }) => result !== null).length);

  const days = await operators.files.listDays();
  const first = await operators.reconcileAll(days);
  const expected = toTexts(await listExpected(system));
  const open = await listOpen(db);
  expect(toTexts(open) === expected, `the open differences are ${toTexts(open)}; expected: ${expected}`);
  for (const { kind } of open) figures.count(differenceOf(kind));

  const settlements = await sumSettlements(db);
  const { gross, fee } = await operators.files.addUpSettled(days);
  const paid = [...gross.values()].reduce((sum, amount) => sum + amount, 0);
  const expectSum = (account: string, sum: number) => {
    const booked = settlements.get(account) ?? 0;
    expect(booked === sum, `the settlements of ${account} sum to ${booked} sen, and the files to ${sum}`);
  };
  expectSum('bank', paid - fee);
  expectSum('fees', fee);
  for (const [gateway, sum] of gross) if (gateway !== '') expectSum(gatewayAccount(gateway), 0 - sum);

  const again = await operators.reconcileAll(days);
  again.forEach(({ bookings, resolved, differences }, index) => {
    const day = days[index];
    expect(bookings.length === 0, `the file of ${day} is settled again`);
    expect(resolved === 0, `the file of ${day} resolves ${resolved} differences when it is reconciled again`);
    const isSame = JSON.stringify(differences) === JSON.stringify(first[index]?.differences);
    expect(isSame, `the file of ${day} has other differences when it is reconciled again`);
  });
  expect(toTexts(await listOpen(db)) === expected, 'other differences are open after the files are reconciled again');
  for (const day of days) broken.push(...(await operators.findCloseErrors(day)));
  return broken;
}
