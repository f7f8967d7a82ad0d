import { calls } from '@/lib/contract/calls';
import { resolveMethodGateways } from '@/lib/configuration/method-gateways';
import { chargingDayOf, chargingTimeOf } from '@/lib/domain/auto-debit-charge';
import { addDays, toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { hourMs } from '../backend/clock';
import { observeSteps, type Step } from '../backend/faults/fault-points';
import { createPayment, fpxRequest, sandboxControl, send, succeed, testVisit } from '../backend/test-backend.fixture';
import { setUpProviderJourneys } from './provider-journeys.fixture';

const chargePolicy = { noticeDays: 3, retryDays: [1, 3, 5] };
const account = '1234567801';
const amount = 5_000;

/** A gateway that keeps cards, and how a card is entered on its page. */
export interface CardKeeper {
  readonly name: 'chip' | 'stripe';
  /** The field of a browser's return that has our number. */
  readonly returnField: string;
  /** Posts a card to the page; redirects are not followed. */
  postCard(pageUrl: string, number: string): Promise<Response>;
}

/**
 * Auto debit on cards that a gateway keeps: the backend with that gateway and its simulator, from the registration to the posted charge. Defines the
 * tests that hold for every such gateway; `stopped` is the title of the test of row 57.
 */
export function describeKeptCards({ name, returnField, postCard }: CardKeeper, stopped: string) {
  const journeys = setUpProviderJourneys(resolveMethodGateways({ GATEWAYS: [name] }, true), { chargePolicy });

  const control = (path: string, body?: object) => sandboxControl(journeys.backend, path, body);
  const advance = (duration: string) => control('clock', { advance: duration });
  async function passDays(days: number): Promise<void> {
    for (let day = 0; day < days; day += 1) await advance('P1D');
  }

  /** Ten in the morning in Malaysia, so that the days of the tests are those of the charges. */
  async function goToMorning(): Promise<void> {
    const now = journeys.backend.clock.now();
    const morning = chargingTimeOf(addDays(chargingDayOf(now), 1)).getTime() + hourMs;
    await advance(`PT${Math.ceil((morning - now.getTime()) / 1000)}S`);
  }
  beforeEach(goToMorning);
  afterEach(() => observeSteps(() => {}));

  const db = () => journeys.backend.store.db;
  const statesOf = async () =>
    (await db().selectFrom('auto_debit_charges').select('state').orderBy('id').execute()).map(({ state }) => state);
  const listRegistrations = () => db().selectFrom('auto_debits').selectAll().execute();
  const listVerifications = () => db().selectFrom('card_verifications').selectAll().orderBy('id').execute();
  const infoOf = (refid: string) => succeed(journeys.backend, calls['autodebit.info'], { refid, visitId: testVisit });
  const messagesOf = async (kind: string): Promise<readonly { readonly text: string }[]> =>
    (await control('messages?to=payer@example.com')).filter((message: { kind: string }) => message.kind === kind);

  async function payByFpx(): Promise<string> {
    const refid = await createPayment(journeys.backend, account);
    await journeys.returnToSite(await journeys.press(await journeys.openPage(fpxRequest(refid)), 'approve'));
    expect(await journeys.endStatusOf(refid)).toBe('successful');
    return refid;
  }

  /** Pays the account's bill, and confirms auto debit by a PIN: a card is needed then. */
  async function confirm(): Promise<string> {
    const refid = await payByFpx();
    await succeed(journeys.backend, calls['autodebit.sendOtp'], { refid });
    const [{ code: otp }] = await control('messages?to=60121234567');
    const confirmed = await succeed(journeys.backend, calls['autodebit.verifyOtp'], { refid, otp, visitId: testVisit });
    expect(confirmed.state).toBe('card-needed');
    return refid;
  }

  /** Goes to the gateway's page of a card; returns its address. */
  async function openCardPage(refid: string): Promise<string> {
    expect(await succeed(journeys.backend, calls['autodebit.card'], { refid })).toEqual({ refid, state: 'card-check' });
    const { step, cardCheck, cardEntry } = await infoOf(refid);
    expect({ step, cardEntry, method: cardCheck?.method }).toEqual({
      ...{ step: 'card-check', cardEntry: 'gateway', method: 'GET' },
    });
    return cardCheck?.url ?? '';
  }

  /** Enters a card, and returns to the site: by the gateway's redirect, or, from a page that stays because of a decline, by its link. */
  async function enterCard(pageUrl: string, number: string): Promise<void> {
    const posted = await postCard(pageUrl, number);
    const link = /class="link" href="([^"]+)"/.exec(await posted.text())?.[1];
    const back = new URL(posted.headers.get('location') ?? link ?? 'none:');
    expect(back.origin).toBe(journeys.siteOrigin);
    await journeys.returnToSite({ route: back.pathname, fields: Object.fromEntries(back.searchParams) });
  }

  /** Enters a card whose issuer asks the payer; returns the address of the issuer's page. */
  async function openIssuer(pageUrl: string, number: string): Promise<string> {
    const posted = await postCard(pageUrl, number);
    return new URL(posted.headers.get('location') ?? '', pageUrl).href;
  }

  /** Registers the account with a card; the biller then issues a bill that is due in three days. */
  async function register(number = '4242424242424242'): Promise<string> {
    const refid = await confirm();
    await enterCard(await openCardPage(refid), number);
    expect(await infoOf(refid)).toMatchObject({ state: 'registered', card: { lastFour: number.slice(-4) } });
    await journeys.backend.jobs.runDue();
    const dueDate = addDays(toMalaysiaDay(journeys.backend.clock.now().toISOString()), 3);
    await control('bills', { accountNumber: account, amount, dueDate });
    return refid;
  }

  /** The charges that the gateway has, by the numbers of their tries. */
  async function listAtGateway(): Promise<readonly unknown[]> {
    const attempts = await db()
      .selectFrom('auto_debit_tries')
      .innerJoin('attempts', 'attempts.order_refid', 'auto_debit_tries.order_refid')
      .select('attempts.number')
      .orderBy('attempts.id')
      .execute();
    return Promise.all(attempts.map(({ number }) => journeys.readControl(`payments/${number}`)));
  }

  async function expectChargedOnce(): Promise<void> {
    expect(await statesOf()).toEqual(['charged']);
    const atGateway = (await listAtGateway()) as { readonly state: string }[];
    expect(atGateway.filter(({ state }) => state === 'approved')).toMatchObject([{ amount }]);
    const { balance, postings } = await control(`biller/${account}`);
    expect(balance).toBe(0);
    expect(postings).toMatchObject([{ amount: 13_878 }, { amount, status: 'accepted' }]);
    expect(await messagesOf('receipt')).toHaveLength(2);
    const { balanced, credits } = await control('ledger');
    expect({ balanced, credits: credits.length }).toEqual({ balanced: true, credits: 2 });
  }

  describe('a registration', () => {
    test('is on the card that the gateway has verified without a charge and keeps: no card is stored', async () => {
      await register();
      const [registration, ...others] = await listRegistrations();
      expect(others).toEqual([]);
      expect(registration).toMatchObject({
        ...{ account_number: account, card_brand: 'visa', card_last_four: '4242', card_expiry: '12/39' },
        ...{ card_sealed: null, is_charged: true },
      });
      const [verification] = await listVerifications();
      expect(verification).toMatchObject({ amount: 0, state: 'approved', card: null, is_given_up: false });
      expect(registration?.card_verification).toBe(verification?.id);
      const { balanced } = await control('ledger');
      expect(balanced).toBe(true);
      const journal = await db().selectFrom('journal_entries').select('kind').execute();
      expect(journal.filter(({ kind }) => kind.startsWith('verification'))).toEqual([]);
    });

    test('after a 3-D Secure page', async () => {
      const refid = await confirm();
      const issuer = await openIssuer(await openCardPage(refid), '4111111111111111');
      await journeys.returnToSite(await journeys.press(issuer, 'approve'));
      expect(await infoOf(refid)).toMatchObject({ state: 'registered', card: { lastFour: '1111' } });
    });

    test('is not made by a declined card; another can be entered', async () => {
      const refid = await confirm();
      await enterCard(await openCardPage(refid), '4000000000000002');
      expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'card', cardRefused: true });
      await enterCard(await openCardPage(refid), '4242424242424242');
      expect(await infoOf(refid)).toMatchObject({ state: 'registered' });
    });

    test('is not made by a payer who turns back, who can begin again; the card of the page that was left is deleted', async () => {
      const refid = await confirm();
      const left = await openCardPage(refid);
      const [{ number = '' } = {}] = await listVerifications();
      await journeys.returnToSite({ route: '/bankResultMBB', fields: { [returnField]: number } });
      expect(await infoOf(refid)).toMatchObject({ state: 'offered', step: 'card-check', cardRefused: false });
      await enterCard(await openCardPage(refid), '4242424242424242');
      expect(await infoOf(refid)).toMatchObject({ state: 'registered', card: { lastFour: '4242' } });
      await journeys.press(await openIssuer(left, '5555555555554444'), 'approve');
      await advance('PT20M');
      expect(await listRegistrations()).toMatchObject([{ card_last_four: '4242' }]);
      const [superseded] = await listVerifications();
      expect(superseded).toMatchObject({ state: 'reversed', is_given_up: true });
    });

    test('ends at the gateway too: the payer cancels it, and the gateway deletes the card', async () => {
      await register();
      const [{ text = '' } = {}] = await messagesOf('auto-debit');
      const token = decodeURIComponent(/token=(\S+)/.exec(text)?.[1] ?? '');
      await succeed(journeys.backend, calls['autodebit.cancel'], { token });
      await journeys.backend.jobs.runDue();
      expect(await listRegistrations()).toEqual([]);
      expect(await listVerifications()).toMatchObject([{ state: 'reversed', is_given_up: true }]);
      const { history } = await control(`payments/${(await listVerifications())[0]?.order_refid ?? ''}`);
      expect(history.map(({ state }: { state: string }) => state)).toContain('card-deleted');
      await passDays(5);
      expect(await statesOf()).toEqual(['cancelled']);
      expect(await listAtGateway()).toEqual([]);
    });

    test('refuses a card without the account holder’s consent', async () => {
      const refid = await payByFpx();
      expect((await send(journeys.backend, calls['autodebit.card'], { refid })).code).toBe('not-confirmed');
    });
  });

  describe('a charge', () => {
    test('is announced, made on the due date, receipted and posted', async () => {
      await register();
      await journeys.backend.jobs.runDue();
      await passDays(2);
      expect(await listAtGateway()).toEqual([]);
      await passDays(1);
      await expectChargedOnce();
    });

    test('declined twice for want of funds, then paid', async () => {
      await register();
      await control('charges', { mode: 'insufficient-funds', times: 2 });
      await passDays(6);
      await expectChargedOnce();
      expect(await listAtGateway()).toMatchObject([
        { state: 'declined' },
        { state: 'declined' },
        { state: 'approved' },
      ]);
    });

    test('declined for good ends the registration, and the gateway deletes the card', async () => {
      await register('4000000000009987');
      await passDays(5);
      expect(await statesOf()).toEqual(['card-ended']);
      expect(await listAtGateway()).toMatchObject([{ state: 'declined', reason: 'lost_card' }]);
      expect(await listRegistrations()).toEqual([]);
      expect(await listVerifications()).toMatchObject([{ state: 'reversed' }]);
      expect((await messagesOf('auto-debit'))[0]?.text).toContain('Auto debit has ended');
    });

    test('that the issuer wants the payer to authenticate is left to the payer, and the next bill is charged', async () => {
      await register('4000002760003184');
      await passDays(5);
      expect(await statesOf()).toEqual(['stopped']);
      expect(await listAtGateway()).toHaveLength(1);
      expect(await listRegistrations()).toHaveLength(1);
      expect((await messagesOf('auto-debit'))[0]?.text).toContain(
        'The bank wants you to approve this payment yourself',
      );
      await control('charges', { mode: 'approved' });
      const dueDate = addDays(toMalaysiaDay(journeys.backend.clock.now().toISOString()), 3);
      await control('bills', { accountNumber: account, amount, dueDate });
      await passDays(4);
      expect(await statesOf()).toEqual(['stopped', 'charged']);
    });

    /** Charges a bill; the order of the charge. */
    async function chargeBill(): Promise<string> {
      await register();
      await passDays(3);
      await expectChargedOnce();
      const tried = await db().selectFrom('auto_debit_tries').select('order_refid').executeTakeFirstOrThrow();
      return tried.order_refid;
    }

    test('can be refunded as any payment', async () => {
      const { refund } = await control('refunds', { refid: await chargeBill(), amount: 2_000, reason: 'asked for' });
      const refunds = await db().selectFrom('refunds').select(['reference', 'state', 'amount']).execute();
      expect(refunds).toMatchObject([{ reference: refund, state: 'succeeded', amount: 2_000 }]);
      expect(await listAtGateway()).toMatchObject([{ refunds: [{ amount: 2_000 }] }]);
      const { balanced } = await control('ledger');
      expect(balanced).toBe(true);
    });

    test('can be disputed as any payment', async () => {
      const refid = await chargeBill();
      await control('chargebacks', { refid, reason: '10.4' });
      const chargebacks = await db().selectFrom('chargebacks').select(['order_refid', 'gateway', 'state']).execute();
      expect(chargebacks).toMatchObject([{ order_refid: refid, gateway: name, state: 'open' }]);
      const { balanced } = await control('ledger');
      expect(balanced).toBe(true);
    });

    test('whose answer is lost is found by asking: it is made once', async () => {
      await register();
      await control('charges', { mode: 'lost' });
      await passDays(3);
      await advance('PT1H');
      await expectChargedOnce();
      expect(await listAtGateway()).toHaveLength(1);
    });

    test('that the gateway never got is withdrawn, and made the next day under another number', async () => {
      await register();
      await control('charges', { mode: 'down' });
      await passDays(3);
      await advance('PT3M');
      expect(await statesOf()).toEqual(['declined']);
      expect(await listAtGateway()).toMatchObject([{ state: 'cancelled' }]);
      await passDays(2);
      await expectChargedOnce();
      expect(await listAtGateway()).toMatchObject([{ state: 'cancelled' }, { state: 'approved' }]);
    });
  });

  describe('a job that is stopped between any two steps of a charge', () => {
    const nameOf = ({ at, number }: Step) => `${at} ${number}`;

    /** Runs the days of a charge; its job stops at a step, as by the death of its process. Returns the steps that were reached. */
    async function run(dieAt: string | null): Promise<readonly string[]> {
      const reached: string[] = [];
      let hasDied = false;
      observeSteps((step) => {
        if (step.work !== 'charge-auto-debit') return;
        const name = nameOf(step);
        if (!reached.includes(name)) reached.push(name);
        if (hasDied || name !== dieAt) return;
        hasDied = true;
        throw new Error('the process was killed');
      });
      await register();
      await passDays(3);
      // Longer than a job that failed waits; then the day of the next charge, for one that was withdrawn.
      for (let hours = 0; hours < 8; hours += 1) await advance('PT1H');
      await passDays(1);
      observeSteps(() => {});
      expect(dieAt === null || hasDied).toBe(true);
      return reached;
    }

    test(
      stopped,
      async () => {
        const steps = await run(null);
        await expectChargedOnce();
        // The gateway is called twice: what is charged is created, and then charged.
        expect(steps).toEqual(expect.arrayContaining(['before-gateway 1', 'gateway-answered 1', 'before-gateway 2']));
        for (const step of steps) {
          // What is done, and still claimed, is found by the claim's end, which the clock of the sandbox does not move.
          if (step.startsWith('job-')) continue;
          await control('reset', {});
          await goToMorning();
          await run(step);
          await expectChargedOnce();
        }
      },
      300_000,
    );
  });

  return {
    journeys,
    control,
    db,
    register,
    passDays,
    confirm,
    openCardPage,
    infoOf,
    statesOf,
    listAtGateway,
    expectChargedOnce,
  };
}
