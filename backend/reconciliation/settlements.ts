import { sql } from 'kysely';
import type { Trx } from '../db/database';
import { gatewayAccount } from '../ledger/accounts';
import { writeJournal, type JournalEntry, type JournalLine } from '../ledger/journal';
import type { ComparedMovement, SettledItem } from './compare';
import { addUp, type Sums } from './model';

/** Rows of one statement: PostgreSQL takes at most 65,535 parameters. */
const pageSize = 2_000;

/** Lists what is settled of a settlement. */
export async function listSettledItems(trx: Trx, settlement: number): Promise<readonly SettledItem[]> {
  return trx
    .selectFrom('settled_items')
    .select(['item', 'line', 'gateway', 'gross', 'fee'])
    .where('settlement_id', '=', settlement)
    .where('gone_run_id', 'is', null)
    .execute();
}

/** Finds movements that another settlement has settled, and the run that did. */
export async function listSettledElsewhere(
  trx: Trx,
  settlement: number,
  movements: readonly ComparedMovement[],
): Promise<ReadonlyMap<string, number>> {
  const runs = new Map<string, number>();
  for (let start = 0; start < movements.length; start += pageSize) {
    const items = movements.slice(start, start + pageSize).map(({ item }) => item);
    const rows = await trx
      .selectFrom('settled_items')
      .select(['item', 'run_id', 'settlement_id'])
      .where('item', '=', sql<string>`any(${items}::text[])`)
      .where('gone_run_id', 'is', null)
      .execute();
    for (const row of rows) if (row.settlement_id !== settlement) runs.set(row.item, row.run_id);
  }
  return runs;
}

interface Settling {
  readonly run: number;
  readonly settlement: number;
  /** What the run has found to be settled. */
  readonly items: readonly SettledItem[];
  /** What earlier runs of the settlement have settled, and what of it is no longer, or with other amounts. */
  readonly before: readonly SettledItem[];
  readonly gone: readonly SettledItem[];
}

/**
 * The journal entry of a settlement: the payout to the bank, the gateway's fees, and both out of the gateway's clearing account. `source` is the run
 * and gateway: that nothing is settled twice is assured by `settled_items`, whose items the entry adds up.
 */
function settlementEntry(run: number, gateway: string, { gross, fee, net }: Sums, at: Date): JournalEntry {
  const lines: readonly JournalLine[] = [
    { account: 'bank', amount: net },
    { account: 'fees', amount: fee },
    ...(gateway === '' ? [] : [{ account: gatewayAccount(gateway), amount: 0 - gross }]),
  ];
  return {
    kind: 'settlement',
    source: `run ${run} ${gateway}`.trim(),
    refid: null,
    at,
    lines: lines.filter(({ amount }) => amount !== 0),
  };
}

/**
 * Settles what a run has found beyond the earlier runs of its settlement, and takes back what is gone: one journal entry for each gateway, of the
 * change. Returns what
 * it has written; `recorded-lines.ts` compares it with the items.
 */
export async function bookSettlement(
  trx: Trx,
  { run, settlement, items, before, gone }: Settling,
  at: Date,
): Promise<readonly ({ readonly gateway: string } & Sums)[]> {
  const goneItems = new Set(gone.map(({ item }) => item));
  const kept = new Set(before.flatMap(({ item }) => (goneItems.has(item) ? [] : [item])));
  const added = items.filter(({ item }) => !kept.has(item));
  for (let start = 0; start < gone.length; start += pageSize) {
    const page = gone.slice(start, start + pageSize).map(({ item }) => item);
    await trx
      .updateTable('settled_items')
      .set({ gone_run_id: run, gone_at: at })
      .where('item', '=', sql<string>`any(${page}::text[])`)
      .where('gone_run_id', 'is', null)
      .execute();
  }
  for (let start = 0; start < added.length; start += pageSize) {
    const page = added.slice(start, start + pageSize);
    await trx
      .insertInto('settled_items')
      .values(page.map((item) => ({ ...item, run_id: run, settlement_id: settlement, settled_at: at })))
      .execute();
  }
  const changes = [...added, ...gone.map((item) => ({ ...item, gross: 0 - item.gross, fee: 0 - item.fee }))];
  const bookings = [...new Set(changes.map(({ gateway }) => gateway))]
    .toSorted()
    .map((gateway) => ({ gateway, ...addUp(changes.filter((change) => change.gateway === gateway)) }))
    .filter(({ gross, fee }) => gross !== 0 || fee !== 0);
  if (bookings.length === 0) return [];
  await writeJournal(
    trx,
    bookings.map(({ gateway, ...sums }) => settlementEntry(run, gateway, sums, at)),
  );
  return bookings;
}
