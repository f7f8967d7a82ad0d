import { z } from 'zod';
import { callNames } from '@/lib/contract/calls';
import type { JobKind } from '../backend/db/tables';
import { faultPoints, observeSteps, type Step } from '../backend/faults/fault-points';

const jobKinds = [
  'enquire-attempt',
  'expire-order',
  'cancel-approval',
  'settle-card-check',
  'forget-card',
  'remind-auto-debit',
  'deliver-message',
  'deliver-webhook',
] as const satisfies readonly JobKind[];

const stepSchema = z.object({
  work: z.enum([...callNames, ...jobKinds, 'callback']),
  at: z.enum(faultPoints),
  number: z.int().min(1),
});
export const stepsSchema = z.object({ killAt: stepSchema.nullable().default(null) });

/** The sandbox's control over fault points: tells which were passed, and ends this process at one of them. */
export interface StepControl {
  /** Forgets what was passed, and ends the process where `killAt` says; null ends it nowhere. */
  begin(killAt: Step | null): void;
  /** Each step that was passed since, once, in their first order. */
  list(): readonly Step[];
}

function isSame(one: Step, other: Step): boolean {
  return one.work === other.work && one.at === other.at && one.number === other.number;
}

/** No ending of its own: no drain, no rollback, no word to anybody. `kill` is there for tests, which would end with it. */
export function createStepControl(kill = () => void process.kill(process.pid, 'SIGKILL')): StepControl {
  let passed: Step[] = [];
  return {
    begin(killAt) {
      passed = [];
      observeSteps((step) => {
        if (!passed.some((known) => isSame(known, step))) passed.push(step);
        if (killAt !== null && isSame(killAt, step)) kill();
      });
    },
    list: () => passed,
  };
}
