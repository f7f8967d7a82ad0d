import { createHmac, createPrivateKey } from 'node:crypto';
import fc from 'fast-check';
import { signAnswer, signReportFields } from '@/sandbox/simulators/acquirer/signature';
import {
  signCallback as signBillplzCallback,
  signRedirect as signBillplzRedirect,
} from '@/sandbox/simulators/billplz/signature';
import { signBody as signAsChip } from '@/sandbox/simulators/chip/signature';
import { isMerchantsMessage as isEghlMerchants, signAsEghl } from '@/sandbox/simulators/eghl/hash';
import { isMerchantsMessage as isFpxMerchants, signAsFpx } from '@/sandbox/simulators/fpx/checksum';
import { signEvent } from '@/sandbox/simulators/stripe/signature';
import { createSandboxCarrier } from '@/sandbox/services/carrier';
import { sen } from '@/lib/domain/money';
import { merchantReturnText, signMerchantReturnFields } from '../partners/merchant-return';
import { readSignature, signMessage as signPartnerMessage, verifySignature } from '../partners/signature';
import { createAcquirerGateway } from './acquirer/gateway';
import { createBillplzGateway } from './billplz/gateway';
import { createChipGateway } from './chip/gateway';
import { createCounterGateway } from './counter/gateway';
import { createDuitNowGateway } from './duitnow/gateway';
import { isUnambiguousSale } from './eghl/formats';
import { createEghlGateway } from './eghl/gateway';
import { buildQuery, buildSale } from './eghl/request';
import { readResponse } from './eghl/response';
import { readBankList } from './fpx/bank-list';
import { createFpxGateway } from './fpx/gateway';
import { checksumFields } from './fpx/checksum';
import { createFpxVerifier } from './fpx/public-keys';
import { buildPaymentMessage } from './fpx/request';
import { vector } from './fpx/vector.fixture';
import type { AttemptOrder, Gateway } from './gateway';
import { createMaybankGateway } from './m2u/gateway';
import {
  attemptNumber,
  expectOneMeaning,
  freeText,
  rearrange,
  resplit,
  rewrite,
  ringgit,
  type Fields,
  type SignedMessage,
} from './signatures.fixture';
import { verifyResponse } from './signed-messages';
import { createStripeGateway } from './stripe/gateway';
import { createExampleGateway } from './template/gateway';

/*
 * Every signed message of every gateway and partner. The senders are the simulators' own implementations of the published signatures, which
 * share no code with the gateways; the receivers are the gateways. A new gateway is one more entry.
 */

const timeoutMs = 1;
const hostUrl = 'http://127.0.0.1:1';
const callbackUrl = 'https://backend.example/callbacks/eghl';
const sharedKey = { keyId: 'ebill', secret: '0123456789abcdef0123456789abcdef' };
const reportOf = (gateway: Gateway) => (fields: Fields) => {
  const report = gateway.verifyReport(fields);
  return report.ok ? report.value : null;
};

const order = fc.record({
  number: attemptNumber,
  amount: fc.integer({ min: 100, max: 3_000_000 }).map(sen),
  description: freeText,
  payerEmail: fc.constantFrom('payer@example.com', 'a|b@example.com'),
  payerPhone: fc.constant(null),
  clientAddress: fc.constantFrom('127.0.0.1', '10.20.30.119', '2001:db8::9', 'unknown'),
  paymentId: fc.constant(null),
  method: fc.constant('fpx' as const),
  resultRoute: fc.constant('/bankResultFPX' as const),
  language: fc.constant('en'),
  startedAt: fc.constant('2026-11-21T01:30:05Z'),
  deadline: fc.constantFrom('2026-11-21T01:45:05Z', '2026-11-21T01:31:15Z', '2026-11-21T03:30:05Z'),
  provider: fc.constant('MB2U0227'),
}) satisfies fc.Arbitrary<AttemptOrder>;

