import { calls } from '@/lib/contract/calls';
import { failure, success } from '@/lib/domain/result';
import { FakeGateway } from '../gateways/fake-gateway.fixture';
import type { GatewayReport, GatewayStatus } from '../gateways/gateway';
import { createGatewaysInUse } from '../gateways-in-use';
import { enquireAttempt } from './enquiries';
import { initiatePayment } from './initiate';
import { listAttempts } from './model';
import {
  postReturn,
  sandboxControl,
  createPayment,
  encryptForPage,
  fpxRequest,
  redirectToBank,
  errorCodeOf,
  send,
  setUpTestBackend,
  statusOf,
  succeed,
} from '../test-backend.fixture';

const backend = setUpTestBackend();

const advance = (by: string) => sandboxControl(backend, 'clock', { advance: by });
const attemptsOf = async (refid: string) => (await sandboxControl(backend, `payments/${refid}`)).attempts;
const statesOf = async (refid: string): Promise<readonly string[]> =>
  (await attemptsOf(refid)).map(({ state }: { state: string }) => state);
const creditsOf = async () => (await sandboxControl(backend, 'ledger')).credits;

async function cardRequest(refid: string) {
  const card = { number: '4111111111111111', expiry: '12/39', cvv: '123', name: 'PAYER' };
  const cardDetails = await encryptForPage(backend, refid, card);
  const choice = {
    selectedPaymentMethod: 'newCard' as const,
    cardDetails,
    saveCard: true,
    deviceToken: 'd'.repeat(43),
  };
  return { refid, shownAmount: 13_878, paymentRequest: { ...choice, userEmailAddress: 'payer@example.com' } };
}

/** Initiates a payment where its method has these gateways. */
function initiateWith(gateways: readonly FakeGateway[], request: Parameters<typeof initiatePayment>[1] | object) {
  const parsed = calls['payment.init'].request.parse(request);
  const inUse = createGatewaysInUse({ [parsed.paymentRequest.selectedPaymentMethod]: gateways });
  // The banks of FPX are those of the first gateway.
  for (const gateway of gateways) gateway.banks ??= backend.fpx.banks!;
  return initiatePayment({ ...backend.services, gateways: inUse }, parsed);
}

test.each([{ userEmailAddress: 'another@example.com' }, { phoneNumber: '60129999999' }])(
  'row 43: the same choice with another contact is another attempt, with its own request to the gateway',
  async (contact) => {
    const refid = await createPayment(backend);
    const request = fpxRequest(refid);
    const first = await succeed(backend, calls['payment.init'], request);
    const other = { ...request, paymentRequest: { ...request.paymentRequest, ...contact } };
    const second = await succeed(backend, calls['payment.init'], other);
    expect(second.onward).not.toEqual(first.onward);
    // The bank was enquired, and had no record of the first.
    expect(await statesOf(refid)).toEqual(['cancelled', 'redirected']);
    expect(backend.fpx.enquired).toContain(backend.fpx.begun[0]?.order.number);
  },
);

test('a code at the counter stays the same for another contact: the payer may have printed it', async () => {
  const refid = await createPayment(backend);
  const choose = (userEmailAddress: string) =>
    succeed(backend, calls['payment.init'], {
      refid,
      shownAmount: 13_878,
      paymentRequest: { selectedPaymentMethod: 'counter', userEmailAddress },
    });
  expect(await choose('another@example.com')).toEqual(await choose('payer@example.com'));
  expect(await statesOf(refid)).toEqual(['redirected']);
});

