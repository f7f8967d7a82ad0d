import { sql } from 'kysely';
import { failure, success, type Result } from '@/lib/domain/result';
import { addMilliseconds, dayMs } from '../clock';
import { inTransaction, type Db, type Trx } from '../db/database';
import { findGateway } from '../gateways-in-use';
import { listGatewayMovements } from '../ledger/gateway-movements';
import { recordAction } from '../operators/actions';
import type { Operator } from '../operators/model';
import { currency } from '../payments/reports';
import type { Services } from '../services';
import { compareSettlement, type ComparedMovement } from './compare';
import { listOpenDifferences, resolveGone, writeDifferences } from './differences';
import {
  addUp,
  countKinds,
  differenceKinds,
  settlementLineKinds,
  type FeeRates,
  type ReferenceOwner,
  type RunResult,
  type SettlementLine,
} from './model';
import { bookSettlement, listSettledElsewhere, listSettledItems } from './settlements';

/** A settlement file whose lines follow. */
export interface RunStart {
  readonly profile: string;
  readonly fileName: string;
  /** SHA-256 of the file, hexadecimal. */
  readonly digest: string;
  /** The gateways whose payments the file has. */
  readonly gateways: readonly string[];
  readonly referenceOf: ReferenceOwner;
  readonly feeRates: FeeRates;
  /** The period whose payments are expected in the file: from (inclusive) and until (exclusive). */
  readonly from: Date;
  readonly until: Date;
  /** The part of the period that the file settles, where there are several files of one period; else ''. */
  readonly batch: string;
  /** Footers and lines that the profile ignores. */
  readonly ignoredLines: number;
}

/** A run whose lines have not all arrived in this time is deleted: its command was interrupted. */
const abandonedAfterMs = dayMs;

/** References of one statement. */
const pageSize = 2_000;

