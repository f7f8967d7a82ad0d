import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { calls } from '@/lib/contract/calls';
import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import { chargingDayOf, chargingTimeOf } from '@/lib/domain/auto-debit-charge';
import { addDays, toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { hourMs } from '../backend/clock';
import { observeSteps, type Step } from '../backend/faults/fault-points';
import { createGateways } from '../backend/gateways-wiring';
import {
  createPayment,
  encryptForPage,
  sandboxControl,
  startTestBackend,
  succeed,
  type TestBackend,
} from '../backend/test-backend.fixture';
import { createSandbox } from './entry';
import { describeSandboxGateways } from './gateway-settings';
import { loadSandboxKeys } from './keys';
import { createSimulators } from './simulators/server';

/*
 * Auto debit that charges cards: the backend with its real gateways and the simulators, from the registration to the posted charge.
 */

const account = '1234567801';
const payer = 'payer@example.com';
const visitId = 'the-visit-that-has-paid';
const amount = 5_000;
const dataDir = mkdtempSync(join(tmpdir(), 'ebill-charges-'));
let backend: TestBackend;
let banks: FastifyInstance;
let banksOrigin = '';

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

beforeAll(async () => {
  const siteOrigin = 'http://localhost:3000';
  const [banksPort, backendPort] = [await findFreePort(), await findFreePort()];
  banksOrigin = `http://127.0.0.1:${banksPort}`;
  const backendUrl = `http://127.0.0.1:${backendPort}`;
  const keys = loadSandboxKeys(dataDir);
  backend = await startTestBackend({
    chargePolicy: { noticeDays: 3, retryDays: [1, 3, 5] },
    sandbox: createSandbox({ publicOrigin: siteOrigin, banksOrigin }),
    createGateways: (clock, carrier) =>
      createGateways(
        describeSandboxGateways({ siteOrigin, backendUrl, banksUrl: banksOrigin, dataDir }),
        resolveMethodGateways({}, true),
        clock,
        carrier,
      ),
  });
  await backend.app.listen({ host: '127.0.0.1', port: backendPort });
  banks = createSimulators({ siteOrigin, backendUrl, banksOrigin, dataDir, keys, callbackPausesMs: [50] });
  await banks.listen({ host: '127.0.0.1', port: banksPort });
});

afterAll(async () => {
  observeSteps(() => {});
  await banks.close();
  await backend.close();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(async () => {
  observeSteps(() => {});
  await sandboxControl(backend, 'reset', {});
  // Ten in the morning in Malaysia, so that the days of the tests are those of the charges.
  const now = backend.clock.now();
  const morning = chargingTimeOf(addDays(chargingDayOf(now), 1)).getTime() + hourMs;
  await advance(`PT${Math.ceil((morning - now.getTime()) / 1000)}S`);
});

const advance = (duration: string) => sandboxControl(backend, 'clock', { advance: duration });
async function passDays(days: number): Promise<void> {
  for (let day = 0; day < days; day += 1) await advance('P1D');
}
const statesOf = async () =>
  (await backend.store.db.selectFrom('auto_debit_charges').select('state').orderBy('id').execute()).map(
    ({ state }) => state,
  );
const messagesOf = async (kind: string): Promise<readonly { readonly text: string }[]> =>
  (await sandboxControl(backend, `messages?to=${payer}`)).filter((message: { kind: string }) => message.kind === kind);

/** Pays the account's bill by a card, registers the account with it, and has the biller issue a bill that is due in three days. */
async function register(number: string): Promise<void> {
  const refid = await createPayment(backend, account);
  const card = { number, expiry: '12/39', cvv: '123', name: 'TEST PAYER' };
  const cardDetails = await encryptForPage(backend, refid, card);
  await succeed(backend, calls['payment.init'], {
    ...{ refid, visitId, shownAmount: 13_878 },
    paymentRequest: {
      ...{ selectedPaymentMethod: 'newCard', cardDetails, isAutoDebitOption: true },
      userEmailAddress: payer,
    },
  });
  await succeed(backend, calls['autodebit.sendOtp'], { refid });
  const [{ code: otp }] = await sandboxControl(backend, 'messages?to=60121234567');
  const registered = await succeed(backend, calls['autodebit.verifyOtp'], { refid, otp, visitId });
  expect(registered.state).toBe('registered');
  await backend.jobs.runDue();
  const dueDate = addDays(toMalaysiaDay(backend.clock.now().toISOString()), 3);
  const billed = await sandboxControl(backend, 'bills', { accountNumber: account, amount, dueDate });
  expect(billed).toMatchObject({ accountNumber: account, balance: amount });
}

/** The charges that the simulated acquirer has, by the numbers of their tries. */
async function listAtAcquirer(): Promise<readonly { readonly state: string; readonly amount: number }[]> {
  const attempts = await backend.store.db
    .selectFrom('auto_debit_charges')
    .innerJoin('auto_debit_tries', 'auto_debit_tries.charge_id', 'auto_debit_charges.id')
    .innerJoin('attempts', 'attempts.order_refid', 'auto_debit_tries.order_refid')
    .select('attempts.number')
    .where('auto_debit_charges.account_number', '=', account)
    .orderBy('attempts.id')
    .execute();
  return Promise.all(
    attempts.map(async ({ number }) => (await fetch(`${banksOrigin}/control/payments/${number}`)).json()),
  );
}

async function expectChargedOnce(): Promise<void> {
  expect(await statesOf()).toEqual(['charged']);
  const atAcquirer = await listAtAcquirer();
  expect(atAcquirer.filter(({ state }) => state === 'approved')).toMatchObject([{ amount }]);
  const { balance, postings } = await sandboxControl(backend, `biller/${account}`);
  expect(balance).toBe(0);
  expect(postings).toMatchObject([
    { amount: 13_878, status: 'accepted' },
    { amount, status: 'accepted' },
  ]);
  expect(await messagesOf('receipt')).toHaveLength(2);
  const { balanced, credits } = await sandboxControl(backend, 'ledger');
  expect(balanced).toBe(true);
  expect(credits).toHaveLength(2);
}

test('notice, charge on the due date, receipt, posting', async () => {
  await register('4242424242424242');
  expect(await statesOf()).toEqual(['announced']);
  expect((await messagesOf('auto-debit'))[0]?.text).toContain('RM50.00');
  await passDays(2);
  expect(await listAtAcquirer()).toEqual([]);
  await passDays(1);
  await expectChargedOnce();
});

test('declined twice for want of funds, then paid', async () => {
  await register('4242424242424242');
  await sandboxControl(backend, 'charges', { mode: 'insufficient-funds', times: 2 });
  await passDays(6);
  await expectChargedOnce();
  expect(await listAtAcquirer()).toMatchObject([{ state: 'declined' }, { state: 'declined' }, { state: 'approved' }]);
});

test('4000 0000 0000 0341 is declined four times, and the bill is left to the payer', async () => {
  await register('4000000000000341');
  await passDays(10);
  expect(await statesOf()).toEqual(['stopped']);
  const declined = { state: 'declined', reason: 'insufficient-funds' };
  expect(await listAtAcquirer()).toMatchObject([declined, declined, declined, declined]);
  expect((await messagesOf('auto-debit'))[0]?.text).toContain('won’t try again');
});

test('4000 0000 0000 9987 is declined for good: the registration has ended', async () => {
  await register('4000000000009987');
  await passDays(10);
  expect(await statesOf()).toEqual(['card-ended']);
  expect(await listAtAcquirer()).toMatchObject([{ state: 'declined', reason: 'lost-or-stolen' }]);
  expect(await backend.store.db.selectFrom('auto_debits').selectAll().execute()).toEqual([]);
  expect((await messagesOf('auto-debit'))[0]?.text).toContain('Auto debit has ended');
});

test.each(['lost', 'down'])('an answer of the acquirer is lost (%s): one charge', async (mode) => {
  await register('4242424242424242');
  await sandboxControl(backend, 'charges', { mode, times: 3 });
  await passDays(4);
  await expectChargedOnce();
});

describe('a job that is stopped between any two steps of a charge', () => {
  const isOfCharge = ({ work }: Step) => work === 'charge-auto-debit';
  const nameOf = ({ at, number }: Step) => `${at} ${number}`;

  /** Runs the days of a charge; its job stops at a step, as by the death of its process. Returns the steps that were reached. */
  async function run(dieAt: string | null): Promise<readonly string[]> {
    const reached: string[] = [];
    let hasDied = false;
    observeSteps((step) => {
      if (!isOfCharge(step)) return;
      const name = nameOf(step);
      if (!reached.includes(name)) reached.push(name);
      if (hasDied || name !== dieAt) return;
      hasDied = true;
      throw new Error('the process was killed');
    });
    await register('4242424242424242');
    await passDays(3);
    // Longer than a job that failed waits.
    for (let hours = 0; hours < 8; hours += 1) await advance('PT1H');
    observeSteps(() => {});
    expect(dieAt === null || hasDied).toBe(true);
    return reached;
  }

  test('row 57: stopped between any two steps, a charge is one notice, one charge at the acquirer, one credit, one posting, one receipt', async () => {
    const steps = await run(null);
    await expectChargedOnce();
    // The transactions of the notice, the beginning, the report and the outcome, and the call of the gateway.
    expect(steps.filter((name) => name.startsWith('committed')).length).toBeGreaterThanOrEqual(3);
    expect(steps).toEqual(expect.arrayContaining(['before-gateway 1', 'gateway-answered 1']));
    for (const step of steps) {
      // What is done, and still claimed, is found by the claim's end, which the clock of the sandbox does not move.
      if (step.startsWith('job-')) continue;
      await sandboxControl(backend, 'reset', {});
      const morning = chargingTimeOf(addDays(chargingDayOf(backend.clock.now()), 1)).getTime() + hourMs;
      await advance(`PT${Math.ceil((morning - backend.clock.now().getTime()) / 1000)}S`);
      await run(step);
      await expectChargedOnce();
      const notices = (await messagesOf('auto-debit')).filter(({ text }) => text.includes('will charge RM50.00'));
      expect({ step, notices: notices.length }).toEqual({ step, notices: 1 });
    }
  }, 300_000);
});
