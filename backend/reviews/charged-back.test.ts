import { readTrialBalance } from '../ledger/balances';
import { findJournalErrors } from '../ledger/journal-check';
import { addChargeback, closeChargeback } from '../chargebacks/service';
import { listChargebacks } from '../chargebacks/model';
import { closeReview, listReview } from '../operations/review-queue';
import { postCallback, sandboxControl, setUpTestBackend } from '../test-backend.fixture';
import { applyHeldMoney } from './apply';
import { findRefundableCredit } from '../refunds/refundable-credit.fixture';
import { holdLateMoney, holdSecondMovement } from './held-money.fixture';
import { returnHeldMoney } from './return';

/* Money that the gateway has taken back for a dispute pays no bill and cannot be returned: docs/operate.md, "Chargebacks". */

const backend = setUpTestBackend();
const decision = { operator: { isNamed: true, name: 'aisyah' }, reason: 'bank statement' } as const;
const dispute = (number: string, status: 'opened' | 'won' | 'lost', amount?: number) =>
  postCallback(backend, backend.fpx.signDispute(number, 'D1', status, amount));

/** What the accounts of held and disputed money have; every entry of the journal is what the other tables call for. */
async function balances() {
  expect(await findJournalErrors(backend.store.db)).toEqual([]);
  const rows = await readTrialBalance(backend.store.db, new Date('9999-12-31T00:00:00Z'));
  const of = (account: string) => rows.find((row) => row.account === account)?.balance ?? 0;
  return {
    gateway: of('gateway:fpx'),
    held: of('suspense'),
    disputed: of('chargebacks'),
    lost: of('chargeback-losses'),
  };
}

test('held money that is charged back is not applied until the dispute is won', async () => {
  const { refid, number, entry } = await holdLateMoney(backend);
  await dispute(number, 'opened');
  expect(await applyHeldMoney(backend.services, entry, decision)).toEqual({ ok: false, error: 'charged-back' });
  expect(await returnHeldMoney(backend.services, entry, decision)).toEqual({ ok: false, error: 'charged-back' });
  expect((await sandboxControl(backend, 'ledger')).credits).toEqual([]);
  await dispute(number, 'won');
  expect(await applyHeldMoney(backend.services, entry, decision)).toEqual({ ok: true, value: 'applied' });
  expect((await sandboxControl(backend, 'ledger')).credits).toMatchObject([{ refid }]);
});

test('held money that is lost in a dispute is closed with a note, not before', async () => {
  const { number, entry } = await holdLateMoney(backend);
  const close = () => closeReview(backend.services, entry, { note: 'lost', by: decision.operator });
  await dispute(number, 'opened');
  expect(await close()).toBe('money');
  await dispute(number, 'lost');
  expect(await applyHeldMoney(backend.services, entry, decision)).toEqual({ ok: false, error: 'charged-back' });
  expect(await close()).toBe('closed');
  expect(await listReview(backend.services)).toEqual([]);
  expect(await findJournalErrors(backend.store.db)).toEqual([]);
});

