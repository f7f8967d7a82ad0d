import { z } from 'zod';

/** How a step proceeds when its turn comes; a statement can be made to fail before or after it is executed. */
export const turns = ['go', 'fail-before', 'fail-after'] as const;
export type Turn = (typeof turns)[number];

/** The deployment of a simulated backend: all that its process needs to create one. */
export const deploymentSchema = z.object({
  databaseUrl: z.string(),
  /** Holds the sandbox's keys. */
  dataDir: z.string(),
  /** 32 bytes, base64. */
  cardKey: z.string(),
  /** PEM. */
  cardDataKey: z.string(),
  banksOrigin: z.string(),
  /** The name of a planted fault. */
  planted: z.string(),
});
export type SimulatedDeployment = z.infer<typeof deploymentSchema>;

const requestSchema = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  payload: z.string(),
});
export type BackendRequest = z.infer<typeof requestSchema>;

/** The actor of a request; each step of it waits for its turn. Null: nothing runs concurrently, and no step waits. */
const actorSchema = z.string().nullable();

/** The commands of the simulation to a backend process. */
export const commandSchema = z.discriminatedUnion('kind', [
  /** Create a backend in place of the previous one; answered by 'done'. */
  z.object({ kind: z.literal('open'), id: z.int(), deployment: deploymentSchema }),
  z.object({ kind: z.literal('request'), id: z.int(), actor: actorSchema, request: requestSchema }),
  /** Run the jobs that are due. */
  z.object({ kind: z.literal('run-jobs'), id: z.int(), actor: actorSchema }),
  z.object({ kind: z.literal('turn'), step: z.int(), turn: z.enum(turns) }),
  /** Check whether statements that waited for a lock have it now. */
  z.object({ kind: z.literal('recheck-locks') }),
  z.object({ kind: z.literal('clock'), offsetMs: z.number() }),
]);
export type ProcessCommand = z.infer<typeof commandSchema>;

const waitingSchema = z.object({ step: z.int(), actor: z.string(), isStatement: z.boolean() });
export type WaitingStep = z.infer<typeof waitingSchema>;

/** The events of a backend process. */
export const eventSchema = z.discriminatedUnion('kind', [
  /** `fault`: the error of the jobs. */
  z.object({ kind: z.literal('done'), id: z.int(), status: z.int(), body: z.string(), fault: z.string().nullable() }),
  /** Every step waits for its turn or for a lock: the state after `handled` commands that trigger steps. */
  z.object({ kind: z.literal('idle'), handled: z.int(), waiting: z.array(waitingSchema), blocked: z.int() }),
]);
export type ProcessEvent = z.infer<typeof eventSchema>;

/** Whether a command makes steps proceed, after which the process reports when it is idle. */
export function triggersSteps(command: ProcessCommand): boolean {
  if (command.kind === 'turn' || command.kind === 'recheck-locks') return true;
  return (command.kind === 'request' || command.kind === 'run-jobs') && command.actor !== null;
}
