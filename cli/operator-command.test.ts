import { setUpTestBackend, testOperatorKey } from '../backend/test-backend.fixture';
import { createOperatorClient } from './operator-client';
import { runOperatorCommand } from './operator-command';
import { runReviewCommand } from './review-command';

/* Named operators: docs/operate.md, "Operators". */

const backend = setUpTestBackend();
let address: string;
beforeAll(async () => {
  address = await backend.app.listen({ host: '127.0.0.1', port: 0 });
});

const as = (key: string) => createOperatorClient({ BACKEND_URL: address, OPERATOR_KEY: key });
const ops = (...parameters: string[]) => runOperatorCommand(as(testOperatorKey), parameters);
const add = async (name: string) => ((await ops('add', name)) as { readonly key: string }).key;

test('an operator’s key works until the operator is disabled', async () => {
  const key = await add('aisyah');
  expect(await runReviewCommand(as(key), [])).toEqual([]);
  await ops('disable', 'aisyah');
  await expect(runReviewCommand(as(key), [])).rejects.toThrow('not an operator’s key');
  expect(await ops('list')).toMatchObject([{ name: 'aisyah', disabledAt: expect.stringMatching(/^\d{4}-.*Z$/) }]);
});

test('a key is shown once, and is not stored', async () => {
  const key = await add('aisyah');
  expect(key).toMatch(/^operator-[\w-]{43}$/);
  const stored = await backend.store.db.selectFrom('operators').selectAll().execute();
  expect(JSON.stringify([stored, await ops('list'), await ops('actions')])).not.toContain(
    key.slice('operator-'.length),
  );
});

test('a disabled operator who is added again has another key', async () => {
  const before = await add('aisyah');
  await expect(ops('add', 'aisyah')).rejects.toThrow('disable it first');
  await ops('disable', 'aisyah');
  const key = await add('aisyah');
  await expect(runReviewCommand(as(before), [])).rejects.toThrow('not an operator’s key');
  expect(await runReviewCommand(as(key), [])).toEqual([]);
});

test('of several requests to add one name at once, one makes a key', async () => {
  const added = await Promise.allSettled(Array.from({ length: 6 }, () => add('aisyah')));
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await ops('actions', '--of', 'aisyah')).toHaveLength(1);
});

test('a named operator neither adds nor disables operators', async () => {
  const key = await add('aisyah');
  for (const parameters of [
    ['add', 'second-self'],
    ['disable', 'aisyah'],
  ]) {
    await expect(runOperatorCommand(as(key), parameters)).rejects.toThrow('only the deployment’s OPERATOR_KEY');
  }
  expect(await ops('list')).toMatchObject([{ name: 'aisyah', disabledAt: null }]);
});

test.each(['', 'shared key', 'Aisyah', 'a'.repeat(61), 'a/b', '-a'])('refuses the name %j', async (name) => {
  await expect(ops('add', name)).rejects.toThrow();
  expect(await ops('list')).toEqual([]);
});

test.each(['', 'operator-', `operator-${'A'.repeat(43)}`])('refuses the key %j', async (key) => {
  await add('aisyah');
  const headers = { authorization: `Bearer ${key}` };
  expect((await backend.app.inject({ url: '/operator/review', headers })).statusCode).toBe(401);
});

test('refuses a key without its scheme, and a request without a key', async () => {
  const key = await add('aisyah');
  for (const headers of [{ authorization: key }, {}])
    expect((await backend.app.inject({ url: '/operator/review', headers })).statusCode).toBe(401);
});

test('records who changes partners, their keys and settings, and who takes a backup', async () => {
  const authorization = `Bearer ${await add('aisyah')}`;
  const send = (method: 'GET' | 'POST' | 'DELETE', path: string, payload?: object) =>
    backend.app.inject({ method, url: `/operator/${path}`, headers: { authorization }, payload });
  await send('POST', 'partners', { key: 'SHOP', settings: { name: 'Shop' } });
  const { keyId } = (await send('POST', 'partners/SHOP/keys')).json();
  await send('DELETE', `partners/SHOP/keys/${keyId}`);
  await send('POST', 'config', { payAmtLimit: 500, autoDebitType: 'otp' });
  await send('POST', 'config', { payAmtLimit: 'unlimited' });
  await send('POST', 'config/unset', { fields: ['payAmtLimit'] });
  await send('POST', 'downtimes', { target: 'fpx', until: '2036-01-01T00:00:00Z' });
  await send('DELETE', 'downtimes/fpx');
  await send('POST', 'instalment-plans', { plans: null });
  await send('GET', 'backup');
  const actions = (await ops('actions')) as readonly { operator: string; action: string; subject: string }[];
  const own = actions.filter(({ operator }) => operator === 'aisyah').toReversed();
  expect(own.map(({ action, subject }) => [action, subject])).toEqual([
    ['partner-set', 'SHOP'],
    ['partner-key-added', `SHOP ${keyId}`],
    ['partner-key-retired', `SHOP ${keyId}`],
    ['settings-changed', 'payAmtLimit, autoDebitType'],
    ['settings-changed', 'payAmtLimit'],
    ['settings-changed', 'downtime fpx'],
    ['settings-changed', 'downtime fpx'],
    ['settings-changed', 'instalment-plans'],
    ...(backend.store.dump === undefined ? [] : [['backup-taken', 'store']]),
  ]);
});

test('lists what operators have done, with who and when, the latest first', async () => {
  await add('aisyah');
  await add('badrul');
  await ops('disable', 'aisyah');
  expect(await ops('actions')).toEqual([
    { operator: 'shared key', action: 'operator-disabled', subject: 'aisyah', reason: null, at: expect.any(String) },
    { operator: 'shared key', action: 'operator-added', subject: 'badrul', reason: null, at: expect.any(String) },
    { operator: 'shared key', action: 'operator-added', subject: 'aisyah', reason: null, at: expect.any(String) },
  ]);
});
