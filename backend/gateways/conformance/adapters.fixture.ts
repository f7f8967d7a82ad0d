import { signAnswer } from '@/sandbox/simulators/acquirer/signature';
import { signAsEghl } from '@/sandbox/simulators/eghl/hash';
import { signAsFpx } from '@/sandbox/simulators/fpx/checksum';
import type { GatewayTestHarness } from '@/sandbox/simulators/gateway-test-harness.fixture';
import { createAcquirerGateway } from '../acquirer/gateway';
import { createBillplzGateway } from '../billplz/gateway';
import { createChipGateway } from '../chip/gateway';
import { createCounterGateway } from '../counter/gateway';
import { createDuitNowGateway } from '../duitnow/gateway';
import { createEghlGateway } from '../eghl/gateway';
import { createFpxBankDirectory } from '../fpx/bank-directory';
import { createFpxGateway } from '../fpx/gateway';
import { createMaybankGateway } from '../m2u/gateway';
import { createStripeGateway } from '../stripe/gateway';
import { example } from '../template/adapter.fixture';
import type { Adapter, Operations } from './adapter.fixture';
import type { Answer, Rewrite } from './faulty-connection.fixture';

/* What each adapter claims, and how its simulator is driven. A new adapter is one more entry. */

const paid = {
  approve: 'successful',
  'return-twice': 'successful',
  'never-return': 'successful',
  'callback-first': 'successful',
  'return-only': 'successful',
} as const;
/** Of a provider that knows how a payer's visit has ended. */
const ended = { decline: 'failed', cancel: 'cancelled', 'leave-pending': 'pending' } as const;
const noOperations: Operations = {
  ...{ withdraw: false, voidPayment: false, refunds: false },
  ...{ verifyDispute: false, banks: false, checkCredentials: false, charges: false, tokens: false },
};
/** Choices that no provider has; `constructor` is a property of every object. */
const noSuchChoice = [{ provider: 'constructor' }, { provider: 'a|b' }, { provider: '../' }] as const;

/** Signs an altered text of fields again: an unpublished status that is really the provider's. */
function resignFields(change: (fields: Record<string, string>) => Record<string, string>): Rewrite {
  return ({ text }) => ({
    text: new URLSearchParams(change(Object.fromEntries(new URLSearchParams(text.trim())))).toString(),
  });
}

/** Signs an altered response of the acquirer's protocol again, under the MAC of its request. */
function resignAnswer(key: { readonly keyId: string; readonly secret: string }): Rewrite {
  return ({ headers, path, requestHeaders, text }: Answer) => {
    const body = text.replace(/"outcome":"[^"]*"/, '"outcome":"unheard-of"');
    const requestMac = /mac=([0-9a-f]+)/.exec(String(requestHeaders['x-signature']))?.[1] ?? '';
    return { text: body, headers: { ...headers, 'x-signature': signAnswer(key, path, requestMac, body) } };
  };
}

function describeFpx(kind: 'personal' | 'corporate'): Adapter {
  return {
    name: kind === 'personal' ? 'fpx' : 'fpxCorporate',
    open({ settings }, { timeoutMs = settings.fpx.timeoutMs, now = Date.now } = {}) {
      const fpx = { ...settings.fpx, timeoutMs, now };
      return { ...createFpxGateway({ ...fpx, kind }), banks: createFpxBankDirectory(fpx) };
    },
    order: {
      method: kind === 'personal' ? 'fpx' : 'fpxCorporate',
      provider: kind === 'personal' ? 'MB2U0227' : 'MBB0228',
    },
    refused: [{ provider: null }, ...noSuchChoice],
    ...{ start: 'redirect', beginsByCall: false, hasPaymentId: false },
    ...{ browserReturn: 'signed', signsNumber: true, signatureFields: ['fpx_checkSum'] },
    enquired: {
      ...{ none: 'unknown', ...paid, ...ended, tamper: 'unknown', replay: 'unknown' },
      ...(kind === 'corporate' && { 'pending-approval': 'pending-approval' }),
    },
    // rails.md, debitAuthCode: "anything else failed".
    unpublishedStatus: 'failed',
    withUnpublishedStatus: ({ keys }) =>
      resignFields((fields) => signAsFpx('AC', { ...fields, fpx_debitAuthCode: 'ZZ' }, keys.fpxPrivateKey)),
    operations: { ...noOperations, banks: true },
    secrets: ({ keys }) => [keys.fpxSellerPrivateKey],
  };
}

