import { expect, test } from '../fixtures/journey';
import { actions, routes } from '../../lib/routes';
import en from '../../messages/en.json';

test('row 52: opening the link of a confirmation changes nothing; only its button, on our own page, does', async ({
  account,
  paymentApi,
  autoDebit,
  openVisit,
  result,
}) => {
  const accountNumber = account('01');
  const email = `${accountNumber}@ebill.example`;
  await result.open('/bankResultFPX', await paymentApi.payAtBank(accountNumber, email));
  await autoDebit.enterPin((await autoDebit.requestPin(accountNumber)).code);
  await autoDebit.submitCard('4242 4242 4242 4242');
  await expect(autoDebit.thanks).toBeVisible();
  const { pathname, search, searchParams } = new URL(await autoDebit.findCancelLink(email));
  const token = searchParams.get('token') ?? '';
  const reader = await openVisit();
  const readTitle = async () => /<h1[^>]*>([^<]*)</.exec(await (await reader.get(pathname + search)).text())?.[1];

  for (let time = 0; time < 3; time += 1) expect(await readTitle()).toBe(en.autoDebitCancellation.title);
  await reader.request.head(paymentApi.urlOf(pathname + search));
  expect((await reader.get(`${actions.cancelAutoDebit}?token=${token}`)).status()).toBe(405);
  expect((await reader.post(pathname + search, { token })).status()).toBe(405);
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
  expect((await reader.post(actions.cancelAutoDebit, { token }, foreign)).status()).toBe(403);
  for (const forged of [
    token.slice(0, 26),
    `${token}a`,
    `${token.slice(0, -1)}`,
    token.split('.').toReversed().join('.'),
  ]) {
    const answer = await reader.post(actions.cancelAutoDebit, { token: forged });
    expect([answer.status(), answer.headers()['location']]).toEqual([303, routes.cancelAutoDebit]);
  }
  expect(await readTitle()).toBe(en.autoDebitCancellation.title);

  const answer = await reader.post(actions.cancelAutoDebit, { token });
  expect([answer.status(), answer.headers()['location']]).toEqual([303, pathname + search]);
  expect(answer.headers()['cache-control']).toContain('no-store');
  expect(await readTitle()).toBe(en.autoDebitCancellation.cancelledTitle);
});
