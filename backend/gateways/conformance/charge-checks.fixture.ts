import { makeOrder } from '@/sandbox/simulators/gateway-test-harness.fixture';
import { zeroSen } from '@/lib/domain/money';
import type { Result } from '@/lib/domain/result';
import type { AttemptOrder, Gateway, GatewayError, GatewayReport, GatewayTokens } from '../gateway';
import type { Adapter, Subject } from './adapter.fixture';
import { enquire, shortTimeoutMs, type Check } from './check.fixture';
import { faults, type Fault } from './faulty-connection.fixture';

type Report = Promise<Result<GatewayReport, GatewayError>>;

/** A charge of a stored card, ready to be sent. */
interface ReadyCharge {
  readonly order: AttemptOrder;
  send(gateway: Gateway): Report;
  /** What the backend asks after a charge without an answer. */
  ask(gateway: Gateway): Report;
}

const charges = ({ operations }: Adapter) => operations.charges || operations.tokens;
const keepsCards = ({ operations }: Adapter) => operations.tokens;
const remembersCards = (adapter: Adapter) => adapter.remembersCards === true;

/** The cards of `sandbox/scenarios/cards.ts`. */
const cards = { approved: '4242424242424242', declined: '4000000000000002', verified: '4111111111111111' } as const;

function tokensOf({ tokens }: Gateway): GatewayTokens {
  if (tokens === undefined) throw new Error('no tokens');
  return tokens;
}

async function openVerification(subject: Subject): Promise<AttemptOrder> {
  const order = makeOrder({ ...subject.adapter.order, method: 'newCard', provider: null, amount: zeroSen });
  const begun = await tokensOf(subject.gateway).beginVerification(order);
  if (!begun.ok) throw new Error(`not begun: ${begun.error}`);
  const page = await subject.harness.follow({ kind: 'redirect', request: begun.value.request });
  opened.set(order.number, page.url);
  return { ...order, paymentId: begun.value.paymentId };
}
/** The pages of verifications, by number. */
const opened = new Map<string, string>();

async function enterCard(subject: Subject, { number }: AttemptOrder, card: string): Promise<void> {
  const url = opened.get(number);
  if (url === undefined || subject.adapter.enterCard === undefined) throw new Error('no page of a card');
  await subject.adapter.enterCard(subject.harness, url, card);
}

async function keepCard(subject: Subject, card: string = cards.approved): Promise<string> {
  const order = await openVerification(subject);
  await enterCard(subject, order, card);
  const told = await tokensOf(subject.gateway).readVerification(order);
  if (!told.ok || told.value.card === null) throw new Error('the card is not kept');
  return told.value.card.token;
}

async function prepareCharge(subject: Subject, token: string): Promise<ReadyCharge> {
  const order = makeOrder({ ...subject.adapter.order, method: 'savedCard', provider: null });
  const prepared = await tokensOf(subject.gateway).prepareCharge(order, token);
  if (!prepared.ok) throw new Error(`not prepared: ${prepared.error}`);
  const ready = { ...order, paymentId: prepared.value };
  return {
    order: ready,
    send: (gateway) => tokensOf(gateway).charge(ready, token),
    ask: (gateway) => tokensOf(gateway).settleCharge(ready),
  };
}

async function readyCharge(subject: Subject): Promise<ReadyCharge> {
  if (subject.adapter.operations.tokens) return prepareCharge(subject, await keepCard(subject));
  const order = makeOrder({ ...subject.adapter.order, method: 'savedCard', provider: null });
  const card = { number: cards.approved, expiry: '12/39', cvv: null, name: 'Payer' };
  return {
    order,
    async send(gateway) {
      if (gateway.charges === undefined) throw new Error('no charges');
      return gateway.charges.chargeCard(order, card);
    },
    ask: (gateway) => gateway.enquire(order),
  };
}

/** Pays by a new card at the gateway; `button` of the page of its bank, which verifies it, if it has one. Returns the attempt. */
async function payByNewCard(
  subject: Subject,
  { savesCard, card, button }: { readonly savesCard: boolean; readonly card: string; readonly button?: string },
): Promise<AttemptOrder> {
  const order = makeOrder({ ...subject.adapter.order, method: 'newCard', provider: null, savesCard });
  const begun = await subject.gateway.begin(order);
  if (!begun.ok || begun.value.kind !== 'redirect') throw new Error('no page of a card');
  const page = await subject.harness.follow(begun.value);
  if (subject.adapter.enterCard === undefined) throw new Error('no page of a card');
  const entered = await subject.adapter.enterCard(subject.harness, page.url, card);
  if (button !== undefined) await subject.harness.press(entered, button);
  return { ...order, paymentId: begun.value.paymentId ?? null };
}

/** The provider's own state of a charge. */
async function readMade({ harness }: Subject, { number }: AttemptOrder): Promise<object> {
  return (await harness.control(`payments/${number}`)).body;
}

const isHandled: Readonly<Record<Fault, boolean>> = {
  ...{ error: false, unavailable: false, slow: false },
  ...{ garbage: true, lost: true },
};

