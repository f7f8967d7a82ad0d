import { z } from 'zod';

/** What a step is told when its turn comes; a store's statement can be made to fail before, or after, it was done. */
export const turns = ['go', 'fail-before', 'fail-after'] as const;
export type Turn = (typeof turns)[number];

/** Where a simulated backend stands: all that its process needs to make one. */
export const deploymentSchema = z.object({
  databaseUrl: z.string(),
  /** With the keys of the sandbox. */
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

/** Who asks; each step of what it asks waits for its turn. Null: it happens alone, and none waits. */
const actorSchema = z.string().nullable();

/** What the simulation says to the process of a backend. */
export const orderSchema = z.discriminatedUnion('kind', [
  /** Make a backend, in the place of the one before; answered by 'done'. */
  z.object({ kind: z.literal('open'), id: z.int(), deployment: deploymentSchema }),
  z.object({ kind: z.literal('request'), id: z.int(), actor: actorSchema, request: requestSchema }),
  /** Do the timed work that is due. */
  z.object({ kind: z.literal('work'), id: z.int(), actor: actorSchema }),
  z.object({ kind: z.literal('turn'), step: z.int(), turn: z.enum(turns) }),
  /** Look whether what waited for a lock has it now. */
  z.object({ kind: z.literal('look') }),
  z.object({ kind: z.literal('clock'), offsetMs: z.number() }),
]);
export type Order = z.infer<typeof orderSchema>;

const waitingSchema = z.object({ step: z.int(), actor: z.string(), isStatement: z.boolean() });
export type WaitingStep = z.infer<typeof waitingSchema>;

/** What the process of a backend says. */
export const wordSchema = z.discriminatedUnion('kind', [
  /** `fault`: timed work failed. */
  z.object({ kind: z.literal('done'), id: z.int(), status: z.int(), body: z.string(), fault: z.string().nullable() }),
  /** Everything in it waits for its turn or for another: so after `heard` orders that let something happen. */
  z.object({ kind: z.literal('rest'), heard: z.int(), waiting: z.array(waitingSchema), blocked: z.int() }),
]);
export type Word = z.infer<typeof wordSchema>;

/** The orders that let something happen step by step, after which a process says when it is at rest. */
export function letsStepsHappen(order: Order): boolean {
  if (order.kind === 'turn' || order.kind === 'look') return true;
  return (order.kind === 'request' || order.kind === 'work') && order.actor !== null;
}