/** Whether a gateway is configured, or has booked payments. */
async function isKnown({ db, gateways }: Services, name: string): Promise<boolean> {
  if (findGateway(gateways, name) !== null) return true;
  const row = await db
    .selectFrom('credits')
    .select('id')
    .where('gateway', '=', name)
    .unionAll(db.selectFrom('reviews').select('id').where('gateway', '=', name))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Begins a run and returns its number. It has no effect until it is complete. `unknown-gateways`: none of the gateways is used here, so a misspelt
 * name would report every payment as missing; a deployment need not use all rails of a service.
 */
export async function beginRun(
  services: Services,
  start: RunStart,
  by: Operator,
): Promise<Result<number, 'unknown-gateways'>> {
  const known = await Promise.all(start.gateways.map((gateway) => isKnown(services, gateway)));
  if (!known.includes(true)) return failure('unknown-gateways');
  const { db, clock } = services;
  const now = clock.now();
  await db
    .deleteFrom('reconciliation_runs')
    .where('completed_at', 'is', null)
    .where('started_at', '<', addMilliseconds(now, -abandonedAfterMs))
    .execute();
  const { id } = await db
    .insertInto('reconciliation_runs')
    .values({
      profile: start.profile,
      file_name: start.fileName,
      digest: start.digest,
      gateways: sql<string[]>`${[...new Set(start.gateways)].toSorted()}::text[]`,
      reference_of: start.referenceOf,
      fee_rates: JSON.stringify(start.feeRates),
      period_from: start.from,
      period_until: start.until,
      batch: start.batch,
      ignored_lines: start.ignoredLines,
      run_by: by.name,
      started_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return success(id);
}

type LinesError = 'unknown-run' | 'complete';

/** Stores lines of a run; a line that is stored already is left as it is, so that a part can be sent again. */
export async function addLines(
  db: Db,
  run: number,
  lines: readonly SettlementLine[],
): Promise<Result<null, LinesError>> {
  return inTransaction(db, async (trx) => {
    const row = await trx
      .selectFrom('reconciliation_runs')
      .select('completed_at')
      .where('id', '=', run)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return failure('unknown-run');
    if (row.completed_at !== null) return failure('complete');
    if (lines.length > 0) {
      await trx
        .insertInto('reconciliation_lines')
        .values(lines.map((line) => ({ ...line, run_id: run })))
        .onConflict((conflict) => conflict.columns(['run_id', 'line']).doNothing())
        .execute();
    }
    return success(null);
  });
}

function findRun(trx: Trx, id: number) {
  return trx.selectFrom('reconciliation_runs').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

type Run = NonNullable<Awaited<ReturnType<typeof findRun>>>;

/** Whether two files settle the same payments, as far as their period tells. */
function isSamePeriod(one: Run, other: Run): boolean {
  const isSameTime =
    one.period_from.getTime() === other.period_from.getTime() &&
    one.period_until.getTime() === other.period_until.getTime();
  return isSameTime && one.gateways.join(' ') === other.gateways.join(' ');
}

/** Finds the latest complete run of the same settlement: of the same file, or else of the same gateways and period; each of the same batch. */
async function findEarlierRun(trx: Trx, run: Run): Promise<Run | null> {
  const runs = await trx
    .selectFrom('reconciliation_runs')
    .selectAll()
    .where('completed_at', 'is not', null)
    .where('batch', '=', run.batch)
    .where((row) =>
      row.or([
        row('digest', '=', run.digest),
        row('period_from', '=', run.period_from).and('period_until', '=', run.period_until),
      ]),
    )
    .orderBy('id', 'desc')
    .execute();
  return runs.find(({ digest }) => digest === run.digest) ?? runs.find((other) => isSamePeriod(run, other)) ?? null;
}

async function readLines(trx: Trx, run: number): Promise<readonly SettlementLine[]> {
  return trx
    .selectFrom('reconciliation_lines')
    .select(['line', 'kind', 'type', 'gateway', 'reference', 'currency', 'gross', 'fee'])
    .where('run_id', '=', run)
    .orderBy('line')
    .execute();
}

/** Reads the movements of a run's period, and those of other days that its lines name. */
async function readMovements(
  trx: Trx,
  run: Run,
  lines: readonly SettlementLine[],
): Promise<readonly ComparedMovement[]> {
  const movements: ComparedMovement[] = [];
  for (const gateway of run.gateways) {
    const ofPeriod = await listGatewayMovements(trx, gateway, { from: run.period_from, until: run.period_until });
    const read = new Set(ofPeriod.map(({ item }) => item));
    movements.push(...ofPeriod.map((movement) => ({ ...movement, isOfPeriod: true })));
    const ofLines = lines.filter((line) => line.gateway === gateway && line.reference !== '');
    const named = [...new Set(ofLines.map(({ reference }) => reference))];
    for (let start = 0; start < named.length; start += pageSize) {
      const page = named.slice(start, start + pageSize);
      const query = run.reference_of === 'gateway' ? { references: page } : { numbers: page };
      for (const movement of await listGatewayMovements(trx, gateway, query)) {
        if (read.has(movement.item)) continue;
        read.add(movement.item);
        movements.push({ ...movement, isOfPeriod: false });
      }
    }
  }
  return movements;
}

/** One run is completed at a time: each sees what the ones before have settled. The lock is the first run's row. */
async function lockRuns(trx: Trx): Promise<void> {
  await trx.selectFrom('reconciliation_runs').select('id').orderBy('id').limit(1).forUpdate().execute();
}

export type CompletionError =
  | { readonly code: 'unknown-run' }
  /** Fewer or more lines have arrived than the file has. */
  | { readonly code: 'lines-missing' }
  /** Lines that an earlier run of the settlement has settled are not in this file, or have other amounts. */
  | { readonly code: 'settled-lines-gone'; readonly run: number; readonly fileName: string; readonly count: number };

interface Completion {
  /** How many lines the file has. */
  readonly lines: number;
  /** Whether the file replaces the one of the same settlement before, also where that has lines that this one does not. */
  readonly replaces: boolean;
  readonly by: Operator;
}

/**
 * Completes a run: compares its lines with the ledger, writes the settlement to the journal, and stores the differences, in one SQL transaction.
 * A run that is complete is not changed: its result is returned again.
 */
export async function completeRun(
  services: Services,
  id: number,
  { lines: expected, replaces, by }: Completion,
): Promise<Result<RunResult, CompletionError>> {
  const now = services.clock.now();
  return inTransaction(services.db, async (trx) => {
    await lockRuns(trx);
    const run = await findRun(trx, id);
    if (run === undefined) return failure({ code: 'unknown-run' });
    if (run.result !== null) return success(run.result);
    const lines = await readLines(trx, id);
    if (lines.length !== expected) return failure({ code: 'lines-missing' });
    const earlier = await findEarlierRun(trx, run);
    const settlement = earlier?.settlement_id ?? id;
    const movements = await readMovements(trx, run, lines);
    const open = await listOpenDifferences(trx, run.gateways);
    const settledElsewhere = await listSettledElsewhere(trx, settlement, movements);
    const { items, differences, named } = compareSettlement({
      ...{ settlement, lines, owner: run.reference_of, feeRates: run.fee_rates, movements, settledElsewhere },
      explained: new Set(
        open.flatMap(({ item, settlement_id, line }) =>
          item !== null && line !== null && settlement_id !== settlement ? [item] : [],
        ),
      ),
    });
    const before = await listSettledItems(trx, settlement);
    const isKept = new Set(items.map(({ item, gross, fee }) => `${item} ${gross} ${fee}`));
    const gone = before.filter(({ item, gross, fee }) => !isKept.has(`${item} ${gross} ${fee}`));
    if (gone.length > 0 && earlier !== null && !replaces) {
      const { id: earlierRun, file_name: fileName } = earlier;
      return failure({ code: 'settled-lines-gone', run: earlierRun, fileName, count: gone.length });
    }
    // The differences refer to the settlement, which may be this run.
    const bookings = await bookSettlement(trx, { run: id, settlement, items, before, gone }, now);
    await writeDifferences(trx, { run: id, settlement }, differences, now);
    const resolved = await resolveGone(trx, open, { run, settlement, differences, named }, now);
    const ofRinggit = lines.filter((line) => line.currency === currency);
    const file = addUp(ofRinggit);
    const settled = addUp(items);
    const result: RunResult = {
      ...{ run: id, settlement, file, settled, bookings, resolved },
      lines: { ...countKinds(settlementLineKinds, lines), ignored: run.ignored_lines },
      unsettled: addUp([{ gross: file.gross - settled.gross, fee: file.fee - settled.fee }]),
      differences: countKinds(differenceKinds, differences),
    };
    await trx
      .updateTable('reconciliation_runs')
      .set({ settlement_id: settlement, completed_at: now, result: JSON.stringify(result) })
      .where('id', '=', id)
      .execute();
    const subject = `run ${id}`;
    await recordAction(trx, { operator: by, action: 'reconciled', subject, reason: run.file_name, at: now });
    return success(result);
  });
}

/** The latest runs that a list shows. */
const listedRuns = 100;

/** Lists the latest runs, also those whose lines are still arriving. */
export async function listRuns(db: Db) {
  const runs = await db.selectFrom('reconciliation_runs').selectAll().orderBy('id', 'desc').limit(listedRuns).execute();
  return runs.map((run) => ({
    run: run.id,
    settlement: run.settlement_id,
    profile: run.profile,
    file: run.file_name,
    digest: run.digest,
    gateways: run.gateways,
    from: run.period_from.toISOString(),
    until: run.period_until.toISOString(),
    batch: run.batch,
    by: run.run_by,
    startedAt: run.started_at.toISOString(),
    completedAt: run.completed_at?.toISOString() ?? null,
    result: run.result,
  }));
}
