import { z } from 'zod';
import { callNames } from '@/lib/contract/calls';
import type { JobKind } from '../../backend/db/tables';
import { faultPoints, observeSteps, type Step } from '../../backend/faults/fault-points';

const jobKinds = [
  'enquire-attempt',
  'expire-order',
  'cancel-approval',
  'post-payment',
  'send-refund',
  'reverse-posting',
  'settle-card-check',
  'forget-card',
  'delete-card',
  'remind-auto-debit',
  'send-mandate',
  'charge-auto-debit',
  'deliver-message',
  'deliver-webhook',
] as const satisfies readonly JobKind[];

const stepSchema = z.object({
  work: z.enum([...callNames, ...jobKinds, 'callback']),
  at: z.enum(faultPoints),
  number: z.int().min(1),
});
export const stepsSchema = z.object({ killAt: stepSchema.nullable().default(null) });

/** Controls the fault points: lists the steps that were reached, and kills this process at one of them. */
export interface FaultPointControl {
  /** Clears the list of reached steps, and kills the process at `killAt`; never if it is null. */
  begin(killAt: Step | null): void;
  /** Each step that was reached since, without repetition, in order. */
  list(): readonly Step[];
}

function isSame(one: Step, other: Step): boolean {
  return one.work === other.work && one.at === other.at && one.number === other.number;
}

/** Kills without drain or rollback. Tests replace `kill`, which would kill them too. */
export function createFaultPointControl(kill = () => void process.kill(process.pid, 'SIGKILL')): FaultPointControl {
  let reached: Step[] = [];
  return {
    begin(killAt) {
      reached = [];
      observeSteps((step) => {
        if (!reached.some((known) => isSame(known, step))) reached.push(step);
        if (killAt !== null && isSame(killAt, step)) kill();
      });
    },
    list: () => reached,
  };
}
