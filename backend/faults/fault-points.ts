import { AsyncLocalStorage } from 'node:async_hooks';
import type { CallName } from '@/lib/contract/calls';
import type { JobKind } from '../db/tables';

/**
 * Where a backend may end between two steps of a payment. Each stands at one seam that all payments pass, so that a new call or job has
 * them without a line of its own.
 */
export const faultPoints = [
  /** All of a SQL transaction is written, and none of it holds. */
  'before-commit',
  /** A SQL transaction holds, and nobody has heard of it. */
  'committed',
  /** A gateway is about to be asked. */
  'before-gateway',
  /** A gateway has answered, and nothing of that is written down. */
  'gateway-answered',
  /** A call that changes state is done and its answer kept, or a callback is taken; the answer is not sent. */
  'before-answer',
  /** A job is claimed, and nothing of it done. */
  'job-claimed',
  /** A job is done, and its claim still stands. */
  'job-done',
  /** A message or webhook has arrived, and that is not written down. */
  'delivered',
] as const;
export type FaultPoint = (typeof faultPoints)[number];

/** What is being done: a call of the contract, a gateway's callback, a job. */
export type UnitOfWork = CallName | JobKind | 'callback';

/** A fault point as it is passed in one piece of work: the second commit of it is number 2. */
export interface Step {
  readonly work: UnitOfWork;
  readonly at: FaultPoint;
  readonly number: number;
}

let observer: ((step: Step) => void) | null = null;
const currentUnit = new AsyncLocalStorage<{ readonly work: UnitOfWork; readonly passed: Map<FaultPoint, number> }>();

/** Tells of every step from now on. The sandbox's controls alone call it: elsewhere a step is a comparison with null. */
export function observeSteps(watch: (step: Step) => void): void {
  observer = watch;
}

/** Does a piece of work, whose steps are counted from 1. */
export function runUnitOfWork<Value>(work: UnitOfWork, run: () => Value): Value {
  return observer === null ? run() : currentUnit.run({ work, passed: new Map() }, run);
}

/** Says that a fault point is passed. */
export function reachFaultPoint(at: FaultPoint): void {
  if (observer === null) return;
  const current = currentUnit.getStore();
  if (current === undefined) return;
  const number = (current.passed.get(at) ?? 0) + 1;
  current.passed.set(at, number);
  observer({ work: current.work, at, number });
}
