import { attemptStates, hasEnded, canTransition, orderStates } from '@/lib/domain/payment/payment-states';
import { inTransaction } from '../db/database';
import { sandboxControl, createPayment, redirectToBank, setUpTestBackend } from '../test-backend.fixture';
import { findAttempt, loadPayment, lockPayment, type Attempt } from './model';
import { closeOrder, createAttempt, findStateEnteredAt, transitionAttempt, redirectAttempt } from './transitions';

const backend = setUpTestBackend();

const at = new Date('2026-11-21T12:00:00Z');
const historyOf = (refid: string) => sandboxControl(backend, `payments/${refid}`).then(({ history }) => history);

async function findRedirected() {
  const { number } = await redirectToBank(backend);
  const attempt = await findAttempt(backend.store.db, { number });
  if (attempt === null) throw new Error('no attempt');
  return attempt;
}

describe('an attempt', () => {
  const wrong = attemptStates.flatMap((from) =>
    attemptStates.filter((to) => !canTransition(from, to)).map((to) => [from, to] as const),
  );

  test('refuses a transition that is not in the state table, without a history entry', async () => {
    const attempt = await findRedirected();
    const before = await historyOf(attempt.order_refid);
    for (const [from, to] of wrong) {
      const moving = inTransaction(backend.store.db, (trx) =>
        transitionAttempt(trx, { ...attempt, state: from }, to, { by: 'timer', at }),
      );
      await expect(moving).rejects.toThrow(`no attempt moves from ${from} to ${to}`);
    }
    expect(await historyOf(attempt.order_refid)).toEqual(before);
  });

  test.each(attemptStates.filter((state) => canTransition('redirected', state)))(
    'that moves to %s is that, in its history too',
    async (to) => {
      const attempt = { ...(await findRedirected()), auto_debit_card: 'sealed' };
      const move = { by: 'enquiry', at, detail: 'asked' } as const;
      const moved = await inTransaction(backend.store.db, (trx) =>
        transitionAttempt(trx, attempt, to, move, { reason_code: '00', auto_debit_card: 'sealed' }),
      );
      // A card that did not pay is not stored.
      const kept = hasEnded(to) && to !== 'successful' ? null : 'sealed';
      expect(moved).toEqual({ ...attempt, state: to, reason_code: '00', auto_debit_card: kept });
      expect(await findAttempt(backend.store.db, { id: attempt.id })).toEqual(moved);
      expect((await historyOf(attempt.order_refid)).at(-1)).toEqual({
        attempt: attempt.number,
        state: to,
        movedBy: 'enquiry',
        detail: 'asked',
        at: at.toISOString(),
      });
      expect(await findStateEnteredAt(backend.store.db, moved)).toEqual(at);
    },
  );

  test('is redirected only while it is initiated, also with a concurrent lock', async () => {
    const { db } = backend.store;
    const old = await findRedirected();
    const deadline = new Date(at.getTime() + 60_000);
    const nextAction = { kind: 'tac', carrier: 'celcom' } as const;
    const redirect = (attempt: Attempt) => redirectAttempt(db, attempt, { nextAction, deadline, paymentId: null }, at);
    const create = async (number: string) => {
      const {
        id: _id,
        state: _state,
        onward: _onward,
        ...values
      } = { ...old, order_refid: await createPayment(backend) };
      return inTransaction(db, (trx) => createAttempt(trx, { ...values, onward: null, number }, at));
    };
    const states = async ({ id, order_refid: refid }: Attempt) => {
      const history = db.selectFrom('payment_history').select('state').where('order_refid', '=', refid);
      return (await history.where('attempt_id', '=', id).orderBy('id').execute()).map(({ state }) => state);
    };

    const first = await create('first');
    await redirect(first);
    await redirect(first);
    expect(await findAttempt(db, { id: first.id })).toEqual({
      ...first,
      state: 'redirected',
      onward: nextAction,
      deadline,
    });
    expect(await states(first)).toEqual(['created', 'initiated', 'redirected']);

    const second = await create('second');
    let redirecting = Promise.resolve();
    await inTransaction(db, async (trx) => {
      await lockPayment(trx, second.order_refid);
      redirecting = redirect(second);
      await transitionAttempt(trx, second, 'failed', { by: 'gateway', at });
    });
    await redirecting;
    expect(await findAttempt(db, { id: second.id })).toMatchObject({ state: 'failed', onward: null });
    expect(await states(second)).toEqual(['created', 'initiated', 'failed']);
  });

  test('entered its state at the latest history entry', async () => {
    let attempt = await findRedirected();
    const times = [1, 2, 3].map((hours) => new Date(at.getTime() + hours * 3_600_000));
    for (const [index, state] of (['pending', 'authorised', 'pending'] as const).entries()) {
      const move = { by: 'enquiry', at: times[index] ?? at } as const;
      attempt = await inTransaction(backend.store.db, (trx) => transitionAttempt(trx, attempt, state, move));
    }
    expect(await findStateEnteredAt(backend.store.db, attempt)).toEqual(times[2]);
    expect(await findStateEnteredAt(backend.store.db, { ...attempt, state: 'expired' })).toBeNull();
  });
});

describe('an order', () => {
  const ends = ['paid', 'cancelled', 'expired'] as const;

  async function findOrder() {
    const found = await loadPayment(backend.store.db, { refid: await createPayment(backend) });
    if (!found.ok) throw new Error(found.error);
    return found.value.order;
  }

  test.each(ends)('that is open becomes %s once, with the actor in its history', async (to) => {
    const order = await findOrder();
    const closed = await inTransaction(backend.store.db, (trx) => closeOrder(trx, order, to, { by: 'partner', at }));
    expect(closed).toEqual({ ...order, state: to });
    const found = await loadPayment(backend.store.db, { paymentId: order.payment_id });
    expect(found).toMatchObject({ ok: true, value: { order: { state: to } } });
    expect((await historyOf(order.refid)).at(-1)).toEqual({
      attempt: null,
      state: to,
      movedBy: 'partner',
      detail: null,
      at: at.toISOString(),
    });
  });

  test('that is closed does not change', async () => {
    const order = await findOrder();
    for (const state of orderStates.filter((each) => each !== 'open')) {
      for (const to of ends) {
        // Late money for an order that nobody else has paid (reports.ts), and money that an operator applies (reviews/apply.ts).
        if (state !== 'paid' && to === 'paid') continue;
        const closing = inTransaction(backend.store.db, (trx) =>
          closeOrder(trx, { ...order, state }, to, { by: 'timer', at }),
        );
        await expect(closing).rejects.toThrow(`an order that is ${state} cannot become ${to}`);
      }
    }
  });
});