// FPX.
const fpxSeller = { sellerExId: 'EX00012345', sellerId: 'SE00012345', privateKey: createPrivateKey(vector.privateKey) };
const fpx = createFpxGateway({
  ...{ kind: 'personal', hostUrl, timeoutMs, sellerExId: fpxSeller.sellerExId, sellerId: fpxSeller.sellerId },
  ...{ privateKey: vector.privateKey, fpxPublicKey: vector.publicKey, sessionMinutes: 10 },
  ...{ bankNames: new Map(), now: Date.now },
  limits: { personal: { minimum: sen(100), maximum: null }, corporate: { minimum: sen(200), maximum: null } },
});
const namesOf = (type: keyof typeof checksumFields) => checksumFields[type].map((name) => `fpx_${name}`);
const confirmation = fc.record({
  number: attemptNumber,
  amount: ringgit,
  code: fc.constantFrom('00', '51', '09', '99', '1C', '76'),
  buyerName: freeText,
  makerName: freeText,
  branch: freeText,
});

const fpxMessages: readonly SignedMessage[] = [
  {
    name: 'FPX, AC',
    signed: namesOf('AC'),
    separator: '|',
    genuine: confirmation.map(({ number, amount, code, buyerName, makerName, branch }) =>
      signAsFpx(
        'AC',
        {
          ...{ fpx_buyerBankBranch: branch, fpx_buyerBankId: 'MB2U0227', fpx_buyerIban: '', fpx_buyerId: '' },
          ...{ fpx_buyerName: buyerName, fpx_makerName: makerName, fpx_debitAuthCode: code, fpx_debitAuthNo: '' },
          ...{ fpx_creditAuthCode: '', fpx_creditAuthNo: '', fpx_msgToken: '01', fpx_msgType: 'AC' },
          ...{ fpx_fpxTxnId: '2611210930050001', fpx_fpxTxnTime: '20261121093105' },
          ...{ fpx_sellerExId: fpxSeller.sellerExId, fpx_sellerId: fpxSeller.sellerId },
          ...{ fpx_sellerExOrderNo: number, fpx_sellerOrderNo: number, fpx_sellerTxnTime: '20261121093005' },
          ...{ fpx_txnAmount: amount, fpx_txnCurrency: 'MYR' },
        },
        vector.privateKey,
      ),
    ),
    read: reportOf(fpx),
  },
  {
    name: 'FPX, BC',
    signed: namesOf('BC'),
    separator: '|',
    genuine: fc
      .array(fc.constantFrom('ABB0233~A', 'MB2U0227~B', 'RHB0218~X', 'A|01', 'x~B|01|BC'), { maxLength: 4 })
      .map((banks) =>
        signAsFpx(
          'BC',
          {
            ...{ fpx_bankList: banks.join(','), fpx_msgToken: '01', fpx_msgType: 'BC' },
            fpx_sellerExId: fpxSeller.sellerExId,
          },
          vector.privateKey,
        ),
      ),
    read(fields) {
      const trust = { sellerExId: fpxSeller.sellerExId, verify: createFpxVerifier(vector.publicKey, Date.now) };
      const isOnline = readBankList(new URLSearchParams(fields).toString(), 'personal', trust);
      return isOnline && [...isOnline].sort();
    },
  },
  ...(['AR', 'AE'] as const).map((type) => ({
    name: `FPX, ${type}`,
    signed: namesOf(type),
    separator: '|',
    genuine: order.map((attempt) => buildPaymentMessage(type, 'personal', fpxSeller, attempt, 'MB2U0227')),
    // FPX signs its own messages with another key: in the simulator ours is the merchant's.
    read: (fields: Fields) =>
      isFpxMerchants(type, fields, vector.publicKey) ? namesOf(type).map((name) => fields[name] ?? '') : null,
  })),
];

