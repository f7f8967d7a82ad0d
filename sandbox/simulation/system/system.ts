import { sql } from 'kysely';
import { minuteMs, MovableClock } from '../../../backend/clock';
import type { Db } from '../../../backend/db/database';
import { moveClock } from '../../controls/clock';
import type { BackendProcesses, BackendIndex } from '../processes/backend-processes';
import type { SimulatedBanks } from './banks';
import { createBackendClient, type BackendClient, type RunRecord } from './backend-client';
import { createFigures, type Figures } from '../runs/figures';
import { connectionsOf } from '../processes/controlled-store';
import { openSimulatedCarrier, type Confirmed } from './mobile-carrier';
import type { Phase } from '../runs/phases';
import { isOperatorAction } from '../runs/operator-actions';
import { createOperators, type Operators } from './operators';
import { createPayers } from './payers';
import { plantedFaults, type PlantedFaultName } from '../planted-faults';
import { createCallbackQueue } from './callback-queue';
import type { SimulatedDeployment } from '../processes/process-messages';
import { unscheduledActor, createScheduler } from '../runs/scheduler';

export interface SystemParts {
  readonly processes: BackendProcesses;
  readonly bank: SimulatedBanks;
  readonly db: Db;
  readonly deployment: SimulatedDeployment;
  readonly planted: PlantedFaultName;
}

export interface SimulatedSystem {
  readonly orders: readonly string[];
  /** Those whose payer has confirmed that they repeat another payment. */
  readonly confirmed: ReadonlySet<string>;
  readonly log: readonly string[];
  /** Violations seen during the run; the final state is checked separately. */
  readonly violations: readonly string[];
  readonly figures: Figures;
  readonly db: Db;
  readonly bank: SimulatedBanks;
  readonly operators: Operators;
  play(phase: Phase): Promise<void>;
  /** Removes all faults, delivers outstanding callbacks, and lets days pass. */
  finish(): Promise<void>;
  /** Every payment that a bank or carrier has confirmed. */
  listConfirmed(): Promise<readonly Confirmed[]>;
  readStatus(refid: string): Promise<string>;
}

/** Waits until the database server has ended the sessions of a killed process. */
async function waitForSessionsToEnd(db: Db, pid: number): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${connectionsOf(pid)}`.execute(
      db,
    );
    if (rows.length === 0) return;
  }
}

/** Moves the clocks of backends and banks, and the claims of killed processes, which are in real time. */
function createTime({ processes, bank, db }: SystemParts, client: BackendClient) {
  const clock = new MovableClock();

  async function pass(minutes: number): Promise<void> {
    await moveClock(db, clock, minutes * minuteMs);
    for (const backend of processes.active) backend.setClock(clock.offsetMs);
    bank.moveClock(clock.offsetMs);
    const span = sql<Date>`${`${minutes} minutes`}::interval`;
    await sql`update jobs set claimed_until = claimed_until - ${span}`.execute(db);
    await sql`update idempotency_keys set claimed_until = claimed_until - ${span}`.execute(db);
  }
  return {
    pass,
    /** Time passes in growing steps, with jobs run at each. */
    async passWith(minutes: number, runsJobs: boolean): Promise<void> {
      let left = minutes;
      for (let step = 16; left > 0 && runsJobs; step *= 6) {
        await pass(Math.min(step, left));
        left -= step;
        await client.runJobs(unscheduledActor, 0);
      }
      if (left > 0) await pass(left);
    },
  };
}

/** Creates a system on an empty store: two backends, the banks, and a payer with an order. */
export async function createSimulatedSystem(parts: SystemParts): Promise<SimulatedSystem> {
  const { processes, bank, db, deployment, planted } = parts;
  const record: RunRecord = { log: [], violations: [], figures: createFigures(), isFaulty: false };
  const client = createBackendClient(processes, record);
  const queue = createCallbackQueue(client, record, plantedFaults[planted].losesCallbacks);
  const payers = createPayers({ ...{ client, record, queue, bank, db }, cardDataKey: deployment.cardDataKey });
  const operators = await createOperators({
    ...{ client, record, bank, db, orders: payers.orders },
    folder: deployment.dataDir,
  });
  const { pass, passWith } = createTime(parts, client);
  const carrier = openSimulatedCarrier(db);
  const killed = new Set<BackendIndex>();

  const scheduler = createScheduler(processes, async (backend) => {
    killed.add(backend);
    const { pid } = processes.at(backend);
    await processes.at(backend).kill();
    await waitForSessionsToEnd(db, pid);
  });

  async function restartKilled(): Promise<void> {
    for (const backend of killed) await processes.replace(backend).open(deployment);
    killed.clear();
  }

  for (const backend of processes.active) await backend.open(deployment);
  await payers.act(unscheduledActor, 0, { do: 'create' });

  return {
    orders: payers.orders,
    confirmed: payers.confirmed,
    log: record.log,
    violations: record.violations,
    figures: record.figures,
    db,
    bank,
    operators,
    async play(phase) {
      if (phase.kind === 'network') {
        record.log.push(`network ${phase.state}`);
        if (phase.state !== 'up') record.figures.count(`network ${phase.state}`);
        return bank.setNetwork(phase.state);
      }
      if (phase.kind === 'time') {
        record.figures.count('clock moves');
        record.log.push(`${phase.minutes} minutes pass${phase.runsJobs ? '' : ', no backend runs'}`);
        return passWith(phase.minutes, phase.runsJobs);
      }
      const { actions, seed, fault } = phase;
      record.log.push(`concurrently${fault === null ? '' : `, ${fault.kind} at ${fault.at}`}:`);
      record.isFaulty = fault !== null;
      const acts = actions.map(({ action, backend }) => ({
        backend,
        act: (actor: typeof unscheduledActor) => {
          if (!isOperatorAction(action)) return payers.act(actor, backend, action);
          record.figures.count('commands');
          return operators.act(actor, backend, action);
        },
      }));
      const happened = await scheduler.runConcurrently(acts, { seed, fault });
      if (happened !== null) record.figures.count(happened);
      record.isFaulty = false;
      await restartKilled();
    },
    async finish() {
      record.log.push('the end');
      bank.setNetwork('up');
      await queue.deliverOwed(unscheduledActor, 0);
      for (const minutes of [16, 60, 6 * 60]) {
        await pass(minutes);
        await client.runJobs(unscheduledActor, 1);
      }
      await payers.endPending();
      await operators.endWaiting(unscheduledActor, 0);
      for (let day = 0; day < 12; day += 1) {
        await pass(24 * 60);
        await queue.deliverOwed(unscheduledActor, 0);
        await client.runJobs(unscheduledActor, day % 2 === 0 ? 0 : 1);
        if (day === 6) await operators.endWaiting(unscheduledActor, 0);
      }
      if (queue.countOwed() > 0) record.violations.push(`${queue.countOwed()} callbacks were never accepted`);
    },
    async listConfirmed() {
      const atBanks = bank.listPayments().filter(bank.isApproved);
      const moved = atBanks.map(({ rail, number, amount, reference }) => ({ by: rail, number, amount, reference }));
      return [...moved, ...(await carrier.listCharged())];
    },
    readStatus: (refid) => client.readStatus(unscheduledActor, refid),
  };
}