describe('a second gateway of the method', () => {
  const other = new FakeGateway('other', 'redirect');

  test.each(['unreachable', 'refused'] as const)('begins the payment if the first one is %s', async (error) => {
    other.reset();
    const refid = await createPayment(backend);
    backend.fpx.beginning = error;
    const initiated = await initiateWith([backend.fpx, other], fpxRequest(refid));
    expect(initiated).toMatchObject({ ok: true, value: { onward: { kind: 'redirect' } } });
    expect(await statesOf(refid)).toEqual(['failed', 'redirected']);
    const [first, second] = [backend.fpx.begun[0]?.order.number, other.begun[0]?.order.number];
    expect(second).toMatch(/^[a-z0-9]{20}$/);
    expect(second).not.toBe(first);
    expect(await attemptsOf(refid)).toMatchObject([{ gateway: 'fpx' }, { gateway: 'other' }]);
  });

  test('is not used for a card, which the first one may have charged', async () => {
    other.reset();
    const refid = await createPayment(backend);
    backend.cards.beginning = 'refused';
    const initiated = await initiateWith([backend.cards, other], await cardRequest(refid));
    expect(initiated).toMatchObject({ ok: false, error: { code: 'initiation-failed' } });
    expect(other.begun).toEqual([]);
  });

  test('begins what the first one does not have, such as a wallet', async () => {
    other.reset();
    const refid = await createPayment(backend);
    const first = Object.assign(new FakeGateway('first', 'redirect'), { wallets: ['grabpay'] });
    const wallet = { ...fpxRequest(refid).paymentRequest, selectedPaymentMethod: 'wallet', selectedWallet: 'boost' };
    expect(await initiateWith([first, other], { ...fpxRequest(refid), paymentRequest: wallet })).toMatchObject({
      ok: true,
    });
    expect([first.begun.length, other.begun.length]).toEqual([0, 1]);
  });

  test('is not used for FPX because the first one has some wallets only', async () => {
    other.reset();
    const refid = await createPayment(backend);
    const first = Object.assign(new FakeGateway('first', 'redirect'), { wallets: ['grabpay'] });
    expect(await initiateWith([first, other], fpxRequest(refid))).toMatchObject({ ok: true });
    expect([first.begun.length, other.begun.length]).toEqual([1, 0]);
  });

  test('is not used while the first one begins payments', async () => {
    other.reset();
    const refid = await createPayment(backend);
    await initiateWith([backend.fpx, other], fpxRequest(refid));
    expect(other.begun).toEqual([]);
  });
});

describe('a card by direct post', () => {
  const directPost = {
    url: 'https://gate.example/p/1/',
    fieldNames: { number: 'card_number', expiry: 'expires', cvv: 'cvc', name: 'cardholder_name' },
  };
  const provider = Object.assign(new FakeGateway('provider', 'redirect'), { cardEntry: 'direct' as const });
  const begin = provider.begin.bind(provider);
  provider.begin = async (order, card) => {
    const begun = await begin(order, card);
    return begun.ok ? success({ kind: 'direct-post', request: directPost, paymentId: 'pay-1' }) : begun;
  };
  const initiate = (refid: string, userEmailAddress = 'payer@example.com') =>
    initiateWith([provider], {
      ...fpxRequest(refid),
      paymentRequest: { selectedPaymentMethod: 'newCard', userEmailAddress },
    });
  beforeEach(() => provider.reset());

  test('is begun without a card, and its form is stored with the attempt, so that a reload has it', async () => {
    const refid = await createPayment(backend);
    const nextAction = { kind: 'direct-post', ...directPost };
    expect(await initiate(refid)).toMatchObject({ ok: true, value: { onward: nextAction } });
    expect(provider.begun.map(({ card }) => card)).toEqual([undefined]);
    const { attempt } = await succeed(backend, calls['payment.page'], { refid });
    expect(attempt).toMatchObject({ state: 'redirected', paymentMethod: 'newCard', onward: nextAction });
    const stored = backend.services.db
      .selectFrom('attempts')
      .select('gateway_payment')
      .where('order_refid', '=', refid);
    expect(await stored.execute()).toEqual([{ gateway_payment: 'pay-1' }]);
  });

  test('a double click begins one attempt, another contact another one', async () => {
    const refid = await createPayment(backend);
    expect(await initiate(refid)).toEqual(await initiate(refid));
    expect(await statesOf(refid)).toEqual(['redirected']);
    expect(await initiate(refid, 'another@example.com')).toMatchObject({ ok: true });
    expect(await statesOf(refid)).toEqual(['cancelled', 'redirected']);
  });

  test('chosen again after the payer has seen the form begins another payment at the gateway', async () => {
    const refid = await createPayment(backend);
    await initiate(refid);
    await advance('PT5S');
    await initiate(refid);
    expect(await statesOf(refid)).toEqual(['cancelled', 'redirected']);
    expect(provider.begun).toHaveLength(2);
  });
});

test('the gateway’s id of a payment is stored, and told when the gateway is enquired', async () => {
  const provider = new FakeGateway('provider', 'redirect');
  const begin = provider.begin.bind(provider);
  provider.begin = async (order) => {
    const begun = await begin(order);
    return begun.ok && begun.value.kind === 'redirect' ? success({ ...begun.value, paymentId: 'pay-1' }) : begun;
  };
  const told: (string | null)[] = [];
  const enquire = provider.enquire.bind(provider);
  provider.enquire = async (order) => {
    told.push(order.paymentId);
    return enquire(order);
  };
  const refid = await createPayment(backend);
  await initiateWith([provider], fpxRequest(refid));
  const [attempt] = await listAttempts(backend.store.db, refid);
  const services = { ...backend.services, gateways: createGatewaysInUse({ fpx: [provider] }) };
  await enquireAttempt(services, attempt!, null);
  expect(told).toEqual(['pay-1']);
});