function describeEghl(channel: 'eghl' | 'm2u'): Adapter {
  return {
    name: channel,
    open({ settings }, { timeoutMs = settings.eghl.timeoutMs } = {}) {
      const { wallet, m2u, ...eghl } = settings.eghl;
      if (wallet === null || m2u === null) throw new Error('the sandbox has both channels of eGHL');
      return channel === 'm2u'
        ? createMaybankGateway({ ...eghl, ...m2u, timeoutMs })
        : createEghlGateway({ ...eghl, ...wallet, timeoutMs, name: 'eghl' });
    },
    order: { method: channel === 'm2u' ? 'm2u' : 'wallet', provider: channel === 'm2u' ? null : 'boost' },
    refused: noSuchChoice,
    ...{ start: 'redirect', beginsByCall: false, hasPaymentId: false },
    ...{ browserReturn: 'signed', signsNumber: true, signatureFields: ['HashValue2'] },
    enquired: { none: 'unknown', ...paid, ...ended, tamper: 'unknown', replay: 'unknown' },
    // What distinguishes a failure, a cancellation and a reloaded page is not hashed: a QUERY tells.
    returned: { decline: 'unknown', cancel: 'unknown' },
    calledBack: { decline: 'unknown', cancel: 'unknown' },
    unpublishedStatus: 'unreachable',
    withUnpublishedStatus: ({ settings }) =>
      resignFields((fields) => signAsEghl({ ...fields, TxnStatus: '77' }, settings.eghl.password)),
    operations: { ...noOperations, refunds: 'never' },
    secrets: ({ settings }) => [settings.eghl.password],
  };
}

const acquirer: Adapter = {
  name: 'acquirer',
  open: ({ settings }, { timeoutMs = settings.acquirer.timeoutMs } = {}) =>
    createAcquirerGateway({ ...settings.acquirer, timeoutMs }),
  order: { method: 'newCard', provider: null, resultRoute: '/bankResultMBB' },
  // A card with a challenge.
  card: { number: '4111111111111111', expiry: '12/35', cvv: '123', name: 'Payer' },
  refused: noSuchChoice,
  ...{ start: 'redirect', beginsByCall: true, hasPaymentId: false },
  ...{ browserReturn: 'signed', signsNumber: true, signatureFields: ['signature'] },
  // The acquirer calls a payment unknown until the issuer's page was visited.
  enquired: { none: 'unknown', ...paid, ...ended, tamper: 'unknown', replay: 'unknown' },
  unpublishedStatus: 'unreachable',
  withUnpublishedStatus: ({ settings }) => resignAnswer(settings.acquirer),
  operations: { ...noOperations, voidPayment: true, refunds: 'by-reference', verifyDispute: true, charges: true },
  secrets: ({ settings }) => [settings.acquirer.secret, '4111111111111111'],
};

function describeCodes(name: 'counter' | 'duitnow'): Adapter {
  const settingsOf = ({ settings }: GatewayTestHarness) => settings[name];
  return {
    name,
    open: ({ settings }, { timeoutMs = settings.counter.timeoutMs } = {}) =>
      name === 'counter'
        ? createCounterGateway({ ...settings.counter, timeoutMs })
        : createDuitNowGateway({ ...settings.duitnow, timeoutMs }),
    order: { method: name === 'counter' ? 'counter' : 'duitnowQr', provider: null },
    refused: [],
    ...{ start: name === 'counter' ? 'barcode' : 'qr', beginsByCall: true, hasPaymentId: false },
    payCode: (harness, code, button) =>
      name === 'counter'
        ? harness.send(`${harness.banksOrigin}/counter`, { text: code, button: 'settle' })
        : harness.send(`${harness.banksOrigin}/duitnow`, { payload: code, button }),
    ...{ browserReturn: null, signsNumber: true, signatureFields: ['signature'] },
    enquired: { none: 'pending', approve: 'successful', ...(name === 'duitnow' && { decline: 'failed' }) },
    unpublishedStatus: 'unreachable',
    withUnpublishedStatus: (harness) => resignAnswer(settingsOf(harness)),
    operations: { ...noOperations, withdraw: true },
    secrets: (harness) => [settingsOf(harness).secret],
  };
}

/** Replaces a status by a pattern, in a response that the connection alone protects. */
const replaceStatus =
  (published: RegExp, unpublished: string): Adapter['withUnpublishedStatus'] =>
  () =>
  ({ text }) => ({ text: text.replace(published, unpublished) });

