import { calls } from '@/lib/contract/calls';
import { postCallback, sandboxControl, send } from '../test-backend.fixture';
import { setUpAutoDebitBackend } from './auto-debit.fixture';

const { backend, payByFpx, infoOf, confirm, keptCards, giveCard, verifications } = setUpAutoDebitBackend();

describe('the page of the card issuer', () => {
  async function challenge() {
    const refid = await payByFpx();
    await confirm(refid);
    backend.cards.beginning = 'redirect';
    expect((await giveCard(refid)).body).toEqual({ refid, state: 'card-check' });
    const number = backend.cards.begun.at(-1)?.order.number ?? '';
    expect(await infoOf(refid)).toMatchObject({ step: 'card-check', cardCheck: { fields: { number } } });
    return { refid, number };
  }

  const comeBack = (fields: Record<string, string>) =>
    send(backend, calls['payment.return'], { route: '/bankResultMBB', fields });

  test('approves: the payer comes back to the registration, which is done', async () => {
    const { refid, number } = await challenge();
    backend.cards.setStatus(number, 'successful', 100);
    expect((await comeBack({ number })).body).toMatchObject({ refid, purpose: 'card-verification' });
    expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
  });

  test('declines: another card is asked for', async () => {
    const { refid, number } = await challenge();
    backend.cards.setStatus(number, 'failed', 100);
    await comeBack({ number });
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'card', cardRefused: true });
  });

  test('is not believed about itself: the acquirer is asked', async () => {
    const { refid, number } = await challenge();
    await comeBack(backend.cards.sign(number, 'successful', 100));
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', cardRefused: true });
    expect(await keptCards()).toEqual([]);
  });

  test('is refused, and calls later that it has approved after all: given back, and nothing registered', async () => {
    const { refid, number } = await challenge();
    await comeBack({ number });
    backend.cards.setStatus(number, 'successful', 100);
    await comeBack({ number });
    expect(await verifications()).toMatchObject([{ state: 'refused' }]);
    await postCallback(backend, backend.cards.sign(number, 'successful', 100), 'acquirer');
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
    expect(await infoOf(refid)).toMatchObject({ state: 'offered' });
  });

  test('approves and nobody comes back: the signed callback registers, an unsigned one does nothing', async () => {
    const { refid, number } = await challenge();
    backend.cards.setStatus(number, 'successful', 100);
    await postCallback(backend, { number, verdict: 'successful', amount: '100', signature: 'no' }, 'acquirer');
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'card-check' });
    await postCallback(backend, backend.cards.sign(number, 'successful', 100), 'acquirer');
    expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
  });

  test('is left for good: the verification ends by itself', async () => {
    const { refid } = await challenge();
    await sandboxControl(backend, 'clock', { advance: 'PT16M' });
    expect(await verifications()).toMatchObject([{ state: 'refused' }]);
    expect(await infoOf(refid)).toMatchObject({ step: 'card' });
  });
});
