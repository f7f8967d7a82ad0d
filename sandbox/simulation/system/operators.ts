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
const entriesSchema = z.array(z.object({ id: z.string() }));
const chargebacksSchema = z.array(z.object({ id: z.int() }));
const evidence = { reference: 'IBG 4711', date: '2025-11-23', note: 'sent by internet banking' };

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

  const reject = (actor: Actor, backend: BackendIndex, { reference }: { readonly reference: string }) =>
    call(actor, backend, 'beth', `/refunds/${reference}/reject`, { reason: 'charged back' });

  const settle = (actor: Actor, backend: BackendIndex, reference: string, isMade: boolean) =>
    call(
      actor,
      backend,
      'anna',
      `/refunds/${reference}/settle`,
      isMade ? { outcome: 'succeeded', evidence } : { outcome: 'failed', reason: 'the account is closed' },
    );

  async function listHeldMoney(actor: Actor, backend: BackendIndex): Promise<readonly { readonly id: string }[]> {
    const listed = await call(actor, backend, 'anna', '/review');
    return listed === null ? [] : entriesSchema.parse(listed).filter(({ id }) => id.startsWith('money-'));
  }

  async function listChargebacks(actor: Actor, backend: BackendIndex): Promise<readonly { readonly id: number }[]> {
    const listed = await call(actor, backend, 'anna', '/chargebacks');
    return listed === null ? [] : chargebacksSchema.parse(listed);
  }

  /** The bank takes back the money of an attempt that it has confirmed: an operator reads so in its portal. */
  async function chargeBack(
    actor: Actor,
    backend: BackendIndex,
    { attempt, amount }: { attempt: number; amount: number },
  ) {
    const attempts = await db.selectFrom('attempts').select('number').orderBy('id', 'desc').limit(4).execute();
    const number = attempts[attempt % Math.max(attempts.length, 1)]?.number;
    if (number === undefined) return;
    const dispute = `DP-${number.slice(0, 6)}-${amount}`;
    await call(actor, backend, 'anna', '/chargebacks', {
      number,
      dispute,
      amount,
      reasonCode: '4837',
      reason: 'portal',
    });
  }

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
        case 'decide-review': {
          const held = (await listHeldMoney(actor, backend)).at(-1);
          if (held === undefined) return;
          await call(actor, backend, 'anna', `/review/${held.id}/${action.decision}`, {
            reason: 'the payer has called',
          });
          return;
        }
        case 'chargeback':
          return chargeBack(actor, backend, action);
        case 'close-chargeback': {
          const [chargeback] = await listChargebacks(actor, backend);
          if (chargeback === undefined) return;
          const { outcome } = action;
          await call(actor, backend, 'beth', `/chargebacks/${chargeback.id}/close`, { outcome, reason: 'decided' });
          return;
        }
      }
    },
    async endWaiting(actor, backend) {
      for (const refund of await listWaiting(actor, backend, 'requested')) {
        const approved = await approve(actor, backend, refund);
        // The payment was charged back meanwhile.
        if (approved === null) await reject(actor, backend, refund);
      }
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