describe('a gateway that is unreachable at initiation', () => {
  test('has shown no page: the attempt fails, and the order can be paid', async () => {
    const refid = await createPayment(backend);
    backend.fpx.beginning = 'unreachable';
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('initiation-failed');
    expect(backend.fpx.enquired).toEqual([]);
    expect(await attemptsOf(refid)).toMatchObject([{ state: 'failed', reasonCode: 'initiation-failed' }]);
    const { history } = await sandboxControl(backend, `payments/${refid}`);
    expect(history.at(-1)).toMatchObject({ state: 'failed', movedBy: 'gateway', detail: 'not begun' });
    backend.fpx.beginning = 'redirect';
    await redirectToBank(backend, refid);
  });

  /** The acquirer's response to the immediate enquiry; null: it is still unreachable. */
  async function beginWithCard(status: GatewayStatus | null) {
    const refid = await createPayment(backend);
    const request = await cardRequest(refid);
    backend.cards.beginning = 'unreachable';
    jest.spyOn(backend.cards, 'enquire').mockImplementationOnce(async ({ number, amount }) => {
      if (status === null) return failure('unreachable');
      backend.cards.setStatus(number, status, amount);
      const gatewayReference = status === 'unknown' ? '' : `ref-${number}`;
      const report = { number, amount, status, gatewayReference, currency: 'MYR', reasonCode: '', bankName: null };
      return success<GatewayReport>(report);
    });
    return { refid, answer: await send(backend, calls['payment.init'], request) };
  }

  test.each([
    ['successful', 'successful', 1],
    ['pending', 'pending', 0],
    ['unknown', 'failed', 0],
    ['failed', 'failed', 0],
    [null, 'pending', 0],
  ] as const)('may have charged the card: it is enquired, and reports %p', async (status, state, credits) => {
    const { refid, answer } = await beginWithCard(status);
    expect(await statesOf(refid)).toEqual([state]);
    expect(await creditsOf()).toHaveLength(credits);
    if (state === 'failed') expect(answer.code).toBe('initiation-failed');
    else expect(answer.body).toEqual({ refid, resultRoute: '/bankResultMBB', onward: null });
  });

  test.each(['successful', 'unknown'] as const)(
    'and cannot be enquired: the outcome is known a minute later, %s',
    async (status) => {
      const { refid } = await beginWithCard(null);
      const [{ number }] = await attemptsOf(refid);
      backend.cards.setStatus(number, status);
      await advance('PT61S');
      expect(await statesOf(refid)).toEqual([status === 'successful' ? 'successful' : 'failed']);
    },
  );
});

describe('a card gateway that responds with a report', () => {
  test.each([
    ['successful', 'successful'],
    ['failed', 'failed'],
    ['pending', 'pending'],
    ['unknown', 'pending'],
  ] as const)('%s: the attempt is %s, without a next action', async (status, state) => {
    const refid = await createPayment(backend);
    const request = await cardRequest(refid);
    backend.cards.beginning = status;
    expect(await succeed(backend, calls['payment.init'], request)).toMatchObject({ onward: null });
    expect(await statesOf(refid)).toEqual([state]);
  });
});

describe('while another request initiates an attempt', () => {
  async function beginSlowly() {
    const refid = await createPayment(backend);
    let answer = () => {};
    backend.fpx.gate = new Promise((resolve) => (answer = resolve));
    const begun = send(backend, calls['payment.init'], fpxRequest(refid));
    await backend.fpx.waitForBegun(1);
    backend.fpx.gate = Promise.resolve();
    return { refid, begun, answer };
  }

  test('no other attempt is initiated for a minute; then it is superseded, and its redirect is not stored', async () => {
    const { refid, begun, answer } = await beginSlowly();
    await advance('PT50S');
    const other = fpxRequest(refid, 13_878, 'PBB0233');
    expect(await errorCodeOf(backend, calls['payment.init'], other)).toBe('attempt-under-way');
    expect(backend.fpx.enquired).toEqual([]);
    await advance('PT15S');
    expect(await errorCodeOf(backend, calls['payment.init'], other)).toBeNull();
    expect(await statesOf(refid)).toEqual(['cancelled', 'redirected']);
    answer();
    await begun;
    expect(await statesOf(refid)).toEqual(['cancelled', 'redirected']);
  });

  test('an attempt whose process died is enquired after 90 seconds', async () => {
    const { refid, begun, answer } = await beginSlowly();
    await advance('PT85S');
    expect(await statesOf(refid)).toEqual(['initiated']);
    await advance('PT10S');
    expect(await statesOf(refid)).toEqual(['failed']);
    answer();
    await begun;
    expect(await statesOf(refid)).toEqual(['failed']);
  });
});

