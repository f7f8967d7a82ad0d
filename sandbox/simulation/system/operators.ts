import { z } from 'zod';
import { MovableClock } from '../../../backend/clock';
import type { Db } from '../../../backend/db/database';
import { addOperator } from '../../../backend/operators/keys';
import { sharedKey } from '../../../backend/operators/model';
import { OperatorError, type OperatorClient } from '../../../cli/operator-client';
import { reconcileFile, type Reconciliation } from '../../../cli/settlement/reconcile-command';
import type { BackendIndex } from '../processes/backend-processes';
import type { OperatorAction } from '../runs/operator-actions';
import { unscheduledActor, type Actor } from '../runs/scheduler';
import type { SimulatedBanks } from './banks';
import type { BackendClient, RunRecord } from './backend-client';
import { createSettlementFiles, dayOf, fileErrorNames, type FileError, type SettlementFiles } from './settlement-files';

/** The two persons who return money. */
const names = ['anna', 'beth'] as const;
type OperatorName = (typeof names)[number];

export interface OperatorsParts {
  readonly client: BackendClient;
  readonly record: RunRecord;
  readonly bank: SimulatedBanks;
  readonly db: Db;
  /** The payments, oldest first. */
  readonly orders: readonly string[];
  /** Where settlement files are written. */
  readonly folder: string;
}

/** The operators, who refund payments and reconcile settlement files with their own keys. */
export interface Operators {
  readonly files: SettlementFiles;
  act(actor: Actor, backend: BackendIndex, action: OperatorAction): Promise<void>;
  /** At the end: every refund that waits for a person is decided, made by bank transfer, or ended as its bank says that it has. */
  endWaiting(actor: Actor, backend: BackendIndex): Promise<void>;
  /** At the end: reconciles the files of these days, in order, and returns the results. */
  reconcileAll(days: readonly string[]): Promise<readonly Reconciliation[]>;
  /** The checks of a day's close that fail. */
  findCloseErrors(day: string): Promise<readonly string[]>;
}

const refundsSchema = z.array(z.object({ reference: z.string(), state: z.string(), requestedBy: z.string() }));
const entriesSchema = z.array(z.object({ id: z.string() }));
const chargebacksSchema = z.array(z.object({ id: z.int(), dispute: z.string(), state: z.string() }));
const closeSchema = z.object({ checks: z.array(z.object({ errors: z.array(z.string()) })) });
type Chargeback = z.output<typeof chargebacksSchema>[number];
const evidence = { reference: 'IBG 4711', date: '2025-11-23', note: 'sent by internet banking' };

/** The errors of the days whose files nobody has reconciled before the end. */
const errorsByTurns = [null, ...fileErrorNames];