// eGHL.
const eghlMerchant = { serviceId: 'EBL', password: 'password-of-the-tests', name: 'ebill' };
const eghlNames = 'TxnID ServiceID PaymentID TxnStatus Amount CurrencyCode AuthCode OrderNumber Param6 Param7'.split(
  ' ',
);
const eghlSettings = { ...eghlMerchant, pageUrl: `${hostUrl}/`, merchant: 'ebill', timeoutMs, callbackUrl };
const channel = { returnUrl: 'https://pay.example/bankResultEGHL', callbackUrl, pymtMethod: 'WA', issuingBank: 'TNG' };
const wallet = createEghlGateway({
  ...{ ...eghlSettings, name: 'eghl', callback: 'eghl', returnRoutes: [], pymtMethod: 'WA' },
  ...{ returnUrl: channel.returnUrl, providers: { touchngo: { code: 'TNG', name: "Touch 'n Go" } } },
});
const maybank = createMaybankGateway({
  ...{ ...eghlSettings, callback: 'm2u', returnRoutes: [], code: 'M2U' },
  returnUrl: 'https://pay.example/bankResultMBBCASA',
});
const eghlResponse = fc
  .record({
    number: attemptNumber,
    amount: ringgit,
    // 15 and 16 are statuses of cards: wallets and Maybank2u have none, and they are not read.
    status: fc.constantFrom('0', '1', '2', '9', '10', '31', '-1', '-2'),
    transaction: fc.oneof(fc.stringMatching(/^EBL[0-9A-F]{16}$/), freeText, fc.constant('')),
    authorisation: fc.oneof(fc.stringMatching(/^[0-9A-F]{6}$/), freeText, fc.constant('')),
    order: fc.boolean(),
  })
  .map(({ number, amount, status, transaction, authorisation, order: isNamed }) =>
    signAsEghl(
      {
        ...{ TransactionType: 'SALE', PymtMethod: 'WA', ServiceID: eghlMerchant.serviceId, PaymentID: number },
        ...{ OrderNumber: isNamed ? number : '', Amount: amount, CurrencyCode: 'MYR', TxnID: transaction },
        ...{ TxnStatus: status, AuthCode: authorisation, IssuingBank: 'TNG', TxnMessage: '', Param6: '', Param7: '' },
      },
      eghlMerchant.password,
    ),
  );
const eghlReader = { ...eghlMerchant, nameOfProvider: () => null };
const toQueryMeaning = (fields: Fields) => {
  const report = readResponse('query', fields, eghlReader);
  return report.ok ? report.value : null;
};

const eghlMessages: readonly SignedMessage[] = [
  { name: 'eGHL wallet, response', signed: eghlNames, separator: '', genuine: eghlResponse, read: reportOf(wallet) },
  { name: 'Maybank2u, response', signed: eghlNames, separator: '', genuine: eghlResponse, read: reportOf(maybank) },
  { name: 'eGHL, response to a QUERY', signed: eghlNames, separator: '', genuine: eghlResponse, read: toQueryMeaning },
  {
    name: 'eGHL, SALE',
    signed: [
      ...['ServiceID', 'PaymentID', 'MerchantReturnURL', 'MerchantApprovalURL', 'MerchantUnApprovalURL'],
      ...['MerchantCallBackURL', 'Amount', 'CurrencyCode', 'CustIP', 'PageTimeout', 'CardNo', 'Token'],
    ],
    separator: '',
    genuine: order.map((attempt) => buildSale(eghlMerchant, channel, attempt)),
    // eGHL publishes no such check: this is what the formats of what we send leave to be read.
    read: (fields) =>
      isUnambiguousSale(fields) && isEghlMerchants('SALE', fields, eghlMerchant.password)
        ? [
            fields.PaymentID,
            fields.MerchantReturnURL,
            fields.MerchantCallBackURL,
            fields.Amount,
            fields.CustIP,
            fields.PageTimeout,
          ]
        : null,
  },
  {
    name: 'eGHL, QUERY',
    signed: ['ServiceID', 'PaymentID', 'Amount', 'CurrencyCode'],
    separator: '',
    genuine: order.map((attempt) => buildQuery(eghlMerchant, channel, attempt)),
    // Published lengths: ServiceID 3, PaymentID 20.
    read: ({ ServiceID = '', PaymentID = '', Amount = '', ...fields }) =>
      ServiceID.length === 3 &&
      PaymentID.length === 20 &&
      /^\d+\.\d{2}$/.test(Amount) &&
      fields.CurrencyCode === 'MYR' &&
      isEghlMerchants('QUERY', { ...fields, ServiceID, PaymentID, Amount }, eghlMerchant.password)
        ? [ServiceID, PaymentID, Amount]
        : null,
  },
];

