import { setImmediate } from 'node:timers/promises';
import { describeKeptCards } from './kept-card-journeys.fixture';

/* Auto debit on cards that Stripe keeps: GATEWAYS=stripe. */

function postCard(pageUrl: string, cardNumber: string): Promise<Response> {
  const body = new URLSearchParams({ billingName: 'Siti', cardNumber, cardExpiry: '12/39', cardCvc: '123' });
  return fetch(pageUrl, { method: 'POST', redirect: 'manual', body });
}

const { control, register, confirm, openCardPage, infoOf, passDays, statesOf, expectChargedOnce } = describeKeptCards(
  { name: 'stripe', returnField: 'stripe_reference', postCard },
  'row 57: stopped between any two steps, a charge is one charge at Stripe, one credit, one posting, one receipt',
);

test('a declined card can be followed by another one on Stripe’s page, whose event registers the account', async () => {
  const refid = await confirm();
  const pageUrl = await openCardPage(refid);
  const declined = await postCard(pageUrl, '4000000000000002');
  expect(await declined.text()).toContain('Your card was declined');
  expect((await postCard(pageUrl, '4242424242424242')).status).toBe(303);
  // The browser never returns.
  let info = await infoOf(refid);
  for (let reads = 1; info.state !== 'registered' && reads < 200; reads += 1) {
    await setImmediate();
    info = await infoOf(refid);
  }
  expect(info).toMatchObject({ state: 'registered', card: { lastFour: '4242' } });
});

test('a charge that Stripe is processing ends when it is known', async () => {
  await register('4000000000000119');
  await passDays(3);
  expect(await statesOf()).toEqual(['charging']);
  await control('clock', { advance: 'PT2H' });
  await expectChargedOnce();
});
