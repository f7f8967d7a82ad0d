import { calls } from '@/lib/contract/calls';
import { postCallback, sandboxControl, send, succeed, testVisit } from '../test-backend.fixture';
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
    const answer = await comeBack(backend.cards.sign(number, 'successful', 100));
    expect(answer.body).toMatchObject({ refid, purpose: 'card-verification' });
    expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
  });

  test('declined: asks for another card', async () => {
    const { refid, number } = await challenge();
    backend.cards.setStatus(number, 'failed', 100);
    await comeBack(backend.cards.sign(number, 'failed', 100));
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
    await comeBack(backend.cards.sign(number, 'failed', 100));
    backend.cards.setStatus(number, 'successful', 100);
    await comeBack(backend.cards.sign(number, 'successful', 100));
    expect(await verifications()).toMatchObject([{ state: 'refused' }]);
    await postCallback(backend, backend.cards.sign(number, 'successful', 100), 'acquirer');
    expect(await verifications()).toMatchObject([{ state: 'reversed' }]);
    expect(await infoOf(refid)).toMatchObject({ state: 'offered' });
  });

  test('approved without a browser return: a signed callback registers, an unsigned one does nothing', async () => {
    const { refid, number } = await challenge();
    backend.cards.setStatus(number, 'successful', 100);
    await postCallback(backend, { number, status: 'successful', amount: '100', signature: 'no' }, 'acquirer');
    expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'card-check' });
    await postCallback(backend, backend.cards.sign(number, 'successful', 100), 'acquirer');
    expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
  });

  const forgeries = {
    'of nothing but a number': (number: string) => ({ number }),
    unsigned: (number: string) => ({ ...backend.cards.sign(number, 'failed', 100), signature: '' }),
    'signed, of another amount': (number: string) => backend.cards.sign(number, 'successful', 1),
  };
  const visitedInfo = (refid: string, visitId: string) => succeed(backend, calls['autodebit.info'], { refid, visitId });

  test.each(Object.entries(forgeries))(
    'row 42: a return %s changes nothing and causes no enquiry',
    async (_name, forge) => {
      const { refid, number } = await challenge();
      const before = backend.cards.enquired.length;
      for (let times = 0; times < 40; times += 1) await comeBack(forge(number));
      expect(await visitedInfo(refid, 'visit-of-a-stranger-0001')).toMatchObject({ step: 'card-check' });
      expect(backend.cards.enquired).toHaveLength(before);
      backend.cards.setStatus(number, 'successful', 100);
      await comeBack(backend.cards.sign(number, 'successful', 100));
      expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
    },
  );

  test.each(Object.entries(forgeries))(
    'row 42: a return %s ends a verification that the acquirer does not know, when the visit that has paid opens the registration',
    async (_name, forge) => {
      const { refid, number } = await challenge();
      await comeBack(forge(number));
      expect(await visitedInfo(refid, testVisit)).toMatchObject({ step: 'card', cardRefused: true });
    },
  );

  test('row 42: signed returns and callbacks, 100 of them: ten enquiries', async () => {
    const { number } = await challenge();
    const before = backend.cards.enquired.length;
    backend.cards.setStatus(number, 'pending', 100);
    const fields = backend.cards.sign(number, 'successful', 100);
    for (let times = 0; times < 50; times += 1) {
      await comeBack(fields);
      await postCallback(backend, fields, 'acquirer');
    }
    expect(backend.cards.enquired.length - before).toBe(10);
    expect((await postCallback(backend, fields, 'acquirer')).statusCode).toBe(503);
  });

  test('abandoned: the verification ends at its deadline', async () => {
    const { refid } = await challenge();
    await sandboxControl(backend, 'clock', { advance: 'PT16M' });
    expect(await verifications()).toMatchObject([{ state: 'refused' }]);
    expect(await infoOf(refid)).toMatchObject({ step: 'card' });
  });
});