// Billplz.
const billplzKey = 'S-s7b4yWpp9h7rrkNM1i3Z_g';
const billplz = createBillplzGateway(
  {
    ...{ apiUrl: `${hostUrl}/api`, apiKey: 'key-of-the-tests', collectionId: 'yhx5t1pp', signatureKey: billplzKey },
    ...{ siteOrigin: 'https://pay.example', callbackUrl, timeoutMs, bankListTimeoutMs: timeoutMs },
  },
  Date.now,
);
const billplzBill = fc.record({
  number: attemptNumber,
  id: fc.stringMatching(/^[A-Za-z0-9_]{8,16}$/),
  isPaid: fc.boolean(),
  amount: fc.integer({ min: 0, max: 9_999_999 }).map(String),
  name: freeText,
  email: fc.constantFrom('payer@example.com', 'idzq0@example.com', 'a|paidtrue@example.com'),
});
const paidAt = '2018-09-27 15:15:09 +0800';

/** Every reading of the same elements: the border between a name and its value moved. */
function* moveBorders({ signed }: SignedMessage, fields: Fields): Generator<Fields> {
  for (const name of signed) {
    const { [name]: value = '', ...others } = fields;
    const element = `${name.replaceAll(/[[\]]/g, '')}${value}`;
    for (let border = 0; border <= element.length; border += 1) {
      const [moved, rest] = [element.slice(0, border), element.slice(border)];
      yield { ...others, [moved]: rest };
      yield { ...others, [`billplz[${moved}]`]: rest };
      yield { ...fields, [moved]: rest };
    }
  }
}

const billplzMessages: readonly SignedMessage[] = [
  {
    name: 'Billplz, redirect',
    signed: ['billplz[id]', 'billplz[paid_at]', 'billplz[paid]'],
    separator: '|',
    genuine: billplzBill.map(({ number, id, isPaid }) => ({
      ...signBillplzRedirect(billplzKey, { id, paid: String(isPaid), paid_at: isPaid ? paidAt : '' }),
      billplz_reference: number,
    })),
    read: reportOf(billplz),
  },
  {
    name: 'Billplz, callback',
    signed: [
      ...['amount', 'collection_id', 'due_at', 'email', 'id', 'mobile', 'name'],
      ...['paid_amount', 'paid_at', 'paid', 'state', 'url'],
    ],
    separator: '|',
    genuine: billplzBill.map(({ number, id, isPaid, amount, name, email }) => ({
      ...signBillplzCallback(billplzKey, {
        ...{ id, collection_id: 'yhx5t1pp', paid: String(isPaid), state: isPaid ? 'paid' : 'due', amount },
        ...{ paid_amount: isPaid ? amount : '0', due_at: '2018-9-27', email, mobile: '', name },
        ...{ url: `https://www.billplz.com/bills/${id}`, paid_at: isPaid ? paidAt : '' },
      }),
      billplz_reference: number,
    })),
    read: reportOf(billplz),
  },
];

test.each(billplzMessages.map((message) => [message.name, message] as const))(
  'row 41: %s has one meaning wherever its names end',
  (_name, message) => expectOneMeaning(message, moveBorders, 50),
);