const chargeChecks: readonly Check[] = [
  {
    name: 'charges a stored card once, however often it is asked to',
    isFor: charges,
    async run(subject) {
      const charge = await readyCharge(subject);
      const { number, amount } = charge.order;
      const made = { ok: true, value: { number, amount, currency: 'MYR', status: 'successful' } };
      const first = await charge.send(subject.gateway);
      expect(first).toMatchObject(made);
      expect(await charge.send(subject.gateway)).toEqual(first);
      expect(await charge.ask(subject.gateway)).toEqual(first);
      expect(await enquire(subject, charge.order)).toEqual(first.ok && first.value);
      expect(await readMade(subject, charge.order)).toMatchObject({ state: 'approved', amount });
    },
  },
  ...(
    [
      ['insufficient-funds', 'for now'],
      ['declined', 'for now'],
      ['lost-or-stolen', 'for good'],
      ['account-closed', 'for good'],
      ['authentication-required', 'unless the payer pays'],
    ] as const
  ).map(([mode, expected]): Check => ({
    name: `tells a charge that is declined: ${mode}, ${expected}`,
    isFor: charges,
    async run(subject) {
      const charge = await readyCharge(subject);
      await subject.harness.control('charges', { mode });
      const declined = await charge.send(subject.gateway);
      expect(declined).toMatchObject({ ok: true, value: { status: 'failed', number: charge.order.number } });
      const { isFinalDecline, needsPayer } = subject.gateway.charges ?? tokensOf(subject.gateway);
      const reason = declined.ok ? declined.value.reasonCode : '';
      expect({ isFinal: isFinalDecline(reason), needsPayer: needsPayer(reason) }).toEqual({
        ...{ isFinal: expected === 'for good', needsPayer: expected === 'unless the payer pays' },
      });
      expect(await enquire(subject, charge.order)).toMatchObject({ status: 'failed' });
      expect(await charge.ask(subject.gateway)).toMatchObject({ ok: true, value: { status: 'failed' } });
    },
  })),
  ...faults.map((fault): Check => ({
    name: `does not guess what became of a charge when the answer is: ${fault}; what is asked then is true`,
    isFor: charges,
    async run(subject) {
      const charge = await readyCharge(subject);
      const hasty = subject.open({ timeoutMs: shortTimeoutMs });
      const { connection } = subject;
      const { value, requests } = await connection.watch(() => connection.during(fault, () => charge.send(hasty)));
      expect(value).toEqual({ ok: false, error: 'unreachable' });
      if (subject.adapter.operations.tokens) expect(requests).toBe(1);
      expect(await connection.during(fault, () => charge.ask(hasty))).toEqual({ ok: false, error: 'unreachable' });
      const status = isHandled[fault] ? 'successful' : subject.adapter.operations.tokens ? 'cancelled' : 'unknown';
      expect(await charge.ask(subject.gateway)).toMatchObject({ ok: true, value: { status } });
      if (status === 'unknown') return;
      // What was withdrawn cannot be charged any more, and what was charged is not charged again.
      await charge.send(subject.gateway);
      const state = status === 'successful' ? 'approved' : 'cancelled';
      expect(await readMade(subject, charge.order)).toMatchObject({ state });
      expect(await charge.ask(subject.gateway)).toMatchObject({ ok: true, value: { status } });
    },
  })),
];