describe('a payer who chooses the same bank again', () => {
  const again = (refid: string) => succeed(backend, calls['payment.init'], fpxRequest(refid));

  test.each(['failed', 'cancelled'] as const)('after it has %s: a new attempt', async (status) => {
    const { refid, number } = await redirectToBank(backend);
    backend.fpx.setStatus(number, status);
    const { onward } = await again(refid);
    const second = backend.fpx.begun[1]?.order.number;
    expect(second).not.toBe(number);
    expect(onward).toMatchObject({ kind: 'redirect', fields: { number: second } });
    expect(await statesOf(refid)).toEqual([status, 'redirected']);
  });

  // design.md, section 7: the bank is asked first, and one that has never heard of the attempt ends it.
  test('that has never heard of the attempt: a new attempt with a new number', async () => {
    const { refid, number } = await redirectToBank(backend);
    await advance('PT5S');
    const { onward } = await again(refid);
    expect(backend.fpx.enquired).toEqual([number]);
    const second = backend.fpx.begun[1]?.order.number;
    expect(second).not.toBe(number);
    expect(onward).toMatchObject({ kind: 'redirect', fields: { number: second } });
    expect(await statesOf(refid)).toEqual(['cancelled', 'redirected']);
  });

  test('that is unreachable, or has its page open: no attempt, and the same request is not sent again', async () => {
    const { refid, number } = await redirectToBank(backend);
    await advance('PT5S');
    backend.fpx.isReachable = false;
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('attempt-under-way');
    backend.fpx.isReachable = true;
    backend.fpx.setStatus(number, 'pending');
    expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid))).toBe('attempt-under-way');
    expect(await statesOf(refid)).toEqual(['redirected']);
    expect(backend.fpx.begun).toHaveLength(1);
  });

  test('by a double click or in a second tab: the same attempt', async () => {
    const { refid, number } = await redirectToBank(backend);
    expect((await again(refid)).onward).toMatchObject({ kind: 'redirect', fields: { number } });
    expect(backend.fpx.begun).toHaveLength(1);
  });

  test('with a card, which may be another one: a new attempt', async () => {
    const refid = await createPayment(backend);
    await succeed(backend, calls['payment.init'], await cardRequest(refid));
    await succeed(backend, calls['payment.init'], await cardRequest(refid));
    expect(await statesOf(refid)).toEqual(['cancelled', 'redirected']);
  });
});

test('once a bank has reported the payment, only its report allows another attempt', async () => {
  const { refid, number } = await redirectToBank(backend);
  await postReturn(backend, backend.fpx.sign(number, 'pending'));
  // It has lost it: that may be a mistake.
  expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid, 13_878, 'PBB0233'))).toBe(
    'attempt-under-way',
  );
  backend.fpx.setStatus(number, 'failed');
  expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(refid, 13_878, 'PBB0233'))).toBeNull();
  expect(await statesOf(refid)).toEqual(['failed', 'redirected']);
});

test('a payment can be initiated before its deadline, and not at it', async () => {
  const [early, late] = [await createPayment(backend), await createPayment(backend)];
  const deadlineOf = async (refid: string) =>
    Date.parse((await succeed(backend, calls['payment.page'], { refid })).deadline);
  const [earlyDeadline, lateDeadline] = [await deadlineOf(early), await deadlineOf(late)];
  // The clock only moves forward: at the deadline a job may expire the payment.
  const now = jest.spyOn(backend.clock, 'now').mockReturnValue(new Date(earlyDeadline - 1));
  expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(early))).toBeNull();
  expect(await statusOf(backend, early)).toBe('pending');
  now.mockReturnValue(new Date(lateDeadline));
  expect(await errorCodeOf(backend, calls['payment.init'], fpxRequest(late))).toBe('payment-ended');
});
