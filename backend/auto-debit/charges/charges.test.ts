import { calls } from '@/lib/contract/calls';
import { chargingDayOf, chargingTimeOf } from '@/lib/domain/auto-debit-charge';
import { addDays, toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { dayMs, hourMs } from '../../clock';
import { encryptForPage, sandboxControl, succeed, testOperatorKey, testVisit } from '../../test-backend.fixture';
import { account, setUpAutoDebitBackend } from '../auto-debit.fixture';
import { FakeCharges } from './charges.fixture';
import { createChargeJob } from './job';
import { scheduleCharges } from './model';

const chargePolicy = { noticeDays: 3, retryDays: [1, 3, 5] };
const steps = setUpAutoDebitBackend({ chargePolicy });
const { backend } = steps;
let charges: FakeCharges;

/** Ten in the morning in Malaysia. */
const nextMorning = () => chargingTimeOf(addDays(chargingDayOf(backend.clock.now()), 1)).getTime() + hourMs;

beforeEach(async () => {
  charges = new FakeCharges(backend.cards);
  backend.cards.charges = charges;
  const seconds = Math.ceil((nextMorning() - backend.clock.now().getTime()) / 1000);
  await sandboxControl(backend, 'clock', { advance: `PT${seconds}S` });
});

const payer = 'payer@example.com';
const amount = 5_000;

const inDays = (days: number) => addDays(toMalaysiaDay(backend.clock.now().toISOString()), days);
const passDays = async (days: number) => {
  for (let day = 0; day < days; day += 1) await sandboxControl(backend, 'clock', { advance: 'P1D' });
};
const messagesOf = async (kind: string): Promise<readonly string[]> =>
  (await sandboxControl(backend, `messages?to=${payer}`))
    .filter((message: { kind: string }) => message.kind === kind)
    .map(({ text }: { text: string }) => text);
const balance = async () => (await sandboxControl(backend, `biller/${account}`)).balance;
const readCharges = () => backend.store.db.selectFrom('auto_debit_charges').selectAll().orderBy('id').execute();
const statesOf = async () => (await readCharges()).map(({ state }) => state);

/** Registers the account after its bill was paid; the biller then issues another bill that is due in some days. */
async function registerWithBill(dueInDays: number): Promise<{ refid: string; mandate: string; token: string }> {
  const refid = await steps.payByCard();
  await steps.confirm(refid);
  await backend.jobs.runDue();
  const [message = ''] = await messagesOf('auto-debit');
  const token = /token=(\S+)/.exec(message)?.[1] ?? '';
  const mandate = (await steps.keptCards())[0]?.mandate ?? '';
  await sandboxControl(backend, 'bills', { accountNumber: account, amount, dueDate: inDays(dueInDays) });
  return { refid, mandate, token };
}

async function expectBalancedLedger(): Promise<void> {
  const ledger = await sandboxControl(backend, 'ledger');
  expect(ledger).toMatchObject({ balanced: true });
}

describe('a registration whose bills are charged', () => {
  it('row 57: is not given to the biller, which would collect the bills too', async () => {
    await registerWithBill(20);
    const mandates = await backend.store.db.selectFrom('mandates').select(['state', 'biller']).execute();
    expect(mandates).toEqual([{ state: 'accepted', biller: null }]);
    expect(await backend.store.db.selectFrom('sandbox_biller_mandates').selectAll().execute()).toEqual([]);
  });

  it('is announced three days before the bill is due, and charged on that day: receipt, posting, balance', async () => {
    await registerWithBill(10);
    await passDays(6);
    expect(await readCharges()).toEqual([]);
    await passDays(1);
    expect(await readCharges()).toMatchObject([{ state: 'announced', announced_amount: amount }]);
    const [notice = ''] = await messagesOf('auto-debit');
    expect(notice).toContain('RM50.00');
    expect(notice).toContain('••••••7801');
    expect(notice).toContain('/ulm/autodebit/cancel?token=');
    await passDays(2);
    expect(charges.calls).toEqual([]);
    expect(await messagesOf('auto-debit')).toHaveLength(2);
    await passDays(1);
    expect(charges.calls).toHaveLength(1);
    expect(charges.calls[0]).toMatchObject({ order: { amount, method: 'savedCard' }, card: { cvv: null } });
    expect(await statesOf()).toEqual(['charged']);
    expect(await balance()).toBe(0);
    const receipts = await messagesOf('receipt');
    expect(receipts).toHaveLength(2);
    expect(receipts[0]).toContain('RM50.00');
    await expectBalancedLedger();
    await passDays(3);
    expect(charges.calls).toHaveLength(1);
  });

  it('is charged the next bill, too', async () => {
    await registerWithBill(2);
    await passDays(3);
    await sandboxControl(backend, 'bills', { accountNumber: account, amount: 700, dueDate: inDays(30) });
    await passDays(30);
    expect([...charges.made.values()]).toEqual([amount, 700]);
    expect(await statesOf()).toEqual(['charged', 'charged']);
    expect(await balance()).toBe(0);
  });

  it('charges what a part payment has left', async () => {
    await registerWithBill(3);
    await payPart(2_000);
    await passDays(3);
    expect([...charges.made.values()]).toEqual([3_000]);
    expect(await balance()).toBe(0);
  });

  it('charges nothing of a bill that was paid otherwise', async () => {
    await registerWithBill(3);
    await payPart(amount);
    await passDays(5);
    expect(charges.calls).toEqual([]);
    expect(await statesOf()).toEqual(['paid-otherwise']);
  });

  it('waits for another payment of the account that is under way', async () => {
    await registerWithBill(3);
    await passDays(2);
    const refid = await createPartPayment(amount);
    backend.cards.beginning = 'pending';
    await succeed(backend, calls['payment.init'], await cardRequest(refid));
    await passDays(1);
    expect(charges.calls).toEqual([]);
    expect(await statesOf()).toEqual(['announced']);
    const number = backend.cards.begun.at(-1)?.order.number ?? '';
    backend.cards.setStatus(number, 'successful', amount);
    await passDays(2);
    expect(charges.calls).toEqual([]);
    expect(await statesOf()).toEqual(['paid-otherwise']);
    expect(await balance()).toBe(0);
  });

  it('does not charge a bill above the biller’s largest payment, and says so once', async () => {
    await registerWithBill(300);
    await sandboxControl(backend, 'bills', { accountNumber: account, amount: 400_000, dueDate: inDays(2) });
    await passDays(4);
    expect(charges.calls).toEqual([]);
    expect(await statesOf()).toEqual(['too-large']);
    const told = await messagesOf('auto-debit');
    expect(told.filter((text) => text.includes('RM4,050.00'))).toHaveLength(1);
  });
});

describe('a declined charge', () => {
  it('is repeated after one, three and five days, and then stopped; the payer is told each time', async () => {
    charges.next.push(...Array.from({ length: 9 }, () => 'insufficient-funds'));
    await registerWithBill(3);
    const before = (await messagesOf('auto-debit')).length;
    await passDays(3);
    expect(await readCharges()).toMatchObject([{ state: 'declined', reason: 'insufficient-funds', tries: 1 }]);
    const triesByDay: number[] = [];
    for (let day = 1; day <= 7; day += 1) {
      await passDays(1);
      triesByDay.push(charges.calls.length);
    }
    expect(triesByDay).toEqual([2, 2, 3, 3, 4, 4, 4]);
    expect(await statesOf()).toEqual(['stopped']);
    // Four declines.
    expect(await messagesOf('auto-debit')).toHaveLength(before + 4);
    expect(charges.made.size).toBe(0);
    expect(await steps.keptCards()).toHaveLength(1);
    await expectBalancedLedger();
  });

  it('is paid once a repetition succeeds', async () => {
    charges.next.push('insufficient-funds');
    await registerWithBill(3);
    await passDays(4);
    expect([...charges.made.values()]).toEqual([amount]);
    expect(await readCharges()).toMatchObject([{ state: 'charged', tries: 2 }]);
    expect(new Set(charges.calls.map(({ order }) => order.number)).size).toBe(2);
    expect(await balance()).toBe(0);
  });

  it('is not repeated when the bill is paid meanwhile', async () => {
    charges.next.push('insufficient-funds');
    await registerWithBill(3);
    await passDays(3);
    await payPart(amount);
    await passDays(6);
    expect(charges.calls).toHaveLength(1);
    expect(await statesOf()).toEqual(['paid-otherwise']);
  });

  it('ends the registration and deletes the card after a final reason', async () => {
    charges.next.push('lost-or-stolen');
    const { token } = await registerWithBill(3);
    await passDays(10);
    expect(charges.calls).toHaveLength(1);
    expect(await statesOf()).toEqual(['card-ended']);
    expect(await steps.keptCards()).toEqual([]);
    const [told = ''] = await messagesOf('auto-debit');
    expect(told).toContain('Auto debit has ended');
    const shown = await succeed(backend, calls['autodebit.mandate'], { token: decodeURIComponent(token) });
    expect(shown.state).toBe('cancelled');
    await expectBalancedLedger();
  });

  it('leaves the bill to the payer, and keeps the registration, if the issuer wants the payer to authenticate', async () => {
    charges.next.push('authentication-required');
    await registerWithBill(3);
    await passDays(10);
    expect(charges.calls).toHaveLength(1);
    expect(await readCharges()).toMatchObject([{ state: 'stopped', tries: 1, reason: 'authentication-required' }]);
    expect(await steps.keptCards()).toHaveLength(1);
    const [told = ''] = await messagesOf('auto-debit');
    expect(told).toContain('Auto debit could not charge');
    expect(told).toContain('The bank wants you to approve this payment yourself');
    expect(told).toContain('Pay the bill here: ');
    await expectBalancedLedger();
  });

  it('counts a refused request as a decline that moved no money', async () => {
    charges.next.push('refused');
    await registerWithBill(3);
    await passDays(4);
    expect(await readCharges()).toMatchObject([{ state: 'charged', tries: 2 }]);
  });
});

describe('a charge of another amount than was asked for', () => {
  it('is left to a person, and neither repeated nor called declined', async () => {
    charges.chargedInstead = 4_000;
    await registerWithBill(3);
    await passDays(2);
    const told = (await messagesOf('auto-debit')).length;
    await passDays(8);
    expect(charges.calls).toHaveLength(1);
    expect(await readCharges()).toMatchObject([{ state: 'stopped', reason: 'amount-differs' }]);
    expect(await messagesOf('auto-debit')).toHaveLength(told);
    const reviews = await backend.store.db.selectFrom('reviews').select(['amount', 'reason']).execute();
    expect(reviews).toMatchObject([{ amount: 4_000, reason: 'amount-differs' }]);
  });
});

describe('charging that is switched off', () => {
  it('ends what is under way, and charges nothing more', async () => {
    charges.next.push('down');
    await registerWithBill(3);
    await passDays(3);
    Object.assign(backend.services, { chargePolicy: null });
    try {
      await sandboxControl(backend, 'clock', { advance: 'PT2M' });
      expect(await statesOf()).toEqual(['charged']);
      await sandboxControl(backend, 'bills', { accountNumber: account, amount: 700, dueDate: inDays(1) });
      await passDays(5);
      expect(charges.calls).toHaveLength(2);
      expect(await statesOf()).toEqual(['charged']);
      Object.assign(backend.services, { chargePolicy });
      await scheduleCharges(backend.services);
      await passDays(2);
      expect([...charges.made.values()]).toEqual([amount, 700]);
    } finally {
      Object.assign(backend.services, { chargePolicy });
    }
  });
});

describe('the operator’s list of charges', () => {
  const list = async (query: string) => {
    const headers = { authorization: `Bearer ${testOperatorKey}` };
    const response = await backend.app.inject({ method: 'GET', url: `/operator/charges?${query}`, headers });
    return { status: response.statusCode, body: response.json() };
  };

  it('has each charge with its payments, by state and account', async () => {
    charges.next.push('insufficient-funds');
    const { mandate } = await registerWithBill(3);
    await passDays(4);
    const dueDate = inDays(-1);
    const { body } = await list(`account=${account}`);
    expect(body).toMatchObject([
      { mandate, accountNumber: account, state: 'charged', dueDate, announcedAmount: amount, tries: 2, reason: null },
    ]);
    expect(body[0].refids).toHaveLength(2);
    expect((await list('state=charged')).body).toHaveLength(1);
    expect((await list('state=charging')).body).toEqual([]);
    expect((await list('account=1234567899')).body).toEqual([]);
    expect((await list('state=odd')).status).toBe(400);
  });
});

describe('a charge whose answer is lost', () => {
  it.each(['lost', 'down'])('is sent again under the same number until it is answered: %s', async (outcome) => {
    charges.next.push(outcome);
    await registerWithBill(3);
    await passDays(3);
    expect(await statesOf()).toEqual(['charging']);
    await sandboxControl(backend, 'clock', { advance: 'PT2M' });
    expect(await statesOf()).toEqual(['charged']);
    expect(new Set(charges.calls.map(({ order }) => order.number)).size).toBe(1);
    expect([...charges.made.values()]).toEqual([amount]);
    expect(await balance()).toBe(0);
    await expectBalancedLedger();
  });

  it('is not repeated under another number while the gateway does not answer for days', async () => {
    charges.next.push(...Array.from({ length: 200 }, () => 'down'));
    backend.cards.isReachable = false;
    await registerWithBill(3);
    await passDays(6);
    expect(new Set(charges.calls.map(({ order }) => order.number)).size).toBe(1);
    expect(await statesOf()).toEqual(['charging']);
  });

  it('row 57: is not sent again once the registration is cancelled', async () => {
    charges.next.push('down');
    const { token } = await registerWithBill(3);
    await passDays(3);
    await succeed(backend, calls['autodebit.cancel'], { token: decodeURIComponent(token) });
    await passDays(1);
    expect(charges.calls).toHaveLength(1);
    expect(await statesOf()).toEqual(['cancelled']);
    expect(charges.made.size).toBe(0);
  });

  it('is credited when its gateway has made it before the registration was cancelled', async () => {
    charges.next.push('lost');
    const { token } = await registerWithBill(3);
    await passDays(3);
    await succeed(backend, calls['autodebit.cancel'], { token: decodeURIComponent(token) });
    await passDays(1);
    expect(await statesOf()).toEqual(['charged']);
    expect(await balance()).toBe(0);
  });

  it('waits for the outcome of one that is pending', async () => {
    charges.next.push('pending');
    await registerWithBill(3);
    await passDays(3);
    expect(await statesOf()).toEqual(['charging']);
    backend.cards.setStatus(charges.calls[0]?.order.number ?? '', 'successful', amount);
    await passDays(1);
    // The charge is looked at again an hour after the enquiry that found its outcome, whichever of the two ran first.
    await sandboxControl(backend, 'clock', { advance: 'PT2H' });
    expect(charges.calls).toHaveLength(1);
    expect(await statesOf()).toEqual(['charged']);
    expect(await balance()).toBe(0);
  });
});

describe('two processes that run the job of a registration at once', () => {
  it('row 57: make one charge of a bill', async () => {
    const { mandate } = await registerWithBill(3);
    await passDays(2);
    backend.clock.offsetMs += dayMs;
    const runJob = createChargeJob(backend.services);
    const job = {
      ...{ id: 0, kind: 'charge-auto-debit' as const, subject: mandate, dueAt: new Date(), tries: 1 },
      ...{ claimedUntil: new Date(), refid: null, lane: '' },
    };
    await Promise.all([runJob(job), runJob(job), runJob(job)]);
    // Another process has not moved the clock: it is stored now.
    await passDays(1);
    expect([...charges.made.values()]).toEqual([amount]);
    expect(new Set(charges.calls.map(({ order }) => order.number)).size).toBe(1);
    expect(await readCharges()).toMatchObject([{ state: 'charged', tries: 1 }]);
    expect(await messagesOf('receipt')).toHaveLength(2);
    await expectBalancedLedger();
  });
});

describe('a cancelled registration', () => {
  it('is not charged, though the charge was announced', async () => {
    const { token } = await registerWithBill(3);
    await succeed(backend, calls['autodebit.cancel'], { token: decodeURIComponent(token) });
    await passDays(6);
    expect(charges.calls).toEqual([]);
    expect(await statesOf()).toEqual(['cancelled']);
    expect((await messagesOf('auto-debit'))[0]).toContain('cancelled');
    // The biller has no mandate to cancel.
    expect(await backend.store.db.selectFrom('mandates').select('cancels').execute()).toEqual([{ cancels: null }]);
  });
});

async function createPartPayment(part: number): Promise<string> {
  const { transactionRefId } = await succeed(backend, calls['transaction.create'], {
    ...{ accountNumber: account, payOption: 'other', amount: part, email: payer, payAgain: false },
  });
  return transactionRefId;
}

async function cardRequest(refid: string) {
  const card = { number: '4111111111111111', expiry: '12/39', cvv: '123', name: 'PAYER' };
  const cardDetails = await encryptForPage(backend, refid, card);
  return {
    ...{ refid, shownAmount: amount, visitId: testVisit, payAgain: false },
    paymentRequest: {
      ...{ selectedPaymentMethod: 'newCard' as const, cardDetails, isAutoDebitOption: false },
      userEmailAddress: payer,
    },
  };
}

/** Pays a part of the account's bill by hand. */
async function payPart(part: number): Promise<void> {
  const refid = await createPartPayment(part);
  await succeed(backend, calls['payment.init'], { ...(await cardRequest(refid)), shownAmount: part });
  await backend.jobs.runDue();
}