// The acquirer and the presentment networks.
const acquirer = createAcquirerGateway({
  ...{ ...sharedKey, hostUrl, timeoutMs, merchant: 'ebill', siteOrigin: 'https://pay.example' },
  callbackUrl: 'https://backend.example/callbacks/acquirer',
});
const presentment = { ...sharedKey, hostUrl, timeoutMs, merchant: 'ebill', callbackUrl };
const counter = createCounterGateway({ ...presentment, validMinutes: 60 });
const duitnow = createDuitNowGateway({
  ...presentment,
  qrMerchant: { acquirerId: '501664', merchantId: '1', name: 'EBILL', city: 'BANGI', category: '4900' },
});
const common = {
  keyId: fc.constant(sharedKey.keyId),
  number: attemptNumber,
  amount: fc.integer({ min: 0, max: 9_999_999 }).map(String),
  currency: fc.constantFrom('MYR', 'SGD'),
  reference: freeText,
  reportedAt: fc.constant('2026-11-21T09:31:05+08:00'),
};
const reportNames = (more: readonly string[]) =>
  ['keyId', 'number', 'amount', 'currency', 'reference', 'reportedAt', ...more].sort();
const presentmentReport = fc
  .record({ ...common, outcome: fc.constantFrom('waiting', 'paid', 'declined', 'expired'), place: freeText })
  .map((fields) => signReportFields(sharedKey, fields));

const sharedKeyMessages: readonly SignedMessage[] = [
  {
    name: 'the acquirer, report',
    signed: reportNames(['channel', 'outcome', 'reason', 'scheme']),
    separator: '&',
    genuine: fc
      .record({
        ...common,
        channel: fc.constantFrom('return', 'callback'),
        outcome: fc.constantFrom('approved', 'declined', 'pending', 'voided', 'not-found'),
        reason: freeText,
        scheme: freeText,
      })
      .map((fields) => signReportFields(sharedKey, fields)),
    read: reportOf(acquirer),
  },
  {
    name: 'the acquirer, dispute',
    signed: reportNames(['channel', 'dispute', 'outcome', 'reason', 'respondBy']),
    separator: '&',
    genuine: fc
      .record({
        ...common,
        channel: fc.constant('dispute'),
        dispute: fc.stringMatching(/^[A-Z0-9&=%]{1,20}$/),
        outcome: fc.constantFrom('opened', 'won', 'lost'),
        reason: fc.constantFrom('10.4', '4837', 'a&b=c'),
        respondBy: fc.constantFrom('', '2026-12-05T09:31:05+08:00'),
      })
      .map((fields) => signReportFields(sharedKey, fields)),
    read: (fields) => {
      const report = acquirer.verifyDispute?.(fields);
      return report?.ok ? report.value : null;
    },
  },
  {
    name: 'the counter network, report',
    signed: reportNames(['outcome', 'place']),
    separator: '&',
    genuine: presentmentReport,
    read: reportOf(counter),
  },
  {
    name: 'DuitNow QR, report',
    signed: reportNames(['outcome', 'place']),
    separator: '&',
    genuine: presentmentReport,
    read: reportOf(duitnow),
  },
  {
    name: 'the acquirer and the networks, response',
    signed: ['path', 'requestMac', 'timestamp', 'body'],
    separator: '\n',
    genuine: fc
      .record({
        path: fc.constantFrom('/acquirer/void', '/counter/enquire'),
        requestMac: fc.stringMatching(/^[0-9a-f]{64}$/),
        body: freeText,
      })
      .map(({ path, requestMac, body }) => {
        const header = signAnswer(sharedKey, path, requestMac, body);
        const [, timestamp = '', mac = ''] = /timestamp=(\d+),mac=(\w+)$/.exec(header) ?? [];
        return { path, requestMac, timestamp, body, mac };
      }),
    // Path and MAC are those of our own request.
    read: ({ path = '', requestMac = '', timestamp = '', body = '', mac = '' }) =>
      /^\/\w+\/\w+$/.test(path) &&
      /^[0-9a-f]{64}$/.test(requestMac) &&
      verifyResponse(sharedKey, {
        ...{ path, requestMac, body, nowMs: Date.now() },
        header: `keyId=${sharedKey.keyId},timestamp=${timestamp},mac=${mac}`,
      })
        ? [path, requestMac, timestamp, body]
        : null,
  },
];

