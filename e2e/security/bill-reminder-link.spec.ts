import { expect, test } from '../fixtures/journey';
import { actions, endpoints, routes } from '../../lib/routes';
import en from '../../messages/en.json';

const words = en.emailReminder;

test('row 64: opening the links of a reminder changes nothing; only their buttons, on our own page, do', async ({
  account,
  home,
  paymentApi,
  openVisit,
  reminder,
}) => {
  const accountNumber = account('01');
  const email = `link-${accountNumber}@ebill.example`;
  await home.open();
  await home.lookUp(accountNumber);
  await reminder.askFor(email);
  const reader = await openVisit();
  const titleOf = async (path: string) => /<h1[^>]*>([^<]*)</.exec(await (await reader.get(path)).text())?.[1];

  for (const [page, action, before, after] of [
    ['confirm', actions.confirmReminder, words.confirmTitle, words.confirmedTitle],
    ['stop', actions.stopReminder, words.stopTitle, words.stoppedTitle],
  ] as const) {
    const { pathname, search, searchParams } = new URL(await reminder.findLink(email, page));
    const token = searchParams.get('token') ?? '';
    for (let time = 0; time < 3; time += 1) expect(await titleOf(pathname + search)).toBe(before);
    await reader.request.head(paymentApi.urlOf(pathname + search));
    expect((await reader.get(`${action}?token=${token}`)).status()).toBe(405);
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    expect((await reader.post(action, { token }, foreign)).status()).toBe(403);
    const forged = await reader.post(action, { token: `${token}a` });
    expect([forged.status(), forged.headers()['location']]).toEqual([303, pathname]);
    expect(await titleOf(pathname + search)).toBe(before);
    const answer = await reader.post(action, { token });
    expect([answer.status(), answer.headers()['location']]).toEqual([303, pathname + search]);
    expect(answer.headers()['cache-control']).toContain('no-store');
    expect(await titleOf(pathname + search)).toBe(after);
  }
});

test('row 65: a mail program stops reminders by a post without a visit, and by nothing else', async ({
  account,
  home,
  paymentApi,
  openVisit,
  reminder,
  playwright,
}) => {
  const accountNumber = account('01');
  const email = `program-${accountNumber}@ebill.example`;
  await home.open();
  await home.lookUp(accountNumber);
  await reminder.askFor(email);
  const { search } = new URL(await reminder.findLink(email, 'stop'));
  const reader = await openVisit();
  const titleOf = async () =>
    /<h1[^>]*>([^<]*)</.exec(await (await reader.get(routes.stopReminder + search)).text())?.[1];
  const program = await playwright.request.newContext();
  const address = paymentApi.urlOf(endpoints.unsubscribeReminder + search);
  expect((await program.get(address, { maxRedirects: 0 })).status()).toBe(303);
  expect((await program.post(address, { form: { a: 'b' } })).status()).toBe(400);
  expect(await titleOf()).toBe(words.stopTitle);
  const answer = await program.post(address, { form: { 'List-Unsubscribe': 'One-Click' }, maxRedirects: 0 });
  expect(answer.status()).toBe(200);
  expect(await titleOf()).toBe(words.stoppedTitle);
  await program.dispose();
});
