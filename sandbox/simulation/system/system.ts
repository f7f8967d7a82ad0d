import { sql } from 'kysely';
import { minuteMs, MovableClock } from '../../../backend/clock';
import type { Db } from '../../../backend/db/database';
import { moveClock } from '../../controls/clock';
import type { BackendProcesses, Place } from '../processes/backend-processes';
import type { BankSide } from './banks';
import { createDesk, type Desk, type Notes } from './backend-client';
import { createFigures, type Figures } from '../runs/figures';
import { connectionsOf } from '../processes/controlled-store';
import { openCarrierSide, type Confirmed } from './mobile-carrier';
import type { Move } from '../runs/phases';
import { createPayers } from './payers';
import { plantedFaults, type PlantedFaultName } from '../planted-faults';
import { createPostOffice } from './callback-queue';
import type { SimulatedDeployment } from '../processes/process-messages';
import { alone, createScheduler } from '../runs/scheduler';

export interface WorldParts {
  readonly processes: BackendProcesses;
  readonly bank: BankSide;
  readonly db: Db;
  readonly deployment: SimulatedDeployment;
  readonly planted: PlantedFaultName;
}

export interface World {
  readonly orders: readonly string[];
  readonly log: readonly string[];
  /** What went against the promise while it happened; the state at the end is outcome apart. */
  readonly complaints: readonly string[];
  readonly figures: Figures;
  readonly db: Db;
  readonly bank: BankSide;
  play(move: Move): Promise<void>;
  /** Everything works again, what banks owe is brought, and days go by. */
  finish(): Promise<void>;
  /** Every payment that a bank or carrier has confirmed. */
  listConfirmed(): Promise<readonly Confirmed[]>;
  resultOf(refid: string): Promise<string>;
}

/** Waits until the server has let go of what a killed process had in hand. */
async function outlive(db: Db, pid: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${connectionsOf(pid)}`.execute(
      db,
    );
    if (rows.length === 0) return;
  }
}

/** Time goes by for the backends, the banks, and the claims of processes that were killed, which are in real time. */
function createTime({ processes, bank, db }: WorldParts, desk: Desk) {
  const clock = new MovableClock();

  async function pass(minutes: number): Promise<void> {
    await moveClock(db, clock, minutes * minuteMs);
    for (const backend of processes.inPlace) backend.setClock(clock.offsetMs);
    bank.moveClock(clock.offsetMs);
    const span = sql<Date>`${`${minutes} minutes`}::interval`;
    await sql`update jobs set claimed_until = claimed_until - ${span}`.execute(db);
    await sql`update idempotency_keys set claimed_until = claimed_until - ${span}`.execute(db);
  }
  return {
    pass,
    /** Time goes by in steps that grow, as timed work comes due. */
    async passWith(minutes: number, isWorked: boolean): Promise<void> {
      let left = minutes;
      for (let step = 16; left > 0 && isWorked; step *= 6) {
        await pass(Math.min(step, left));
        left -= step;
        await desk.work(alone, 0);
      }
      if (left > 0) await pass(left);
    },
  };
}

/** Makes a world on an empty store: two backends, the banks, and a payer with an order. */
export async function createWorld(parts: WorldParts): Promise<World> {
  const { processes, bank, db, deployment, planted } = parts;
  const notes: Notes = { log: [], complaints: [], figures: createFigures(), isFaulty: false };
  const desk = createDesk(processes, notes);
  const post = createPostOffice(desk, notes, plantedFaults[planted].losesCallbacks);
  const payers = createPayers({ ...{ desk, notes, post, bank, db }, cardDataKey: deployment.cardDataKey });
  const { pass, passWith } = createTime(parts, desk);
  const carrier = openCarrierSide(db);
  const killed = new Set<Place>();

  const scheduler = createScheduler(processes, async (place) => {
    killed.add(place);
    const { pid } = processes.at(place);
    await processes.at(place).kill();
    await outlive(db, pid);
  });

  async function reviveKilled(): Promise<void> {
    for (const place of killed) await processes.replace(place).open(deployment);
    killed.clear();
  }

  for (const backend of processes.inPlace) await backend.open(deployment);
  await payers.act(alone, 0, { do: 'create' });

  return {
    orders: payers.orders,
    log: notes.log,
    complaints: notes.complaints,
    figures: notes.figures,
    db,
    bank,
    async play(move) {
      if (move.kind === 'network') {
        notes.log.push(`network ${move.state}`);
        if (move.state !== 'up') notes.figures.count(`network ${move.state}`);
        return bank.setNetwork(move.state);
      }
      if (move.kind === 'time') {
        notes.log.push(`${move.minutes} minutes go by${move.isWorked ? '' : ', nothing works'}`);
        return passWith(move.minutes, move.isWorked);
      }
      const { actions, seed, fault } = move;
      notes.log.push(`at once${fault === null ? '' : `, ${fault.kind} at ${fault.at}`}:`);
      notes.isFaulty = fault !== null;
      const acts = actions.map(({ action, place }) => ({
        place,
        act: (actor: typeof alone) => payers.act(actor, place, action),
      }));
      const happened = await scheduler.runAtOnce(acts, { seed, fault });
      if (happened !== null) notes.figures.count(happened);
      notes.isFaulty = false;
      await reviveKilled();
    },
    async finish() {
      notes.log.push('the end');
      bank.setNetwork('up');
      await post.bringOwed(alone, 0);
      for (const minutes of [16, 60, 6 * 60]) {
        await pass(minutes);
        await desk.work(alone, 1);
      }
      await payers.endPending();
      for (let day = 0; day < 12; day += 1) {
        await pass(24 * 60);
        await post.bringOwed(alone, 0);
        await desk.work(alone, day % 2 === 0 ? 0 : 1);
      }
      if (post.countOwed() > 0) notes.complaints.push(`${post.countOwed()} callbacks were never taken`);
    },
    async listConfirmed() {
      const atBanks = bank.listPayments().filter(bank.isApproved);
      const moved = atBanks.map(({ rail, number, amount, reference }) => ({ by: rail, number, amount, reference }));
      return [...moved, ...(await carrier.listCharged())];
    },
    resultOf: (refid) => desk.resultOf(alone, refid),
  };
}
