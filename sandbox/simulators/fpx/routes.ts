import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { BankStore } from '../bank/bank-store';
import type { BankPayment } from '../bank/bank-payment';
import { sendPage } from '../pages/layout';
import { buildRefusalPage, buildReturnPage } from '../pages/return-page';
import { listFpxBanks } from './banks';
import { signAsFpx } from './checksum';
import { buildConfirmation, type FpxProtocol } from './protocol';
import { readBankListMessage, readPaymentMessage, type FpxMerchant, type FpxPaymentMessage } from './request';

export interface FpxRoutesSettings {
  readonly bankStore: BankStore;
  readonly protocol: FpxProtocol;
  readonly merchant: FpxMerchant;
  readonly privateKey: string;
  /** Lists and accepts the banks of FPX's test environment, too. */
  readonly hasTestBanks: boolean;
}

/** How long the simulated banks keep a page open, ms. */
const pageTimeoutMs = 10 * 60 * 1000;

const idsOfASecond = 10_000;

const limitsSen = { '01': { minimum: 1_00, maximum: 30_000_00 }, '02': { minimum: 2_00, maximum: 1_000_000_00 } };

function senOf(amount: string): number {
  return Number(amount.replace('.', ''));
}

/** The code with which FPX declines without showing the bank's page; null if it shows the page. */
function findInstantDecline(
  message: FpxPaymentMessage,
  { bankStore, hasTestBanks }: Pick<FpxRoutesSettings, 'bankStore' | 'hasTestBanks'>,
): string | null {
  const amount = senOf(message.fpx_txnAmount);
  const limits = limitsSen[message.fpx_msgToken];
  if (amount < limits.minimum) return '2A';
  if (amount > limits.maximum) return '48';
  const isKnown = Object.hasOwn(listFpxBanks(message.fpx_msgToken === '02', hasTestBanks), message.fpx_buyerBankId);
  return isKnown && bankStore.isBankOnline(message.fpx_buyerBankId) ? null : '90';
}

/** FPX: AR, AE and BE at their published paths. */
export function registerFpxRoutes(
  app: FastifyInstance,
  { bankStore, protocol, merchant, privateKey, hasTestBanks }: FpxRoutesSettings,
): void {
  let opened = randomInt(idsOfASecond);

  /** FPX's transaction id: 16 digits, the second and a number that is unique within it. */
  function nextTransactionId(openedAt: string): string {
    opened = (opened + 1) % idsOfASecond;
    return `${openedAt.slice(2, 19).replaceAll(/\D/g, '')}${String(opened).padStart(4, '0')}`;
  }

  function openPayment(message: FpxPaymentMessage): BankPayment {
    const { fpx_checkSum: _, ...details } = message;
    const now = bankStore.now();
    const openedAt = new Date(now).toISOString();
    const payment: BankPayment = {
      rail: 'fpx',
      number: message.fpx_sellerExOrderNo,
      session: randomBytes(20).toString('base64url'),
      reference: nextTransactionId(openedAt),
      merchant: merchant.name,
      description: message.fpx_productDesc,
      amount: senOf(message.fpx_txnAmount),
      currency: message.fpx_txnCurrency,
      isCorporate: message.fpx_msgToken === '02',
      openedAt,
      timesOutAt: new Date(now + pageTimeoutMs).toISOString(),
      state: 'open',
      reason: '',
      decidedAt: openedAt,
      settlesAt: null,
      button: null,
      details,
    };
    bankStore.open(payment);
    return payment;
  }

  app.post('/FPXMain/seller2DReceiver.jsp', (request, reply) => {
    const message = readPaymentMessage('AR', request.body, merchant);
    if (!message.ok) return sendPage(reply, 400, buildRefusalPage(message.error));
    const known = bankStore.find(message.value.fpx_sellerExOrderNo);
    if (known && known.amount !== senOf(message.value.fpx_txnAmount)) {
      return sendPage(reply, 400, buildRefusalPage('This order number has been used for another payment.'));
    }
    if (known) {
      const back = { url: protocol.returnUrl(known), method: 'post' } as const;
      const duplicate = protocol.signDuplicate(known);
      return sendPage(reply, 200, buildReturnPage(known, protocol.describeBank(known), back, duplicate, true));
    }
    const payment = openPayment(message.value);
    const decline = findInstantDecline(message.value, { bankStore, hasTestBanks });
    if (decline !== null) bankStore.decide(payment, { state: 'declined', reason: decline, button: null });
    return reply.redirect(`/pay/${payment.session}`, 303);
  });

  app.post('/FPXMain/sellerNVPTxnStatus.jsp', (request, reply) => {
    const message = readPaymentMessage('AE', request.body, merchant);
    if (!message.ok) return reply.code(400).type('text/plain').send('ERROR');
    const payment = bankStore.find(message.value.fpx_sellerExOrderNo);
    const isKnown = payment?.rail === 'fpx' && payment.state !== 'no-payment';
    const answer = isKnown
      ? protocol.signReport(payment, 'callback')
      : buildConfirmation(message.value, '76', null, privateKey);
    return reply.type('text/plain').send(new URLSearchParams(answer).toString());
  });

  app.post('/FPXMain/RetrieveBankList', (request, reply) => {
    const message = readBankListMessage(request.body, merchant);
    if (!message.ok) return reply.code(400).type('text/plain').send('ERROR');
    const banks = Object.keys(listFpxBanks(message.value.fpx_msgToken === '02', hasTestBanks));
    const answer = {
      fpx_msgType: 'BC',
      fpx_msgToken: message.value.fpx_msgToken,
      fpx_sellerExId: message.value.fpx_sellerExId,
      fpx_bankList: banks.map((id) => `${id}~${bankStore.isBankOnline(id) ? 'A' : 'B'}`).join(','),
    };
    return reply.type('text/plain').send(new URLSearchParams(signAsFpx('BC', answer, privateKey)).toString());
  });
}