// Stripe.
const webhookSecret = 'whsec_0123456789abcdef';
const stripeSeconds = 1_764_000_000;
const stripe = createStripeGateway({
  ...{ apiUrl: hostUrl, secretKey: 'sk_test_0123456789', siteOrigin: 'https://pay.example', timeoutMs },
  ...{ webhookSecrets: [webhookSecret], cardWallets: [], now: () => stripeSeconds * 1000 },
});
const stripeMessages: readonly SignedMessage[] = [
  {
    name: 'Stripe, event of a session',
    signed: ['time', 'body'],
    separator: '.',
    genuine: fc
      .record({ number: attemptNumber, amount: fc.integer({ min: 200, max: 9_999_999 }), description: freeText })
      .map(({ number, amount, description }) => {
        const session = {
          ...{ id: 'cs_test_1', status: 'complete', payment_status: 'paid', payment_intent: 'pi_1', description },
          ...{ client_reference_id: number, amount_total: amount, currency: 'myr' },
        };
        const body = JSON.stringify({ type: 'checkout.session.completed', data: { object: session } });
        return { time: String(stripeSeconds), body, header: signEvent(body, stripeSeconds, webhookSecret) };
      }),
    read: ({ time = '', body = '', header = '' }) =>
      reportOf(stripe)({ body, signature: header.replace(/^t=\d+/, () => `t=${time}`) }),
  },
];

// Partners.
const secret = 'secret-of-a-partner-in-the-tests-only';
/** Reads headers as they come over HTTP, which has no line breaks in them. */
function readPartnerMessage({ purpose = '', body = '', ...fields }: Fields): unknown {
  let headers: Headers;
  try {
    headers = new Headers({
      ...{ 'x-key-id': 'key-1', 'x-timestamp': fields.timestamp ?? '', 'x-nonce': fields.nonce ?? '' },
      'x-signature': fields.signature ?? '',
    });
  } catch {
    return null;
  }
  const signature = readSignature(Object.fromEntries(headers));
  if (signature === null || /[\r\n]/.test(purpose)) return null;
  if (!verifySignature(secret, { purpose, body }, signature, Date.now())) return null;
  return [purpose, Date.parse(signature.timestamp), signature.nonce, body];
}

const partnerMessages: readonly SignedMessage[] = [
  {
    name: 'a partner’s call, a webhook, a customer check',
    signed: ['purpose', 'timestamp', 'nonce', 'body'],
    separator: '\n',
    genuine: fc
      .record({
        purpose: fc.constantFrom('POST /apg/orders', 'GET /apg/orders?partnerKey=A', 'webhook', 'customer-check'),
        timestamp: fc.constant(null).map(() => new Date().toISOString()),
        nonce: fc.uuid(),
        body: fc.oneof(freeText, fc.json()),
      })
      .map(({ purpose, timestamp, nonce, body }) => ({
        ...{ purpose, timestamp, nonce, body },
        signature: signPartnerMessage(secret, { purpose, body }, { timestamp, nonce }),
      })),
    read: readPartnerMessage,
  },
  {
    name: 'the return to the merchant',
    signed: [
      'amount',
      'bankRefNo',
      'currency',
      'orderNumber',
      'paymentDateTime',
      'paymentId',
      'responseCode',
      'status',
    ],
    separator: '&',
    genuine: fc
      .record({
        ...{ paymentId: attemptNumber, orderNumber: freeText, status: fc.constantFrom('successful', 'failed') },
        ...{ amount: common.amount, currency: fc.constant('MYR'), bankRefNo: freeText, responseCode: freeText },
        paymentDateTime: fc.constantFrom('', '2026-11-21T01:31:05.000Z'),
      })
      .map((fields) => signMerchantReturnFields({ keyId: 'key-1', secret }, fields)),
    // As docs/partners.md documents the verification.
    read({ signature, ...covered }) {
      const own = signMerchantReturnFields({ keyId: 'key-1', secret }, covered);
      return own.signature === signature ? merchantReturnText(covered) : null;
    },
  },
];