const tokenChecks: readonly Check[] = [
  {
    name: 'keeps a card on a payment whose payer has asked for it, and charges it later',
    isFor: remembersCards,
    async run(subject) {
      const order = await payByNewCard(subject, { savesCard: true, card: cards.verified, button: 'approve' });
      const paid = await enquire(subject, order);
      expect(paid).toMatchObject({
        ...{ number: order.number, amount: order.amount, status: 'successful' },
        remembered: {
          token: expect.stringMatching(/^.{6,100}$/),
          card: { brand: 'visa', lastFour: '1111', expiry: '12/39', token: expect.stringMatching(/^.{6,100}$/) },
        },
      });
      expect(JSON.stringify(paid)).not.toContain(cards.verified);
      const token = typeof paid === 'object' ? (paid.remembered?.card?.token ?? '') : '';
      const charge = await prepareCharge(subject, token);
      expect(await charge.send(subject.gateway)).toMatchObject({ ok: true, value: { status: 'successful' } });
      expect(await readMade(subject, charge.order)).toMatchObject({ state: 'approved', amount: charge.order.amount });
      // A payment that was charged by a token gives no new token.
      expect(await enquire(subject, charge.order)).not.toHaveProperty('remembered');
    },
  },
  {
    name: 'keeps no card that its payer has not asked to save, and none that has not paid',
    isFor: remembersCards,
    async run(subject) {
      const paid = await payByNewCard(subject, { savesCard: false, card: cards.verified, button: 'approve' });
      expect(await enquire(subject, paid)).toMatchObject({ status: 'successful' });
      expect(await enquire(subject, paid)).not.toHaveProperty('remembered');
      const declined = await payByNewCard(subject, { savesCard: true, card: cards.verified, button: 'decline' });
      const report = await enquire(subject, declined);
      expect(report).toMatchObject({ status: expect.not.stringMatching('successful') });
      expect(report).not.toHaveProperty('remembered');
    },
  },
  {
    name: 'has no card to save of a payment that its bank has not verified, and deletes what it has kept',
    isFor: remembersCards,
    async run(subject) {
      const order = await payByNewCard(subject, { savesCard: true, card: cards.approved });
      const paid = await enquire(subject, order);
      expect(paid).toMatchObject({ status: 'successful', remembered: { card: null } });
      const token = typeof paid === 'object' ? (paid.remembered?.token ?? '') : '';
      expect(await tokensOf(subject.gateway).removeCard(token)).toEqual({ ok: true, value: null });
    },
  },
  {
    name: 'verifies a card that its payer enters at the gateway, without a charge',
    isFor: keepsCards,
    async run(subject) {
      const { readVerification } = tokensOf(subject.gateway);
      const order = await openVerification(subject);
      const { number, paymentId } = order;
      expect(await readVerification(order)).toMatchObject({
        ok: true,
        value: { report: { number, status: 'pending' }, card: null },
      });
      await enterCard(subject, order, cards.approved);
      const told = await readVerification(order);
      expect(told).toMatchObject({
        ok: true,
        value: {
          report: { number, status: 'successful', amount: 0, currency: 'MYR' },
          card: { brand: 'visa', lastFour: '4242', expiry: '12/39', token: expect.stringMatching(/^.{6,100}$/) },
        },
      });
      expect(JSON.stringify(told)).not.toContain(cards.approved);
      expect(paymentId).not.toBeNull();
    },
  },
  {
    name: 'keeps no card that is declined, and none of another verification',
    isFor: keepsCards,
    async run(subject) {
      const { readVerification } = tokensOf(subject.gateway);
      const order = await openVerification(subject);
      await enterCard(subject, order, cards.declined);
      const told = await readVerification(order);
      expect(told).toMatchObject({ ok: true, value: { card: null } });
      expect(told.ok && told.value.report.status).not.toBe('successful');
      const { paymentId } = await openVerification(subject);
      expect(await readVerification({ ...order, paymentId })).toEqual({ ok: false, error: 'unreachable' });
    },
  },
  ...faults.map((fault): Check => ({
    name: `neither begins nor knows a verification, and prepares no charge, when the answer is: ${fault}`,
    isFor: keepsCards,
    async run(subject) {
      const token = await keepCard(subject);
      const order = await openVerification(subject);
      await enterCard(subject, order, cards.approved);
      const hasty = tokensOf(subject.open({ timeoutMs: shortTimeoutMs }));
      const none = { ok: false, error: 'unreachable' };
      const during = <Value>(call: () => Promise<Value>) => subject.connection.during(fault, call);
      expect(await during(() => hasty.beginVerification({ ...order, paymentId: null }))).toEqual(none);
      expect(await during(() => hasty.readVerification(order))).toEqual(none);
      expect(await during(() => hasty.prepareCharge(makeOrder({ method: 'savedCard' }), token))).toEqual(none);
    },
  })),
  {
    name: 'moves no money by what is only prepared',
    isFor: keepsCards,
    async run(subject) {
      const charge = await prepareCharge(subject, await keepCard(subject));
      expect(await readMade(subject, charge.order)).toMatchObject({ state: 'open' });
      expect(await charge.ask(subject.gateway)).toMatchObject({ ok: true, value: { status: 'cancelled' } });
      const late = await charge.send(subject.gateway);
      expect(late.ok && late.value.status).not.toBe('successful');
      expect(await readMade(subject, charge.order)).toMatchObject({ state: 'cancelled' });
    },
  },
  {
    name: 'deletes a card, which cannot be charged then',
    isFor: keepsCards,
    async run(subject) {
      const token = await keepCard(subject);
      const charge = await prepareCharge(subject, token);
      const { removeCard } = tokensOf(subject.gateway);
      expect(await removeCard(token)).toEqual({ ok: true, value: null });
      expect(await removeCard(token)).toEqual({ ok: true, value: null });
      const charged = await charge.send(subject.gateway);
      expect(charged.ok && charged.value.status).not.toBe('successful');
      expect(await readMade(subject, charge.order)).not.toMatchObject({ state: 'approved' });
    },
  },
  ...faults.map((fault): Check => ({
    name: `does not take a card for deleted when the answer is: ${fault}`,
    isFor: keepsCards,
    async run(subject) {
      const token = await keepCard(subject);
      const hasty = tokensOf(subject.open({ timeoutMs: shortTimeoutMs }));
      const removed = await subject.connection.during(fault, () => hasty.removeCard(token));
      expect(removed).toEqual({ ok: false, error: 'unreachable' });
      expect(await tokensOf(subject.gateway).removeCard(token)).toEqual({ ok: true, value: null });
    },
  })),
];

export const chargeAndTokenChecks: readonly Check[] = [...chargeChecks, ...tokenChecks];
