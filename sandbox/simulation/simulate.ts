import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { generateCardDataKey } from '../../backend/cards/card-data-key';
import { findJournalErrors } from '../../backend/ledger/journal-check';
import { poolSettings } from '../../backend/db/database';
import { migrate } from '../../backend/db/migrate';
import type { Tables } from '../../backend/db/tables';
import { loadSandboxKeys } from '../keys';
import { resetStore } from '../controls/reset';
import { createDataEncryption } from '../../backend/data-encryption';
import { startBackendProcesses } from './processes/backend-processes';
import { openSimulatedBanks } from './system/banks';
import { createFigures, type Figures } from './runs/figures';
import { longTimeouts } from './processes/controlled-store';
import { findReconciliationViolations } from './runs/reconciliation-invariants';
import { findRefundViolations } from './runs/refund-invariants';
import { findViolations } from './runs/invariants';
import { runArbitrary, type Phase } from './runs/phases';
import { plantedFaults, type PlantedFaultName } from './planted-faults';
import type { SimulatedDeployment } from './processes/process-messages';
import { followPath, shrink } from './runs/shrinking';
import { createSimulatedSystem } from './system/system';

/** A seed whose run violates an invariant, with the shortest run that does. */
export interface Finding {
  readonly seed: number;
  /** The parts of the seed's run that are kept in the shortest one: replays it. */
  readonly path: string;
  /** How many shorter runs were tried. */
  readonly tries: number;
  readonly phases: readonly Phase[];
  readonly broken: readonly string[];
  readonly log: readonly string[];
}

export interface Simulation {
  /**
   * Executes the run of a seed, or what `path` keeps of it; after a violation searches for the shortest run that has one, for at most `shrinkMs`
   * (no search when 0). Null when no invariant is violated.
   */
  runSeed(
    seed: number,
    how?: { readonly path?: string | undefined; readonly shrinkMs?: number },
  ): Promise<Finding | null>;
  /** The figures of all seeds so far, without the runs of shrinking. */
  readonly figures: Figures;
  close(): Promise<void>;
}

interface Played {
  readonly broken: readonly string[];
  readonly log: readonly string[];
  readonly figures: Figures;
}

/**
 * Opens a simulation on its own empty database; `program` is the bundle of `backend-process.ts`. Runs of one simulation are executed one after
 * the other.
 */
export async function openSimulation(
  databaseUrl: string,
  program: string,
  planted: PlantedFaultName = 'none',
): Promise<Simulation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ebill-simulation-'));
  const removeDataDir = () => rmSync(dataDir, { recursive: true, force: true });
  process.once('exit', removeDataDir);
  const pool = new Pool({ ...poolSettings, ...longTimeouts, connectionString: databaseUrl });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db);
  for (const guard of plantedFaults[planted].dropped) await sql.raw(guard).execute(db);
  const bank = await openSimulatedBanks(loadSandboxKeys(dataDir));
  const cardDataKey = generateCardDataKey();
  const cardKey = Buffer.alloc(32, 7);
  const deployment: SimulatedDeployment = {
    ...{ databaseUrl, dataDir, cardDataKey, banksOrigin: bank.origin, planted },
    cardKey: cardKey.toString('base64'),
  };
  const processes = startBackendProcesses(program);
  const encryption = createDataEncryption(cardKey);
  const figures = createFigures();

  async function play(phases: readonly Phase[]): Promise<Played> {
    await resetStore(db, encryption);
    bank.reset();
    const system = await createSimulatedSystem({ processes, bank, db, deployment, planted });
    const inJournal: string[] = [];
    for (const phase of phases) {
      await system.play(phase);
      inJournal.push(...(await findJournalErrors(db)));
    }
    await system.finish();
    inJournal.push(...(await findJournalErrors(db)));
    const broken = [...system.violations, ...new Set(inJournal), ...(await findViolations(system))];
    broken.push(...(await findRefundViolations(system)), ...(await findReconciliationViolations(system)));
    return { broken, log: system.log, figures: system.figures };
  }

  return {
    figures,
    async runSeed(seed, { path, shrinkMs = 60_000 } = {}) {
      const [whole = []] = fc.sample(runArbitrary, { seed, numRuns: 1 });
      const phases = path === undefined ? whole : followPath(whole, path);
      const played = await play(phases);
      figures.add(played.figures);
      if (played.broken.length === 0) return null;
      if (shrinkMs === 0 || path !== undefined) return { seed, path: path ?? '', tries: 0, phases, ...played };
      let last = played;
      const end = Date.now() + shrinkMs;
      const shrunk = await shrink(
        phases,
        async (fewer) => {
          const tried = await play(fewer);
          if (tried.broken.length > 0) last = tried;
          return tried.broken.length > 0;
        },
        () => Date.now() < end,
      );
      return { seed, ...shrunk, broken: last.broken, log: last.log };
    },
    async close() {
      await processes.close();
      await bank.close();
      await db.destroy();
      process.off('exit', removeDataDir);
      removeDataDir();
    },
  };
}
