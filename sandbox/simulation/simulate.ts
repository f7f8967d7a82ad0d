import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { generateCardDataKey } from '../../backend/cards/encryption';
import { poolSettings } from '../../backend/db/database';
import { migrate } from '../../backend/db/migrate';
import type { Tables } from '../../backend/db/tables';
import { loadSandboxKeys } from '../keys';
import { resetStore } from '../reset';
import { createDataEncryption } from '../../backend/data-encryption';
import { startBackendProcesses } from './backend-processes';
import { openBankSide } from './bank-side';
import { createFigures, type Figures } from './figures';
import { patience } from './gated-store';
import { findBroken } from './invariants';
import { movesArbitrary, type Move } from './moves';
import { plantedFaults, type PlantedFaultName } from './planted-faults';
import type { SimulatedDeployment } from './process-messages';
import { followPath, shrink } from './shrinking';
import { createWorld } from './world';

/** A seed whose run breaks the promise, with the shortest run that does. */
export interface Finding {
  readonly seed: number;
  /** What of the seed's run is kept in the shortest one: replays it. */
  readonly path: string;
  /** How many shorter runs were tried. */
  readonly tries: number;
  readonly moves: readonly Move[];
  readonly broken: readonly string[];
  readonly log: readonly string[];
}

export interface Simulation {
  /**
   * Plays the run of a seed, or what `path` keeps of it; where it breaks the promise looks for the shortest run that does, for as long as
   * `shrinkMs` (none when 0). Null where all is well.
   */
  runSeed(
    seed: number,
    how?: { readonly path?: string | undefined; readonly shrinkMs?: number },
  ): Promise<Finding | null>;
  /** What happened in the runs of all seeds so far, without the tries of shrinking. */
  readonly figures: Figures;
  close(): Promise<void>;
}

interface Played {
  readonly broken: readonly string[];
  readonly log: readonly string[];
  readonly figures: Figures;
}

/**
 * Opens a simulation on an empty database of its own; `program` is the bundle of `backend-process.ts`. Runs of one simulation go one after
 * the other.
 */
export async function openSimulation(
  databaseUrl: string,
  program: string,
  planted: PlantedFaultName = 'none',
): Promise<Simulation> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ebill-simulation-'));
  const pool = new Pool({ ...poolSettings, ...patience, connectionString: databaseUrl });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  await migrate(db);
  for (const guard of plantedFaults[planted].dropped) await sql.raw(guard).execute(db);
  const bank = await openBankSide(loadSandboxKeys(dataDir));
  const cardDataKey = generateCardDataKey();
  const cardKey = Buffer.alloc(32, 7);
  const deployment: SimulatedDeployment = {
    ...{ databaseUrl, dataDir, cardDataKey, banksOrigin: bank.origin, planted },
    cardKey: cardKey.toString('base64'),
  };
  const processes = startBackendProcesses(program);
  const sealer = createDataEncryption(cardKey);
  const figures = createFigures();

  async function play(moves: readonly Move[]): Promise<Played> {
    await resetStore(db, sealer);
    bank.reset();
    const world = await createWorld({ processes, bank, db, deployment, planted });
    for (const move of moves) await world.play(move);
    await world.finish();
    const broken = [...world.complaints, ...(await findBroken(world))];
    return { broken, log: world.log, figures: world.figures };
  }

  return {
    figures,
    async runSeed(seed, { path, shrinkMs = 60_000 } = {}) {
      const [whole = []] = fc.sample(movesArbitrary, { seed, numRuns: 1 });
      const moves = path === undefined ? whole : followPath(whole, path);
      const played = await play(moves);
      figures.add(played.figures);
      if (played.broken.length === 0) return null;
      if (shrinkMs === 0 || path !== undefined) return { seed, path: path ?? '', tries: 0, moves, ...played };
      let last = played;
      const end = Date.now() + shrinkMs;
      const shrunk = await shrink(
        moves,
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
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
