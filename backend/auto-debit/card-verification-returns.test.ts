import { calls } from '@/lib/contract/calls';
import { postCallback, sandboxControl, send } from '../test-backend.fixture';
import { setUpAutoDebitBackend } from './auto-debit.fixture';

const { backend, payByFpx, infoOf, confirm, keptCards, giveCard, verifications } = setUpAutoDebitBackend();

describe('the card issuer’s page', () => {
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

  test('approved: the payer returns to the completed registration', async () => {
    const { refid, number } = await challenge();
    backend.cards.setStatus(number, 'successful', 100);
    expect((await comeBack({ number })).body).toMatchObject({ refid, purpose: 'card-verification' });
    expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
  });

  test('declined: asks for another card', async () => {
    const { refid, number } = await challenge();
    backend.cards.setStatus(number, 'failed', 100);
    await comeBack({ number });
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'card', cardRefused: true });
  });

  test('the return is not trusted: the acquirer is enquired', async () => {
    const { refid, number } = await challenge();
    await comeBack(backend.cards.sign(number, 'successful', 100));
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', cardRefused: true });
    expect(await keptCards()).toEqual([]);
  });

  test('refused, then a callback reports an approval: reversed, and nothing registered', async () => {
    const { refid, number } = await challenge();
    await comeBack({ number });
    backend.cards.setStatus(number, 'successful', 100);
    await comeBack({ number });
    expect(await verifications()).toMatchObject([{ state: 'refused' }]);
    await postCallback(backend, backend.cards.sign(number, 'successful', 100), 'acquirer');
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
    expect(await infoOf(refid)).toMatchObject({ state: 'offered' });
  });

  test('approved without a browser return: a signed callback registers, an unsigned one does nothing', async () => {
    const { refid, number } = await challenge();
    backend.cards.setStatus(number, 'successful', 100);
    await postCallback(backend, { number, verdict: 'successful', amount: '100', signature: 'no' }, 'acquirer');
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'card-check' });
    await postCallback(backend, backend.cards.sign(number, 'successful', 100), 'acquirer');
    expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
  });

  test('abandoned: the verification ends at its deadline', async () => {
    const { refid } = await challenge();
    await sandboxControl(backend, 'clock', { advance: 'PT16M' });
    expect(await verifications()).toMatchObject([{ state: 'refused' }]);
    expect(await infoOf(refid)).toMatchObject({ step: 'card' });
  });
});