/** Adds the operators to the store, and returns them. */
export async function createOperators(parts: OperatorsParts): Promise<Operators> {
  const { client, record, bank, db, orders, folder } = parts;
  const files = createSettlementFiles({ bank, db, folder });
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

  async function listChargebacks(actor: Actor, backend: BackendIndex): Promise<readonly Chargeback[]> {
    const listed = await call(actor, backend, 'anna', '/chargebacks?all=true');
    return listed === null ? [] : chargebacksSchema.parse(listed);
  }

  /** Records the disputes that an operator reads in the bank's portal, as far as they are not. */
  async function recordDisputes(actor: Actor, backend: BackendIndex): Promise<void> {
    const known = await listChargebacks(actor, backend);
    for (const { number, dispute, amount } of bank.disputes.list()) {
      if (known.some((chargeback) => chargeback.dispute === dispute)) continue;
      const body = { number, dispute, amount, reasonCode: '4837', reason: 'portal' };
      await call(actor, backend, 'anna', '/chargebacks', body);
    }
  }

  /** Closes the chargebacks whose disputes have ended at the bank, as they have. */
  async function closeDisputes(actor: Actor, backend: BackendIndex): Promise<void> {
    for (const { id, dispute, state } of await listChargebacks(actor, backend)) {
      const end = bank.disputes.list().find((one) => one.dispute === dispute)?.end ?? null;
      if (state !== 'open' || end === null) continue;
      await call(actor, backend, 'beth', `/chargebacks/${id}/close`, { outcome: end.outcome, reason: 'decided' });
    }
  }

  /** The payer disputes a payment by card with the issuer. */
  function dispute({ attempt, amount }: { readonly attempt: number; readonly amount: number }): void {
    const paid = bank.listPayments().filter((one) => one.rail === 'acquirer' && bank.isApproved(one));
    const payment = paid[paid.length - 1 - (attempt % Math.max(paid.length, 1))];
    if (payment !== undefined) bank.disputes.open(payment, amount);
  }

  const clientOf = (actor: Actor, backend: BackendIndex): OperatorClient => ({
    async call(_method, path, body) {
      const answer = await call(
        actor,
        backend,
        'anna',
        path,
        typeof body === 'object' && body !== null ? body : undefined,
      );
      if (answer === null) throw new OperatorError(`${path} was refused`);
      return answer;
    },
    download: () => Promise.reject(new OperatorError('nothing is downloaded')),
  });

  /** Runs the command that reconciles a settlement file, for the file of a day. */
  async function reconcile(
    actor: Actor,
    backend: BackendIndex,
    day: string,
    error: FileError | null,
  ): Promise<Reconciliation> {
    const path = await files.write(day, error);
    record.log.push(`  ${backend} reconcile ${day}`);
    return reconcileFile(clientOf(actor, backend), [path, '--profile', files.profilePath, '--from', day]);
  }

  /** As an operator does: a file that cannot be reconciled now is reconciled another time. */
  async function tryToReconcile(
    actor: Actor,
    backend: BackendIndex,
    { day, error }: { readonly day: number; readonly error: FileError | null },
  ): Promise<void> {
    const days = await files.listDays();
    const chosen = days[days.length - 1 - (day % Math.max(days.length, 1))] ?? dayOf(bank.now());
    await actor.step();
    await reconcile(actor, backend, chosen, error).catch((cause: unknown) => {
      if (!(cause instanceof OperatorError)) throw cause;
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

  /** One of the accounts of a payment of several, whose credit is refunded; nothing for any other payment. */
  async function chooseAccount(refid: string, number: number): Promise<{ readonly account?: string }> {
    const accounts = await db
      .selectFrom('order_accounts')
      .select('account_number as account')
      .where('order_refid', '=', refid)
      .orderBy('position')
      .execute();
    return accounts[number % Math.max(accounts.length, 1)] ?? {};
  }

  return {
    files,
    async act(actor, backend, action) {
      switch (action.do) {
        case 'refund': {
          const payment = orders[orders.length - 1 - (action.order % Math.max(orders.length, 1))];
          if (payment === undefined) return;
          const amount = action.part === 'all' ? {} : { amount: 5_000 };
          const account = await chooseAccount(payment, action.order);
          await call(actor, backend, 'anna', '/refunds', { payment, ...account, ...amount, reason: 'paid twice' });
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
          dispute(action);
          return recordDisputes(actor, backend);
        case 'close-chargeback': {
          const open = bank.disputes.list().findLast(({ end }) => end === null);
          if (open !== undefined) bank.disputes.end(open.dispute, action.outcome);
          return closeDisputes(actor, backend);
        }
        case 'reconcile':
          return tryToReconcile(actor, backend, action);
      }
    },
    async endWaiting(actor, backend) {
      await recordDisputes(actor, backend);
      await closeDisputes(actor, backend);
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
    async reconcileAll(days) {
      const results: Reconciliation[] = [];
      for (const [index, day] of days.entries()) {
        const error = errorsByTurns[(index + orders.length) % errorsByTurns.length] ?? null;
        results.push(await reconcile(unscheduledActor, 0, day, error));
      }
      return results;
    },
    async findCloseErrors(day) {
      const close = closeSchema.parse(await call(unscheduledActor, 0, 'anna', `/close?date=${day}`));
      return close.checks.flatMap(({ errors }) => errors);
    },
  };
}
