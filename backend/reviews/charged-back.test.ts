import { findJournalErrors } from '../ledger/journal-check';
import { closeReview, listReview } from '../operations/review-queue';
import { postCallback, sandboxControl, setUpTestBackend } from '../test-backend.fixture';
import { applyHeldMoney } from './apply';
import { holdLateMoney } from './held-money.fixture';
import { returnHeldMoney } from './return';

/* Money that the gateway has taken back for a dispute pays no bill and cannot be returned: docs/operate.md, "Chargebacks". */

const backend = setUpTestBackend();
const decision = { operator: { isNamed: true, name: 'aisyah' }, reason: 'bank statement' } as const;
const dispute = (number: string, status: 'opened' | 'won' | 'lost') =>
  postCallback(backend, backend.fpx.signDispute(number, 'D1', status));

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
