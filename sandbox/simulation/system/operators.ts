import { z } from 'zod';
import { MovableClock } from '../../../backend/clock';
import type { Db } from '../../../backend/db/database';
import { addOperator } from '../../../backend/operators/keys';
import { sharedKey } from '../../../backend/operators/model';
import type { BackendIndex } from '../processes/backend-processes';
import type { OperatorAction } from '../runs/operator-actions';
import type { Actor } from '../runs/scheduler';
import type { SimulatedBanks } from './banks';
import type { BackendClient } from './backend-client';

/** The two persons who return money. */
const names = ['anna', 'beth'] as const;
type OperatorName = (typeof names)[number];

export interface OperatorsParts {
  readonly client: BackendClient;
  readonly bank: SimulatedBanks;
  readonly db: Db;
  /** The payments, oldest first. */
  readonly orders: readonly string[];
}

/** The operators, who refund payments with their own keys. */
export interface Operators {
  act(actor: Actor, backend: BackendIndex, action: OperatorAction): Promise<void>;
  /** At the end: every refund that waits for a person is decided, made by bank transfer, or ended as its bank says that it has. */
  endWaiting(actor: Actor, backend: BackendIndex): Promise<void>;
}

const refundsSchema = z.array(z.object({ reference: z.string(), state: z.string(), requestedBy: z.string() }));
const evidence = { reference: 'IBG 4711', date: '2026-11-23', note: 'sent by internet banking' };

/** Adds the operators to the store, and returns them. */
export async function createOperators({ client, bank, db, orders }: OperatorsParts): Promise<Operators> {
  const keys = new Map<OperatorName, string>();
  for (const name of names) {
    const added = await addOperator({ db, clock: new MovableClock() }, name, sharedKey);
    if (!added.ok) throw new Error(`the operator ${name} is there already`);
    keys.set(name, added.value.key);
  }

  /** Calls an operator route; gives the body of a response that is not a refusal. */
  async function call(
    actor: Actor,
    backend: BackendIndex,
    name: OperatorName,
    path: string,
    body?: object,
  ): Promise<unknown> {
    return client.operate(actor, backend, { key: keys.get(name) ?? '', path, ...(body !== undefined && { body }) });
  }

  async function listWaiting(actor: Actor, backend: BackendIndex, state: 'requested' | 'manual' | 'sent') {
    const listed = await call(actor, backend, 'anna', `/refunds?state=${state}`);
    return listed === null ? [] : refundsSchema.parse(listed);
  }

  const approve = (actor: Actor, backend: BackendIndex, { reference }: { readonly reference: string }) =>
    call(actor, backend, 'beth', `/refunds/${reference}/approve`, {});

  const settle = (actor: Actor, backend: BackendIndex, reference: string, isMade: boolean) =>
    call(
      actor,
      backend,
      'anna',
      `/refunds/${reference}/settle`,
      isMade ? { outcome: 'succeeded', evidence } : { outcome: 'failed', reason: 'the account is closed' },
    );

  /** Whether the bank has made the refund of a payment whose answer was lost: it has made one more than is known. */
  async function isMadeAtBank(reference: string): Promise<boolean> {
    const { attempt_id: attemptId, number } = await db
      .selectFrom('refunds')
      .innerJoin('attempts', 'attempts.id', 'refunds.attempt_id')
      .select(['attempt_id', 'attempts.number'])
      .where('reference', '=', reference)
      .executeTakeFirstOrThrow();
    const known = await db
      .selectFrom('refunds')
      .select('id')
      .where('attempt_id', '=', attemptId)
      .where('state', '=', 'succeeded')
      .where('gateway_reference', 'is not', null)
      .execute();
    return bank.listRefunds(number).length > known.length;
  }

  return {
    async act(actor, backend, action) {
      switch (action.do) {
        case 'refund': {
          const payment = orders[orders.length - 1 - (action.order % Math.max(orders.length, 1))];
          if (payment === undefined) return;
          const amount = action.part === 'all' ? {} : { amount: 5_000 };
          await call(actor, backend, 'anna', '/refunds', { payment, ...amount, reason: 'paid twice' });
          return;
        }
        case 'approve-refund': {
          const [refund] = await listWaiting(actor, backend, 'requested');
          if (refund !== undefined) await approve(actor, backend, refund);
          return;
        }
        case 'settle-refund': {
          const [refund] = await listWaiting(actor, backend, 'manual');
          if (refund !== undefined) await settle(actor, backend, refund.reference, action.isMade);
          return;
        }
      }
    },
    async endWaiting(actor, backend) {
      for (const refund of await listWaiting(actor, backend, 'requested')) await approve(actor, backend, refund);
      await client.runJobs(actor, backend);
      for (const { reference } of await listWaiting(actor, backend, 'manual')) {
        await settle(actor, backend, reference, true);
      }
      for (const { reference } of await listWaiting(actor, backend, 'sent')) {
        await settle(actor, backend, reference, await isMadeAtBank(reference));
      }
    },
  };
}
