import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { generateCardDataKey } from '../cards/encryption';
import type { Db } from '../db/database';
import { migrate } from '../db/migrate';
import { loadSandboxKeys } from '../sandbox/keys';
import { openBankSide } from './bank-side';
import { openGatedStore } from './gated-store';
import { createFigures, type Figures } from './figures';
import { createInterleaving } from './interleaving';
import { findBroken } from './invariants';
import { movesArbitrary, type Move } from './moves';
import { plantedFaults, type PlantedFaultName } from './planted-faults';
import { createWorld } from './world';

/** A seed whose run breaks the promise, with the shortest run that does. */
export interface Finding {
  readonly seed: number;
  /** Where the shortest run lies: what fast-check replays it by. */
  readonly path: string;
  readonly shrinks: number;
  readonly moves: readonly Move[];
  readonly broken: readonly string[];
  readonly log: readonly string[];
}

export interface Simulation {
  /**
   * Plays the run of a seed, and where it breaks the promise looks for the shortest run that does, for as long as `shrinkMs` (none when 0).
   * Null where all is well. `path` is where an earlier finding lay.
   */
  runSeed(
    seed: number,
    how?: { readonly path?: string | undefined; readonly shrinkMs?: number },
  ): Promise<Finding | null>;
  /** What happened in the runs of all seeds so far, without the tries of shrinking. */
  readonly figures: Figures;
  close(): Promise<void>;
}

/** A run has broken the promise. */
class Breach extends Error {
  constructor(
    readonly broken: readonly string[],
    readonly log: readonly string[],
  ) {
    super(broken.join('\n'));
  }
}

const defaultShrinkMs = 60_000;

const moneyTables = [
  'credits',
  'reviews',
  'payment_history',
  'jobs',
  'outbox',
  'idempotency_keys',
  'sandbox_messages',
  'attempts',
  'orders',
];

async function empty(db: Db): Promise<void> {
  for (const table of moneyTables) await sql`delete from ${sql.table(table)}`.execute(db);
  await sql`update sandbox_state set clock_offset_ms = 0`.execute(db);
}

/** Opens a simulation on an empty database of its own. Runs of one simulation go one after the other. */
export async function openSimulation(databaseUrl: string, planted: PlantedFaultName = 'none'): Promise<Simulation> {
  const { statements, dropped, losesCallbacks } = plantedFaults[planted];
  const dataDir = mkdtempSync(join(tmpdir(), 'ebill-simulation-'));
  const interleaving = createInterleaving();
  const store = await openGatedStore(databaseUrl, interleaving, statements);
  const db = store.connect(-1);
  await migrate(db);
  for (const guard of dropped) await sql.raw(guard).execute(db);
  const bank = await openBankSide(loadSandboxKeys(dataDir));
  const cardDataKey = generateCardDataKey();

  const figures = createFigures();
  let isCounted = true;

  let lastPlay: Promise<unknown> = Promise.resolve();

  /** One run at a time: where fast-check's time is up, it leaves the one that it has begun behind. */
  function play(moves: readonly Move[]): Promise<void> {
    const played = lastPlay.then(() => playAlone(moves));
    lastPlay = played.catch(() => {});
    return played;
  }

  async function playAlone(moves: readonly Move[]): Promise<void> {
    await empty(db);
    bank.reset();
    const world = await createWorld({ interleaving, store, bank, dataDir, cardDataKey, losesCallbacks });
    for (const move of moves) await world.play(move);
    await world.finish();
    const broken = [...world.complaints, ...(await findBroken(world))];
    await world.close();
    if (isCounted) figures.add(world.figures);
    isCounted = false;
    if (broken.length === 0) return;
    throw new Breach(broken, world.log);
  }

  const property = fc.asyncProperty(movesArbitrary, play);
  return {
    figures,
    async runSeed(seed, { path, shrinkMs = defaultShrinkMs } = {}) {
      isCounted = true;
      const how = { seed, numRuns: 1, ...(path !== undefined && { path }) };
      // However long it takes: a limit would pass over a run that is stuck.
      const found = await fc.check(property, { ...how, endOnFailure: true });
      if (!found.failed || found.counterexample === null) return null;
      // What a path leads to was shrunk before.
      const isShrunk = shrinkMs === 0 || path !== undefined;
      const shrunk = isShrunk ? found : await fc.check(property, { ...how, interruptAfterTimeLimit: shrinkMs });
      // Where two runs of one seed differ, as they may when this machine is busy, the one that broke the promise is told.
      const outcome = shrunk.failed && shrunk.counterexample !== null ? shrunk : found;
      if (outcome.counterexample === null) return null;
      const [moves] = outcome.counterexample;
      const { errorInstance: breach } = outcome;
      if (!(breach instanceof Breach)) throw breach instanceof Error ? breach : new Error(String(breach));
      return {
        seed,
        path: outcome.counterexamplePath ?? '',
        shrinks: outcome.numShrinks,
        moves,
        broken: breach.broken,
        log: breach.log,
      };
    },
    async close() {
      await bank.close();
      await store.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