const stripe: Adapter = {
  name: 'stripe',
  open: ({ settings }, { timeoutMs = settings.stripe.timeoutMs, now = Date.now } = {}) =>
    createStripeGateway({ ...settings.stripe, timeoutMs, now }),
  order: { method: 'newCard', provider: null, resultRoute: '/bankResultMBB' },
  refused: [
    ...noSuchChoice.map((choice) => ({ method: 'fpx' as const, ...choice })),
    ...[{ method: 'wallet', provider: 'boost' } as const, { method: 'savedCard' } as const],
  ],
  ...{ start: 'redirect', beginsByCall: true, hasPaymentId: true },
  ...{ browserReturn: 'unsigned', signsNumber: true, signatureFields: ['signature'] },
  // The payer of an open session can pay in another way.
  enquired: {
    ...{ none: 'pending', ...paid, decline: 'pending', cancel: 'pending', 'leave-pending': 'pending' },
    ...{ tamper: 'pending', replay: 'pending' },
  },
  calledBack: { decline: null, cancel: null },
  enterCard: (harness, pageUrl, number) =>
    harness.send(pageUrl, { billingName: 'Payer', cardNumber: number, cardExpiry: '12/39', cardCvc: '123' }),
  unpublishedStatus: 'pending',
  withUnpublishedStatus: replaceStatus(/"status":"succeeded"/g, '"status":"unheard_of"'),
  operations: {
    ...noOperations,
    ...{ withdraw: true, refunds: 'by-reference', verifyDispute: true, banks: true, checkCredentials: true },
    tokens: true,
  },
  secrets: ({ settings }) => [settings.stripe.secretKey, ...settings.stripe.webhookSecrets],
};

const chip: Adapter = {
  name: 'chip',
  open: ({ settings }, { timeoutMs = settings.chip.timeoutMs, now = Date.now } = {}) =>
    createChipGateway({ ...settings.chip, timeoutMs, bankListTimeoutMs: timeoutMs }, now),
  order: { method: 'fpx', provider: 'MB2U0227' },
  refused: [{ provider: null }, ...noSuchChoice, { method: 'wallet', provider: 'boost' }, { method: 'epp' }],
  ...{ start: 'redirect', beginsByCall: true, hasPaymentId: true },
  ...{ browserReturn: 'unsigned', signsNumber: true, signatureFields: ['signature'] },
  // CHIP cancels nothing when a payer turns back.
  enquired: {
    ...{ none: 'pending', ...paid, decline: 'failed', cancel: 'pending', 'leave-pending': 'pending' },
    ...{ tamper: 'pending', replay: 'pending' },
  },
  calledBack: { cancel: null },
  enterCard: (harness, pageUrl, number) =>
    harness.send(new URL('card', pageUrl).href, {
      ...{ cardholder_name: 'Payer', card_number: number, expires: '12/39', cvc: '123' },
    }),
  unpublishedStatus: 'pending',
  withUnpublishedStatus: replaceStatus(/"status":"paid"/, '"status":"unheard_of"'),
  operations: {
    ...noOperations,
    ...{ withdraw: true, refunds: 'never', verifyDispute: true, banks: true, checkCredentials: true, tokens: true },
  },
  remembersCards: true,
  secrets: ({ settings }) => [settings.chip.apiKey],
};

const billplz: Adapter = {
  name: 'billplz',
  open: ({ settings }, { timeoutMs = settings.billplz.timeoutMs, now = Date.now } = {}) =>
    createBillplzGateway({ ...settings.billplz, timeoutMs, bankListTimeoutMs: timeoutMs }, now),
  order: { method: 'fpx', provider: 'MB2U0227' },
  refused: [{ provider: null }, ...noSuchChoice, { provider: 'ABB0235' }],
  ...{ start: 'redirect', beginsByCall: true, hasPaymentId: true },
  ...{ browserReturn: 'signed', signsNumber: false, signatureFields: ['x_signature', 'billplz[x_signature]'] },
  // Billplz has no status of a cancellation.
  enquired: {
    ...{ none: 'unknown', ...paid, decline: 'failed', cancel: 'failed', 'leave-pending': 'pending' },
    ...{ tamper: 'unknown', replay: 'unknown' },
  },
  // A return has no amount: it only causes an enquiry.
  returned: {
    ...{ approve: 'unknown', 'return-twice': 'unknown', 'callback-first': 'unknown', 'return-only': 'unknown' },
    ...{ decline: 'unknown', cancel: 'unknown', 'leave-pending': 'unknown' },
  },
  calledBack: { decline: 'unknown', cancel: 'unknown', 'leave-pending': null },
  unpublishedStatus: 'pending',
  withUnpublishedStatus: replaceStatus(/"state":"paid"/, '"state":"unheard_of"'),
  operations: { ...noOperations, withdraw: true, banks: true, checkCredentials: true },
  paysAfterWithdrawal: true,
  secrets: ({ settings }) => [settings.billplz.apiKey, settings.billplz.signatureKey],
};

/** Every adapter that speaks to a provider. The sandbox's carriers are rows of its database: they have no messages and no connection. */
export const adapters: readonly Adapter[] = [
  ...[describeFpx('personal'), describeFpx('corporate'), acquirer, describeEghl('eghl'), describeEghl('m2u')],
  ...[describeCodes('counter'), describeCodes('duitnow'), stripe, chip, billplz],
  // The template of a gateway, which no deployment has.
  example,
];
