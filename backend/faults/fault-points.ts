import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallName } from '@/lib/contract/calls';
import type { JobKind } from '../db/tables';

/**
 * Points between two steps of a payment at which a test can kill the process. They are in code that every payment runs, so that new calls and jobs
 * have them too.
 */
export const faultPoints = [
  /** All statements of a SQL transaction are executed, none is committed. */
  'before-commit',
  /** A SQL transaction is committed, and no response has been sent. */
  'committed',
  /** A gateway is about to be called. */
  'before-gateway',
  /** A gateway has responded, and nothing of the response is stored. */
  'gateway-answered',
  /** The biller is about to be called. */
  'before-biller',
  /** The biller has responded, and nothing of the response is stored. */
  'biller-answered',
  /** A call that changes state is done and its response stored, or a callback is processed; no response has been sent. */
  'before-answer',
  /** A job is claimed, and has not started. */
  'job-claimed',
  /** A job is done, and still claimed. */
  'job-done',
  /** A message or webhook is delivered, and the delivery is not stored. */
  'delivered',
] as const;
export type FaultPoint = (typeof faultPoints)[number];

/** A unit of work: a call of the contract, a gateway's callback, a job. */
export type UnitOfWork = CallName | JobKind | 'callback';

/** A fault point reached in one unit of work: its second commit has number 2. */
export interface Step {
  readonly work: UnitOfWork;
  readonly at: FaultPoint;
  readonly number: number;
}

let observer: ((step: Step) => void) | null = null;
const currentUnit = new AsyncLocalStorage<{ readonly work: UnitOfWork; readonly counts: Map<FaultPoint, number> }>();

/** Calls `onStep` for every step from now on. Only the sandbox uses it; otherwise a step costs a comparison with null. */
export function observeSteps(onStep: (step: Step) => void): void {
  observer = onStep;
}

/** Runs a unit of work; its steps are counted from 1. */
export function runUnitOfWork<Value>(work: UnitOfWork, run: () => Value): Value {
  return observer === null ? run() : currentUnit.run({ work, counts: new Map() }, run);
}

/** Reports that a fault point is reached. */
export function reachFaultPoint(at: FaultPoint): void {
  if (observer === null) return;
  const current = currentUnit.getStore();
  if (current === undefined) return;
  const number = (current.counts.get(at) ?? 0) + 1;
  current.counts.set(at, number);
  observer({ work: current.work, at, number });
}
