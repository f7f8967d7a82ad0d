import { recordAnswer } from '../postings/answers';
import { confirmPostings } from '../postings/confirmations';
import { findRefundableCredit } from '../refunds/refundable-credit.fixture';
import { requestRefund, settleRefund } from '../refunds/service';
import { payByFpx, setUpTestBackend } from '../test-backend.fixture';

/* design.md, section 7: each transition is one SQL transaction under the order's lock, which comes first, so that no two wait for each other. */

const backend = setUpTestBackend();
const aisyah = { isNamed: true, name: 'aisyah' } as const;

/** A payment whose posting the biller has not answered, and a refund of a part of it that a person records. */
async function payAndRefund() {
  const refid = await payByFpx(backend);
  const { id, reference } = await backend.store.db
    .selectFrom('postings')
    .innerJoin('credits', 'credits.id', 'postings.credit_id')
    .select(['postings.id', 'postings.reference'])
    .where('order_refid', '=', refid)
    .executeTakeFirstOrThrow();
  const credit = await findRefundableCredit(backend.store.db, refid);
  const requested = await requestRefund(backend.services, {
    ...{ amount: 5_000, reason: 'paid twice', requestedBy: aisyah },
    source: { kind: 'credit', id: credit?.id ?? 0 },
  });
  if (!requested.ok) throw new Error(requested.error.code);
  const evidence = { reference: 'T-1', date: '2025-11-30', note: 'sent' };
  const settle = () =>
    settleRefund(backend.services, requested.value.reference, { outcome: 'succeeded', evidence }, aisyah);
  return { id, reference, settle };
}

const rounds = Array.from({ length: 5 });

test('the biller’s answer and the end of a refund at once are both recorded', async () => {
  for (const _ of rounds) {
    const { id, settle } = await payAndRefund();
    const answer = { status: 'accepted', receiptNumber: `R-${id}` } as const;
    const [state, settled] = await Promise.all([
      recordAnswer(backend.store.db, id, answer, { by: 'biller', at: backend.clock.now() }),
      settle(),
    ]);
    expect(state).toBe('accepted');
    expect(settled).toMatchObject({ ok: true, value: { state: 'succeeded' } });
  }
});

test('an operator’s confirmations and the end of a refund at once are both recorded', async () => {
  for (const _ of rounds) {
    const { id, reference, settle } = await payAndRefund();
    const at = backend.clock.now();
    const answer = { status: 'accepted', receiptNumber: `R-${id}`, postedAt: at } as const;
    const [confirmed, settled] = await Promise.all([
      confirmPostings(backend.store.db, [{ reference, answer }], { isDryRun: false, at, by: aisyah }),
      settle(),
    ]);
    expect(confirmed).toMatchObject({ confirmed: 1, errors: [] });
    expect(settled).toMatchObject({ ok: true, value: { state: 'succeeded' } });
  }
});