// CHIP: the body is signed as it was sent, so that no field can be split again.
const chipKeys = { publicKey: vector.publicKey, privateKey: vector.privateKey };
const chip = createChipGateway(
  {
    ...{ apiUrl: hostUrl, apiKey: 'key', brandId: '409eb80e-3782-4b1d-afa8-b779759266a5', wallets: {} },
    ...{ siteOrigin: 'https://pay.example', callbackUrl, timeoutMs, bankListTimeoutMs: timeoutMs },
    publicKey: chipKeys.publicKey,
    postsCardsDirectly: false,
  },
  Date.now,
);
const chipMessages: readonly SignedMessage[] = [
  {
    name: 'CHIP, callback',
    signed: ['body'],
    separator: '|',
    genuine: fc
      .record({
        reference: attemptNumber,
        total: fc.integer({ min: 100, max: 3_000_000 }),
        status: fc.constantFrom('paid', 'error', 'pending_execute', 'cancelled'),
        name: freeText,
      })
      .map(({ reference, total, status, name }) => {
        const id = '3943e0d8-dfc0-4fb5-ae5f-4872f6d0990d';
        const purchase = { total, currency: 'MYR', products: [{ name, price: total }] };
        const payment = status === 'paid' ? { amount: total, currency: 'MYR' } : null;
        const object = { id, type: 'purchase', event_type: 'purchase.paid', status, reference, purchase, payment };
        const body = JSON.stringify(object);
        return { body, signature: signAsChip(body, chipKeys.privateKey) };
      }),
    read: reportOf(chip),
  },
];

// The template: signed as it was sent, too.
const callbackKey = '0123456789abcdef';
const example = createExampleGateway({
  ...{ apiUrl: hostUrl, apiKey: 'key', callbackKey, siteOrigin: 'https://pay.example', callbackUrl, timeoutMs },
});
const templateMessages: readonly SignedMessage[] = [
  {
    name: 'the template, callback',
    signed: ['body'],
    separator: '|',
    genuine: fc
      .record({ reference: attemptNumber, amount: fc.integer({ min: 100, max: 3_000_000 }), name: freeText })
      .map(({ reference, amount, name }) => {
        const payment = { id: 'payment-1', reference, status: 'paid', amount, currency: 'MYR', name };
        const body = JSON.stringify({ ...payment, page_url: 'https://example.com/pay' });
        return { body, signature: createHmac('sha256', callbackKey).update(body).digest('hex') };
      }),
    read: reportOf(example),
  },
];

const messages = [
  ...templateMessages,
  ...fpxMessages,
  ...eghlMessages,
  ...billplzMessages,
  ...chipMessages,
  ...sharedKeyMessages,
  ...stripeMessages,
  ...partnerMessages,
];

describe.each(messages.map((message) => [message.name, message] as const))('%s', (_name, message) => {
  test('accepts a genuine message', () => {
    const accepted = fc.sample(message.genuine, 100).filter((fields) => message.read(fields) !== null);
    expect(accepted.length).toBeGreaterThan(10);
  });

  test('row 41: has one meaning however its signed text is split', () => {
    expectOneMeaning(message, resplit, 150);
  });

  test('row 41: has one meaning whatever is duplicated, swapped, renamed or encoded differently', () => {
    expectOneMeaning(message, rewrite, 5);
  });

  test('row 41: has one meaning whatever the order of its fields and whichever is duplicated', () => {
    expectOneMeaning(message, rearrange, 10);
  });
});

test('row 41: carriers have no signed messages: every report is rejected', () => {
  // Reading a report uses no store.
  const { gateway } = createSandboxCarrier({} as never);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string()), (fields) => {
      expect([gateway.verifyReport(fields).ok, gateway.readNumber(fields)]).toEqual([false, null]);
    }),
  );
});
