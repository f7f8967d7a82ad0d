import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { bankButtons, type BankButton } from '../../scenarios/bank-buttons';
import { sandboxMerchant, secretOfNetwork } from '../../keys';
import {
  openGatewayTestHarness,
  readReturnForm,
  type GatewayTestHarness,
  type Page,
} from '../gateway-test-harness.fixture';
import { errorMessage, eventMessage, paymentMessage, purchaseMessage, webhookMessage } from './chip-schemas.fixture';
import { isSignedBy, publicKeyOf, signBody } from './signature';
import { signedCallback } from './signed-callback.fixture';
import { generateChipKey, loadChipKeys } from '../../chip-keys';

let harness: GatewayTestHarness;
beforeAll(async () => {
  harness = await openGatewayTestHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  await harness.control('reset', {});
  harness.received.length = 0;
  harness.merchant.answers = [];
});

type Purchase = z.infer<typeof purchaseMessage>;

async function call(method: string, path: string, body?: unknown, key = secretOfNetwork(harness.keys, 'chip')) {
  const response = await fetch(`${harness.banksOrigin}/chip/api/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return { status: response.status, text, body: isJson ? (JSON.parse(text) as unknown) : text };
}

let references = 0;
const merchantOrigin = () => harness.settings.acquirer.siteOrigin;

function describeRequest(changed: Record<string, unknown> = {}) {
  references += 1;
  return {
    client: { email: 'payer@example.com' },
    purchase: { products: [{ name: 'Bill payment', price: 138_78, quantity: 1 }], currency: 'MYR', due_strict: true },
    brand_id: sandboxMerchant.chipBrandId,
    reference: `chip${String(references).padStart(16, '0')}`,
    success_redirect: `${merchantOrigin()}/bankResultCHIP?refid=r1&end=success`,
    failure_redirect: `${merchantOrigin()}/bankResultCHIP?refid=r1&end=failure`,
    cancel_redirect: `${merchantOrigin()}/bankResultCHIP?refid=r1&end=cancel`,
    success_callback: `${merchantOrigin()}/callbacks/chip-success`,
    ...changed,
  };
}

async function create(changed: Record<string, unknown> = {}): Promise<Purchase> {
  const answer = await call('POST', 'purchases/', describeRequest(changed));
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return purchaseMessage.parse(answer.body);
}

async function read({ id }: Pick<Purchase, 'id'>): Promise<Purchase> {
  return purchaseMessage.parse((await call('GET', `purchases/${id}/`)).body);
}

/** The events that reached the sandbox's own webhook, each checked: schema and signature. */
function listEvents(path = '/callbacks/chip') {
  const keys = loadChipKeys(harness.keysDir);
  const key = path === '/callbacks/chip' ? keys.webhook : keys.company;
  return harness.received
    .filter((request) => request.path === path)
    .map(({ body, headers }) => {
      expect(headers['content-type']).toBe('application/json');
      expect(isSignedBy(publicKeyOf(key), body, String(headers['x-signature']))).toBe(true);
      return eventMessage.parse(JSON.parse(body));
    });
}
const eventTypes = (path?: string) => listEvents(path).map(({ event_type: type }) => type);

/** Waits until an event has reached the webhook. */
async function waitForEvent(type: string): Promise<void> {
  while (!eventTypes().includes(type)) await harness.waitFor(harness.received.length + 1);
}

const card = { cardholder_name: "Siti O'Neil", card_number: '4111111111111111', expires: '12/39', cvc: '123' };

/** Posts a card to `direct_post_url`, and returns where it leads. */
async function postCard(purchase: Purchase, changed: Record<string, string> = {}, url = purchase.direct_post_url) {
  const body = new URLSearchParams({ ...card, ...changed });
  const response = await fetch(String(url), { method: 'POST', body, redirect: 'manual' });
  return new URL(response.headers.get('location') ?? 'none:', harness.banksOrigin);
}
const endOf = (url: URL | string) => new URL(url).searchParams.get('end');

async function payByFpx(purchase: Purchase, button = 'approve') {
  return harness.press(await harness.send(`${purchase.checkout_url}?preferred=fpx&fpx_bank_code=MB2U0227`), button);
}

describe('X-Signature', () => {
  it('is that of the SDK’s signed callback', () => {
    const { body, signature, publicKey } = signedCallback;
    expect(isSignedBy(publicKey, body, signature)).toBe(true);
    expect(isSignedBy(publicKey, `${body} `, signature)).toBe(false);
  });

  it('of the simulator verifies by its public key only', () => {
    const key = generateChipKey();
    expect(isSignedBy(publicKeyOf(key), 'body', signBody('body', key))).toBe(true);
    expect(isSignedBy(publicKeyOf(generateChipKey()), 'body', signBody('body', key))).toBe(false);
  });
});

describe('the API of CHIP', () => {
  it('creates a purchase, and tells of it', async () => {
    const purchase = await create({ due: 4_000_000_000 });
    expect(purchase).toMatchObject({
      ...{ status: 'created', is_test: true, payment: null, refundable_amount: 0, refund_availability: 'none' },
      checkout_url: `${harness.banksOrigin}/chip/p/${purchase.id}/`,
      direct_post_url: `${harness.banksOrigin}/chip/p/${purchase.id}/`,
      purchase: { total: 138_78, currency: 'MYR', due_strict: true },
    });
    expect(await read(purchase)).toEqual(purchase);
    await waitForEvent('purchase.created');
  });

  it('sums up the products', async () => {
    const products = [
      { name: 'A', price: 100, quantity: '2.5' },
      { name: 'B', price: 50, discount: 10 },
    ];
    expect(await create({ purchase: { products } })).toMatchObject({ purchase: { total: 290 } });
    const overridden = await create({ purchase: { products, total_override: 500 } });
    expect(overridden).toMatchObject({ purchase: { total: 500 } });
  });

  it.each([
    ['client', { client: undefined }],
    ['client.email', { client: { email: 'nobody' } }],
    ['purchase.products', { purchase: { products: [] } }],
    ['purchase.products.0.price', { purchase: { products: [{ name: 'A' }] } }],
    ['purchase.products.0.price', { purchase: { products: [{ name: 'A', price: 1.5 }] } }],
    ['brand_id', { brand_id: 'none' }],
    ['brand_id', { brand_id: '00000000-0000-4000-8000-000000000000' }],
    ['purchase.total', { purchase: { products: [{ name: 'A', price: 0 }] } }],
    ['reference', { reference: 'r'.repeat(129) }],
    ['success_redirect', { success_redirect: 'nowhere' }],
    ['cancel_redirect', { cancel_redirect: "http://127.0.0.1/?a='" }],
    ['no payment methods', { payment_method_whitelist: ['unknown'] }],
    ['no payment methods', { payment_method_whitelist: ['fpx'], skip_capture: true }],
  ])('refuses a purchase with a wrong %s', async (what, changed) => {
    const answer = await call('POST', 'purchases/', describeRequest(changed));
    expect(answer.status).toBe(400);
    expect(errorMessage.parse(answer.body).__all__.message).toContain(what);
  });

  it('has no URL for a direct post without both redirects', async () => {
    expect((await create({ failure_redirect: '' })).direct_post_url).toBeNull();
  });

  it('refuses another key, malformed JSON, and what it does not know', async () => {
    expect((await call('GET', 'public_key/', undefined, 'other')).status).toBe(401);
    expect((await call('GET', 'purchases/00000000-0000-4000-8000-000000000000/')).status).toBe(404);
    expect((await call('GET', 'nothing/')).status).toBe(404);
    const malformed = await fetch(`${harness.banksOrigin}/chip/api/v1/purchases/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secretOfNetwork(harness.keys, 'chip')}`, 'content-type': 'application/json' },
      body: '{',
    });
    expect(malformed.status).toBe(400);
  });

  it('lists the methods for an amount that are available now', async () => {
    const lookUp = async (query = '') => {
      const answer = await call('GET', `payment_methods/?brand_id=${sandboxMerchant.chipBrandId}&currency=MYR${query}`);
      return z.object({ available_payment_methods: z.array(z.string()) }).parse(answer.body).available_payment_methods;
    };
    expect(await lookUp()).toEqual(expect.arrayContaining(['fpx', 'fpx_b2b1', 'duitnow_qr', 'visa', 'razer_tng']));
    expect(await lookUp('&amount=99')).not.toContain('fpx');
    expect(await lookUp('&skip_capture=true')).toEqual(['visa', 'mastercard', 'american_express']);
    await harness.control('banks', { bankId: 'duitnow_qr', online: false });
    expect(await lookUp()).not.toContain('duitnow_qr');
    expect((await call('GET', 'payment_methods/?currency=MYR')).status).toBe(400);
  });

  it('cancels a purchase, which can then not be paid', async () => {
    const purchase = await create();
    const page = await harness.send(`${purchase.checkout_url}?preferred=duitnow_qr`);
    expect((await call('POST', `purchases/${purchase.id}/cancel/`)).body).toMatchObject({ status: 'cancelled' });
    expect(readReturnForm(await harness.press(page, 'approve'))?.fields.end).toBe('failure');
    expect(await read(purchase)).toMatchObject({ status: 'cancelled', payment: null });
    const paid = await create();
    await payByFpx(paid);
    const refused = await call('POST', `purchases/${paid.id}/cancel/`);
    expect([refused.status, errorMessage.parse(refused.body).__all__.code]).toEqual([400, 'purchase_cancel_error']);
  });

  it('makes, lists and deletes webhooks, each with its key', async () => {
    const callback = `${merchantOrigin()}/callbacks/other`;
    const made = await call('POST', 'webhooks/', { title: 'Paid', events: ['purchase.paid'], callback });
    const webhook = webhookMessage.parse(made.body);
    await payByFpx(await create(), 'callback-first');
    const [received, ...others] = harness.received.filter(({ path }) => path === '/callbacks/other');
    expect(others).toEqual([]);
    expect(isSignedBy(webhook.public_key, received?.body ?? '', String(received?.headers['x-signature']))).toBe(true);
    await harness.control('reset', {});
    expect((await call('GET', `webhooks/${webhook.id}/`)).body).toEqual(webhook);
    expect((await call('DELETE', `webhooks/${webhook.id}/`)).status).toBe(204);
    expect((await call('GET', `webhooks/${webhook.id}/`)).status).toBe(404);
    expect((await call('POST', 'webhooks/', { title: 'Paid', callback })).status).toBe(400);
  });

  it('gives the key of success callbacks', async () => {
    const key = z.string().parse((await call('GET', 'public_key/')).body);
    await payByFpx(await create(), 'callback-first');
    const sent = harness.received.find(({ path }) => path === '/callbacks/chip-success');
    expect(isSignedBy(key, sent?.body ?? '', String(sent?.headers['x-signature']))).toBe(true);
  });
});

const buttons: readonly BankButton[] = bankButtons;
const rails = [
  { name: 'fpx', query: '?preferred=fpx&fpx_bank_code=MB2U0227', heading: 'Maybank2u' },
  { name: 'fpx_b2b1', query: '?preferred=fpx_b2b1&fpx_bank_code=MBB0228', heading: 'Maybank2E' },
  { name: 'duitnow_qr', query: '?preferred=duitnow_qr', heading: 'DuitNow QR' },
  { name: 'razer_tng', query: '?preferred=razer_tng&razer_bank_code=TNG-EWALLET', heading: 'Touch ’n Go eWallet' },
  { name: 'razer_grabpay', query: '?preferred=razer&razer_bank_code=GrabPay', heading: 'GrabPay' },
  { name: 'visa', query: null, heading: 'Visa Secure' },
];
type Rail = (typeof rails)[number];

async function arrive(rail: Rail): Promise<[Purchase, Page]> {
  const purchase = await create();
  const url = rail.query === null ? await postCard(purchase) : `${purchase.checkout_url}${rail.query}`;
  return [purchase, await harness.send(String(url))];
}

const cases = rails.flatMap((rail) =>
  buttons
    .filter(({ only }) => only === undefined || rail.name === 'fpx_b2b1')
    .map((button) => [rail.name, button.label, rail, button] as const),
);

const expected = {
  approved: { status: 'paid', end: 'success', event: 'purchase.paid' },
  declined: { status: 'error', end: 'failure', event: 'purchase.payment_failure' },
  cancelled: { status: 'viewed', end: 'cancel', event: null },
  pending: { status: 'pending_execute', end: 'success', event: 'purchase.pending_execute' },
  'pending-approval': { status: 'pending_execute', end: 'success', event: 'purchase.pending_execute' },
  'no-payment': { status: 'viewed', end: 'success', event: null },
} as const satisfies Record<BankButton['state'], object>;

describe('a page of a bank behind CHIP', () => {
  it.each(rails.map((rail) => [rail.name, rail] as const))(
    'of %s shows the payment and its buttons',
    async (name, rail) => {
      const [purchase, page] = await arrive(rail);
      const lines = page.text
        .replaceAll(/<style.*?<\/style>|<[^>]+>/gs, '\n')
        .split('\n')
        .map((line) => line.trim());
      expect(lines).toEqual(expect.arrayContaining([rail.heading, 'ebill', purchase.reference, 'RM138.78']));
      const shown = [...page.text.matchAll(/<button[^>]*>\s*(.*?)\s*<\/button>/gs)].map(([, label]) => label);
      expect(shown).toEqual(
        buttons.filter(({ only }) => only === undefined || name === 'fpx_b2b1').map(({ label }) => label),
      );
    },
  );

  it.each(cases)('of %s: %s', async (name, _label, rail, button) => {
    const [purchase, page] = await arrive(rail);
    const back = await harness.press(page, button.value);
    const { status, end, event } = expected[button.state];
    if (button.browserReturn === 'never') {
      expect(readReturnForm(back)).toBeNull();
      expect(back.text).toContain('Return to merchant');
    } else {
      expect(readReturnForm(back)).toEqual({
        action: `${merchantOrigin()}/bankResultCHIP`,
        fields: { refid: 'r1', end },
      });
    }
    if (button.callback === 'first') expect(eventTypes()).toContain('purchase.paid');
    const visits = harness.received.filter(({ path }) => path === '/bankResultCHIP');
    expect(visits).toHaveLength(button.browserReturn === 'twice' ? 1 : 0);

    const after = await read(purchase);
    // A direct post shows no page of CHIP.
    expect(after.status).toBe(status === 'viewed' && rail.query === null ? 'created' : status);
    expect(after.transaction_data.attempts.length).toBe(event === null || status === 'pending_execute' ? 0 : 1);
    if (status === 'paid') {
      expect(after).toMatchObject({ payment: { amount: 138_78 }, transaction_data: { payment_method: name } });
    }
    // Callbacks of a purchase are in order: what comes next shows that nothing else came before.
    const isDone = status === 'paid' ? 'refund' : 'cancel';
    if (status !== 'pending_execute') await call('POST', `purchases/${purchase.id}/${isDone}/`);
    const last =
      status === 'pending_execute'
        ? 'purchase.pending_execute'
        : status === 'paid'
          ? 'payment.refunded'
          : 'purchase.cancelled';
    await waitForEvent(last);
    const between = event === null || button.callback === 'none' ? [] : [event];
    expect(eventTypes().slice(0, -1)).toEqual([
      ...['purchase.created', ...(rail.query === null ? [] : ['purchase.viewed'])],
      ...(status === 'pending_execute' ? [] : between),
    ]);

    const forged = harness.received.filter(({ path }) => path === '/callbacks/chip-success');
    if (button.browserReturn === 'tampered') {
      const [sent] = forged;
      const key = publicKeyOf(loadChipKeys(harness.keysDir).company);
      expect(isSignedBy(key, sent?.body ?? '', String(sent?.headers['x-signature']))).toBe(false);
      expect(JSON.parse(sent?.body ?? '')).toMatchObject({
        id: purchase.id,
        status: 'paid',
        purchase: { total: 238_78 },
      });
    } else if (button.browserReturn === 'replayed') {
      const [old] = listEvents('/callbacks/chip-success');
      expect(old?.reference).not.toBe(purchase.reference);
    } else {
      expect(eventTypes('/callbacks/chip-success')).toEqual(between.filter((type) => type === 'purchase.paid'));
    }
  });

  it('is decided once: a second tap and a reload show the first decision', async () => {
    const [purchase, page] = await arrive(rails[0] as Rail);
    const first = readReturnForm(await harness.press(page, 'decline'));
    expect(readReturnForm(await harness.press(page, 'approve'))).toEqual(first);
    expect(readReturnForm(await harness.send(page.url))).toEqual(first);
    expect(await read(purchase)).toMatchObject({ status: 'error' });
    expect((await harness.press((await arrive(rails[0] as Rail))[1], 'anything')).status).toBe(400);
  });

  it('can be opened again after a decline, and then be paid', async () => {
    const [purchase] = await arrive(rails[0] as Rail);
    await payByFpx(purchase, 'decline');
    await payByFpx(purchase, 'approve');
    const after = await read(purchase);
    expect(after.status).toBe('paid');
    expect(after.transaction_data.attempts.map(({ successful }) => successful)).toEqual([true, false]);
    expect(after.transaction_data.attempts[1]?.error?.code).toBe('payment_rejected_other_reason');
  });

  it('pays a purchase once when two pages of it are approved', async () => {
    const [purchase, first] = await arrive(rails[0] as Rail);
    const second = await harness.send(`${purchase.checkout_url}?preferred=duitnow_qr`);
    await harness.press(first, 'approve');
    expect(readReturnForm(await harness.press(second, 'approve'))?.fields.end).toBe('failure');
    expect((await read(purchase)).transaction_data.attempts[0]?.error?.code).toBe('purchase_already_paid_for');
  });

  it('fails at once when the bank is offline', async () => {
    await harness.control('banks', { bankId: 'MB2U0227', online: false });
    const purchase = await create();
    const page = await fetch(`${purchase.checkout_url}?preferred=fpx&fpx_bank_code=MB2U0227`, { redirect: 'manual' });
    expect(endOf(page.headers.get('location') ?? '')).toBe('failure');
    expect((await read(purchase)).transaction_data.attempts[0]?.error?.code).toBe('issuer_not_available');
  });
});

describe('CHIP’s own page', () => {
  it('offers the methods of the whitelist, the banks, and the way back', async () => {
    const purchase = await create({ payment_method_whitelist: ['fpx', 'visa'] });
    const page = await harness.send(purchase.checkout_url);
    expect(page.text).toContain('?preferred=fpx"');
    expect(page.text).toContain('?preferred=card"');
    expect(page.text).not.toContain('duitnow_qr');
    expect(page.text).toContain('Return to seller');
    expect((await harness.send(`${purchase.checkout_url}?preferred=fpx`)).text).toContain('fpx_bank_code=MB2U0227');
    // A method that is not offered leads to the choice.
    expect((await harness.send(`${purchase.checkout_url}?preferred=duitnow_qr`)).text).toContain('?preferred=fpx"');
    expect(await read(purchase)).toMatchObject({ status: 'viewed', viewed_on: expect.any(Number) });
  });

  it('takes a card in its own form', async () => {
    const purchase = await create();
    const form = await harness.send(`${purchase.checkout_url}?preferred=visa`);
    for (const name of Object.keys(card)) expect(form.text).toContain(`name="${name}"`);
    const url = await postCard(purchase, { card_number: '4242424242424242' }, `${purchase.checkout_url}card`);
    expect(endOf(url)).toBe('success');
    expect((await read(purchase)).transaction_data.flow).toBe('payform');
  });

  it('shows a standard screen where there is no redirect, and for what can no longer be paid', async () => {
    const purchase = await create({ success_redirect: '', failure_redirect: '', cancel_redirect: '' });
    expect((await payByFpx(purchase)).text).toContain('Payment successful');
    expect((await harness.send(purchase.checkout_url)).text).toContain('Payment successful');
    expect((await harness.send(`${harness.banksOrigin}/chip/p/unknown/`)).status).toBe(404);
  });
});

describe('a direct post', () => {
  it.each([
    ['4242424242424242', 'success', 'paid', null],
    ['4444333322221111', 'success', 'paid', null],
    ['4000000000000002', 'failure', 'error', 'do_not_honour'],
    ['4000000000009995', 'failure', 'error', 'insufficient_funds'],
    ['4000000000000069', 'failure', 'error', 'expired_card'],
    ['4000000000000127', 'failure', 'error', 'authorization_failed'],
  ])('of %s leads to %s', async (number, end, status, code) => {
    const purchase = await create();
    expect(endOf(await postCard(purchase, { card_number: number }))).toBe(end);
    const after = await read(purchase);
    expect([after.status, after.transaction_data.attempts[0]?.error?.code ?? null]).toEqual([status, code]);
    expect(after.transaction_data).toMatchObject({ flow: 'direct_post' });
  });

  it.each([
    [{ card_number: '' }, 'validation_card_number_not_provided'],
    [{ card_number: '4111 1111 1111 1111' }, 'validation_card_number_invalid'],
    [{ card_number: '1'.repeat(20) }, 'validation_card_number_too_long'],
    [{ expires: '13/39' }, 'validation_expires_invalid'],
    [{ expires: '01/20' }, 'validation_expires_invalid'],
    [{ cvc: '12345' }, 'validation_cvc_too_long'],
    [{ cvc: '12' }, 'validation_cvc_invalid'],
    [{ cardholder_name: '林' }, 'validation_cardholder_name_invalid'],
    [{ card_number: '6011000990139424' }, 'no_matching_terminal'],
    [{ card_number: '4444333322221111', cvc: '321' }, 'authorization_failed'],
  ])('of %p fails', async (changed, code) => {
    const purchase = await create();
    expect(endOf(await postCard(purchase, changed))).toBe('failure');
    expect((await read(purchase)).transaction_data.attempts[0]).toMatchObject({ successful: false, error: { code } });
  });

  it('of a card whose issuer is not heard of is known an hour later', async () => {
    const purchase = await create();
    expect(endOf(await postCard(purchase, { card_number: '4000000000000119' }))).toBe('success');
    expect((await read(purchase)).status).toBe('pending_execute');
    await harness.control('clock', { offsetMs: 61 * 60_000 });
    expect((await read(purchase)).status).toBe('paid');
    expect(eventTypes().slice(-2)).toEqual(['purchase.pending_execute', 'purchase.paid']);
  });

  it('stores no card number and no CVC', async () => {
    const purchase = await create();
    await postCard(purchase, { cvc: '987' });
    await postCard(purchase, { card_number: '4242424242424242', cvc: '987' });
    const journal = readFileSync(join(harness.dataDir, 'banks', 'journal.jsonl'), 'utf8');
    expect(journal).not.toMatch(/4111111111111111|4242424242424242|"987"|cvc/);
    expect((await read(purchase)).transaction_data.extra).toMatchObject({ masked_pan: '424242******4242' });
  });

  it('keeps a card as a token, which pays another purchase until it is deleted', async () => {
    const first = await create();
    await postCard(first, { card_number: '4242424242424242', remember_card: 'on' });
    expect((await read(first)).is_recurring_token).toBe(true);
    const second = await create();
    const charged = await call('POST', `purchases/${second.id}/charge/`, { recurring_token: first.id });
    expect(purchaseMessage.parse(charged.body)).toMatchObject({
      ...{ status: 'paid', recurring_token: first.id },
      payment: { payment_type: 'purchase_charge' },
    });
    const deleted = await call('POST', `purchases/${first.id}/delete_recurring_token/`);
    expect(purchaseMessage.parse(deleted.body).is_recurring_token).toBe(false);
    const third = await create();
    const refused = await call('POST', `purchases/${third.id}/charge/`, { recurring_token: first.id });
    // CHIPAsia/chip-for-woocommerce, maybe_delete_payment_token.
    expect([refused.status, errorMessage.parse(refused.body).__all__.code]).toEqual([400, 'invalid_recurring_token']);
  });

  // The schema `Purchase`: 'forces the customer's payment credentials to be saved […] without giving the customer a choice in the matter'.
  it.each([
    [true, true],
    [false, false],
  ])('a card that pays on the page of CHIP is a token with force_recurring %s: %s', async (force, isToken) => {
    const purchase = await create({ force_recurring: force });
    await postCard(purchase, { card_number: '4242424242424242' }, `${purchase.checkout_url}card`);
    expect(await read(purchase)).toMatchObject({ status: 'paid', is_recurring_token: isToken });
  });

  // charge.md: 'If recurring charge fails due to payment processing error, you will receive HTTP response code 400 with error code
  // `purchase_charge_error`', and the attempt has the reason.
  it.each([
    ['4000000000000341', 'insufficient_funds'],
    ['4000000000009987', 'lost_card'],
  ])('a charge of %s fails: %s', async (number, code) => {
    const first = await create();
    await postCard(first, { card_number: number, remember_card: 'on' });
    const second = await create();
    const refused = await call('POST', `purchases/${second.id}/charge/`, { recurring_token: first.id });
    expect([refused.status, errorMessage.parse(refused.body).__all__.code]).toEqual([400, 'purchase_charge_error']);
    expect(await read(second)).toMatchObject({
      ...{ status: 'error', payment: null, recurring_token: null },
      transaction_data: { attempts: [{ type: 'recurring_execute', successful: false, error: { code } }] },
    });
    await waitForEvent('purchase.payment_failure');
  });

  // charge.md: 'you will get a response with status code 200 and a Purchase object having `status` = `pending_charge`'.
  it('a charge that takes long is pending, and paid later', async () => {
    const first = await create();
    await postCard(first, { card_number: '4000000000000119', remember_card: 'on' });
    await harness.control('clock', { offsetMs: 61 * 60_000 });
    expect((await read(first)).status).toBe('paid');
    const second = await create();
    const charged = await call('POST', `purchases/${second.id}/charge/`, { recurring_token: first.id });
    expect(charged.body).toMatchObject({ status: 'pending_charge', payment: null, recurring_token: first.id });
    await harness.control('clock', { offsetMs: 122 * 60_000 });
    expect(await read(second)).toMatchObject({ status: 'paid', payment: { amount: 138_78 } });
    expect(eventTypes().slice(-2)).toEqual(['purchase.pending_charge', 'purchase.paid']);
  });

  it.each([
    ['down', 'created'],
    ['lost', 'paid'],
  ])('the response to a charge can be missing: %s', async (mode, status) => {
    const first = await create();
    await postCard(first, { card_number: '4242424242424242', remember_card: 'on' });
    await harness.control('charges', { mode });
    const second = await create();
    await expect(call('POST', `purchases/${second.id}/charge/`, { recurring_token: first.id })).rejects.toThrow();
    expect((await read(second)).status).toBe(status);
  });
});

describe('what is on hold', () => {
  async function hold() {
    const purchase = await create({ skip_capture: true });
    await postCard(purchase, { card_number: '4242424242424242' });
    expect((await read(purchase)).status).toBe('hold');
    return purchase;
  }

  it('is captured, in part too', async () => {
    const purchase = await hold();
    const tooMuch = await call('POST', `purchases/${purchase.id}/capture/`, { amount: 138_79 });
    expect(errorMessage.parse(tooMuch.body).__all__.code).toBe('purchase_capture_error');
    const captured = await call('POST', `purchases/${purchase.id}/capture/`, { amount: 100_00 });
    expect(captured.body).toMatchObject({ status: 'paid', payment: { amount: 100_00 }, refundable_amount: 100_00 });
    await waitForEvent('purchase.paid');
    expect(eventTypes()).toEqual(['purchase.created', 'purchase.hold', 'purchase.captured', 'purchase.paid']);
    expect(eventTypes('/callbacks/chip-success')).toEqual(['purchase.paid']);
  });

  it('is released', async () => {
    const purchase = await hold();
    expect((await call('POST', `purchases/${purchase.id}/release/`)).body).toMatchObject({ status: 'released' });
    expect((await call('POST', `purchases/${purchase.id}/release/`)).status).toBe(400);
  });

  it('is nothing for a total of 0: the card is kept', async () => {
    const purchase = await create({ skip_capture: true, purchase: { products: [{ name: 'Card', price: 0 }] } });
    await postCard(purchase, { card_number: '4242424242424242' });
    expect(await read(purchase)).toMatchObject({ status: 'preauthorized', is_recurring_token: true, payment: null });
  });
});

describe('a refund', () => {
  async function paid() {
    const purchase = await create();
    await payByFpx(purchase, 'callback-first');
    return purchase;
  }
  const refund = ({ id }: Purchase, amount?: number) =>
    call('POST', `purchases/${id}/refund/`, ...(amount === undefined ? [] : [{ amount }]));
  const setMode = (mode: string) => harness.control('refunds', { mode, times: 1 });

  it('is of a part, and then of the rest', async () => {
    const purchase = await paid();
    const part = paymentMessage.parse((await refund(purchase, 50_00)).body);
    expect(part).toMatchObject({
      payment: { is_outgoing: true, payment_type: 'refund', amount: 50_00 },
      related_to: { id: purchase.id },
    });
    expect(await read(purchase)).toMatchObject({
      status: 'refunded',
      refundable_amount: 88_78,
      refund_availability: 'all',
    });
    expect((await refund(purchase, 88_79)).status).toBe(400);
    expect(paymentMessage.parse((await refund(purchase)).body).payment.amount).toBe(88_78);
    expect(await read(purchase)).toMatchObject({ refundable_amount: 0, refund_availability: 'none' });
    await waitForEvent('payment.refunded');
  });

  it('is pending for an hour', async () => {
    const purchase = await paid();
    await setMode('pending');
    expect(purchaseMessage.parse((await refund(purchase)).body)).toMatchObject({ status: 'pending_refund' });
    expect((await refund(purchase)).status).toBe(400);
    await harness.control('clock', { offsetMs: 61 * 60_000 });
    expect(await read(purchase)).toMatchObject({ status: 'refunded', refundable_amount: 0 });
    expect(eventTypes().slice(-2)).toEqual(['purchase.pending_refund', 'payment.refunded']);
  });

  it('is refused with an error that the purchase tells of', async () => {
    const purchase = await paid();
    await setMode('refused');
    const refused = await refund(purchase);
    expect([refused.status, errorMessage.parse(refused.body).__all__.code]).toEqual([400, 'purchase_refund_error']);
    const after = await read(purchase);
    expect(after).toMatchObject({ status: 'paid', refundable_amount: 138_78 });
    expect(after.transaction_data.attempts[0]).toMatchObject({ type: 'refund', successful: false });
  });

  it.each([
    ['lost', 0],
    ['down', 138_78],
  ])('has no response: %s', async (mode, left) => {
    const purchase = await paid();
    await setMode(mode);
    await expect(refund(purchase)).rejects.toThrow();
    expect((await read(purchase)).refundable_amount).toBe(left);
  });

  it('of what is not paid is refused', async () => {
    expect((await refund(await create())).status).toBe(400);
  });
});

describe('the clock', () => {
  const minute = 60_000;
  const due = () => Math.floor(Date.now() / 1000) + 600;

  it('expires a strict purchase, which can then not be paid', async () => {
    const purchase = await create({ due: due() });
    const page = await harness.send(`${purchase.checkout_url}?preferred=duitnow_qr`);
    await harness.control('clock', { offsetMs: 11 * minute });
    expect(await read(purchase)).toMatchObject({ status: 'expired', direct_post_url: null });
    expect(readReturnForm(await harness.press(page, 'approve'))?.fields.end).toBe('failure');
    expect(await read(purchase)).toMatchObject({ status: 'expired', payment: null });
  });

  it('makes any other overdue, which can still be paid', async () => {
    const products = [{ name: 'A', price: 500 }];
    const purchase = await create({ due: due(), purchase: { products, due_strict: false } });
    await harness.control('clock', { offsetMs: 11 * minute });
    expect((await read(purchase)).status).toBe('overdue');
    await payByFpx(purchase);
    expect((await read(purchase)).status).toBe('paid');
  });

  it('repeats a callback up to 8 times in 36 hours, and sends no later one before', async () => {
    harness.merchant.answers = Array.from({ length: 9 }, () => 'no');
    const purchase = await create();
    await harness.waitFor(1);
    await payByFpx(purchase, 'return-only');
    const tries: number[] = [];
    for (let hours = 1; hours <= 36; hours += 1) {
      await harness.control('clock', { offsetMs: hours * 60 * minute });
      tries.push(eventTypes().filter((type) => type === 'purchase.created').length);
    }
    expect(tries.at(-1)).toBe(9);
    expect(tries[0]).toBe(4);
    expect(eventTypes().slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 'purchase.created'));
    // It is given up, and the next one is sent.
    expect(eventTypes()[9]).toBe('purchase.viewed');
  });

  it.each([
    ['twice', 1, 2],
    ['late', 0, 1],
    ['lost', 0, 0],
  ])('has callbacks that are sent %s', async (mode, now, later) => {
    await harness.control('callbacks', { mode, times: 1 });
    await create();
    await harness.control('clock', { offsetMs: 1000 });
    expect(eventTypes()).toHaveLength(now);
    await harness.control('clock', { offsetMs: 61 * minute });
    expect(eventTypes()).toHaveLength(later);
  });

  it('finds a callback that was not delivered at a stop', async () => {
    harness.merchant.answers = ['no'];
    const purchase = await create();
    await harness.waitFor(1);
    await harness.restart();
    // The stop has closed the connection that is used next.
    await harness.send(`${harness.banksOrigin}/health`).catch(() => null);
    await harness.control('clock', { offsetMs: 9 * minute });
    expect(listEvents().map(({ id }) => id)).toEqual([purchase.id, purchase.id]);
    expect(await read(purchase)).toEqual(purchase);
  });
});

describe('the controls', () => {
  it.each([
    ['successful', 'paid', 'approved', 'purchase.paid'],
    ['failed', 'error', 'declined', 'purchase.payment_failure'],
  ])('settle as %s what is pending', async (outcome, status, state, event) => {
    const purchase = await create();
    await payByFpx(purchase, 'leave-pending');
    const number = purchase.reference;
    expect(await harness.control(`payments/${number}`)).toMatchObject({ body: { rail: 'chip', state: 'pending' } });
    expect((await harness.control('settle', { number, outcome })).status).toBe(200);
    expect(eventTypes().at(-1)).toBe(event);
    expect((await read(purchase)).status).toBe(status);
    expect(await harness.control(`payments/${number}`)).toMatchObject({
      body: { number, state, amount: 138_78, button: 'leave-pending', reference: purchase.id, refunds: [] },
    });
  });

  it('end a payment once', async () => {
    const purchase = await create();
    await payByFpx(purchase);
    expect((await harness.control('settle', { number: purchase.reference, outcome: 'failed' })).status).toBe(409);
  });

  it('report a dispute, and that it was won', async () => {
    const purchase = await create();
    await payByFpx(purchase);
    const dispute = (outcome: string) =>
      harness.control('dispute', { number: purchase.reference, reason: '10.4', outcome });
    expect((await dispute('won')).status).toBe(409);
    expect((await dispute('opened')).status).toBe(200);
    expect(await read(purchase)).toMatchObject({ status: 'chargeback', refundable_amount: 0 });
    expect((await dispute('won')).status).toBe(200);
    expect((await read(purchase)).status).toBe('paid');
    expect(eventTypes().slice(-2)).toEqual(['payment.charged_back', 'payment.chargeback_reversed']);
  });

  it('fail the next calls', async () => {
    const fail = (mode: string) => harness.control('faults', { call: 'chip.purchases.create', mode });
    const number = describeRequest();
    await fail('error');
    expect((await call('POST', 'purchases/', number)).status).toBe(500);
    expect((await harness.control(`payments/${number.reference}`)).status).toBe(404);
    await fail('garbage');
    await expect(call('POST', 'purchases/', number)).rejects.toThrow();
    expect((await harness.control(`payments/${number.reference}`)).status).toBe(200);
    const other = describeRequest();
    await fail('drop-answer');
    await expect(call('POST', 'purchases/', other)).rejects.toThrow();
    expect((await harness.control(`payments/${other.reference}`)).status).toBe(200);
    expect((await call('POST', 'purchases/', describeRequest())).status).toBe(201);
    expect((await harness.control('faults', { call: 'chip.purchases.create', mode: 'maybe' })).status).toBe(400);
    expect((await harness.control('callbacks', { mode: 'maybe' })).status).toBe(400);
  });
});