describe('held money that is lost in a dispute', () => {
  const none = { gateway: 0, held: 0, disputed: 0, lost: 0 };

  test('is no loss: it was never ours, and is no longer held', async () => {
    const { number } = await holdLateMoney(backend);
    await dispute(number, 'opened');
    expect(await balances()).toEqual({ ...none, held: -13_878, disputed: 13_878 });
    await dispute(number, 'lost');
    expect(await balances()).toEqual(none);
  });

  test('and won after all is held again, and its entry is open again', async () => {
    const { number, entry } = await holdLateMoney(backend);
    await dispute(number, 'opened');
    await dispute(number, 'lost');
    await closeReview(backend.services, entry, { note: 'lost', by: decision.operator });
    await dispute(number, 'won');
    const [chargeback] = await listChargebacks(backend.store.db, { isOpen: false });
    const won = await closeChargeback(backend.services, chargeback!.id, { ...decision, outcome: 'won' });
    expect(won.ok).toBe(true);
    expect(await balances()).toEqual({ ...none, gateway: 13_878, held: -13_878 });
    expect(await applyHeldMoney(backend.services, entry, decision)).toEqual({ ok: true, value: 'applied' });
    expect(await balances()).toEqual({ ...none, gateway: 13_878 });
  });

  test('in part is returned as to the rest', async () => {
    const { number, entry } = await holdLateMoney(backend);
    await dispute(number, 'opened', 5_000);
    expect(await returnHeldMoney(backend.services, entry, decision)).toEqual({ ok: false, error: 'charged-back' });
    await dispute(number, 'lost', 5_000);
    expect(await closeReview(backend.services, entry, { note: 'lost', by: decision.operator })).toBe('money');
    const returned = await returnHeldMoney(backend.services, entry, decision);
    expect(returned).toMatchObject({ ok: true, value: { amount: 8_878 } });
    expect(await balances()).toEqual({ ...none, gateway: 8_878 });
  });

  test('and was returned before is a loss', async () => {
    const { number, entry } = await holdLateMoney(backend);
    expect((await returnHeldMoney(backend.services, entry, decision)).ok).toBe(true);
    await dispute(number, 'opened');
    await dispute(number, 'lost');
    expect(await balances()).toMatchObject({ held: 0, lost: 13_878 });
  });

  test('and was applied before is a loss', async () => {
    const { number, entry } = await holdLateMoney(backend);
    await applyHeldMoney(backend.services, entry, decision);
    await dispute(number, 'opened');
    await dispute(number, 'lost');
    expect(await balances()).toEqual({ ...none, lost: 13_878 });
  });
});

describe('money that is held beside the credit of its attempt', () => {
  test('is not returned while a dispute may be about it, and neither is the credit', async () => {
    const { refid, number, entry } = await holdSecondMovement(backend);
    await dispute(number, 'opened');
    expect(await returnHeldMoney(backend.services, entry, decision)).toEqual({ ok: false, error: 'charged-back' });
    expect((await findRefundableCredit(backend.store.db, refid))?.left).toBe(0);
    await dispute(number, 'won');
    expect(await returnHeldMoney(backend.services, entry, decision)).toMatchObject({ ok: true });
  });

  test('is not returned once the journal has lost it in the dispute; the credit can be refunded', async () => {
    const { refid, number, entry } = await holdSecondMovement(backend);
    await dispute(number, 'opened');
    await dispute(number, 'lost');
    expect(await balances()).toMatchObject({ held: 0, lost: 0 });
    expect(await returnHeldMoney(backend.services, entry, decision)).toEqual({ ok: false, error: 'charged-back' });
    expect(await balances()).toMatchObject({ held: 0, lost: 0 });
    expect((await findRefundableCredit(backend.store.db, refid))?.left).toBe(13_878);
    expect(await closeReview(backend.services, entry, { note: 'lost', by: decision.operator })).toBe('closed');
  });

  test('can be disputed besides the credit, and no more than both', async () => {
    const { refid, number, entry } = await holdSecondMovement(backend);
    const add = (id: string) =>
      addChargeback(
        backend.services,
        { number, dispute: id, amount: 13_878, reasonCode: '10.4', respondBy: null },
        decision,
      );
    expect([(await add('D1')).ok, (await add('D2')).ok]).toEqual([true, true]);
    expect(await add('D3')).toEqual({ ok: false, error: 'too-much' });
    for (const { id } of await listChargebacks(backend.store.db, { isOpen: true })) {
      await closeChargeback(backend.services, id, { ...decision, outcome: 'lost' });
    }
    expect(await balances()).toEqual({ gateway: 0, held: 0, disputed: 0, lost: 13_878 });
    expect(await returnHeldMoney(backend.services, entry, decision)).toEqual({ ok: false, error: 'charged-back' });
    expect((await findRefundableCredit(backend.store.db, refid))?.left).toBe(0);
  });
});
