import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BankStore } from '../bank/bank-store';
import type { BankPayment } from '../bank/bank-payment';
import { isRefundedInFull, makeRefund } from '../bank/refunds';
import { dropConnection } from '../drop-connection';
import { sendPage } from '../pages/layout';
import { buildRefusalPage, buildReturnPage } from '../pages/return-page';
import { buildResponse, type EghlProtocol } from './protocol';
import { readMessage, type EghlMerchant, type EghlQuery, type EghlRefund, type EghlSale } from './request';

export interface EghlRoutesSettings {
  readonly bankStore: BankStore;
  readonly protocol: EghlProtocol;
  readonly merchant: EghlMerchant;
}

/** eGHL's test system has this path. */
export const eghlPath = '/IPGSG/Payment.aspx';

function senOf(amount: string): number {
  return Number(amount.replace('.', ''));
}

function buildPayment(sale: EghlSale, nowMs: number): BankPayment {
  const at = new Date(nowMs).toISOString();
  const { TransactionType, PymtMethod, ServiceID, IssuingBank, MerchantReturnURL, MerchantCallBackURL } = sale;
  return {
    rail: 'eghl',
    number: sale.PaymentID,
    session: randomBytes(20).toString('base64url'),
    reference: `${sale.ServiceID}${randomBytes(8).toString('hex').toUpperCase()}`,
    merchant: sale.MerchantName,
    description: sale.PaymentDesc,
    amount: senOf(sale.Amount),
    currency: sale.CurrencyCode,
    isCorporate: false,
    openedAt: at,
    timesOutAt: new Date(nowMs + Number(sale.PageTimeout) * 1000).toISOString(),
    state: 'open',
    reason: '',
    decidedAt: at,
    settlesAt: null,
    button: null,
    details: { TransactionType, PymtMethod, ServiceID, IssuingBank, MerchantReturnURL, MerchantCallBackURL },
  };
}

/** eGHL: SALE by the browser and QUERY by the merchant's server, at one address. */
export function registerEghlRoutes(app: FastifyInstance, { bankStore, protocol, merchant }: EghlRoutesSettings): void {
  function takeSale(reply: FastifyReply, sale: EghlSale): FastifyReply {
    const known = bankStore.find(sale.PaymentID);
    if (known && (known.rail !== 'eghl' || known.amount !== senOf(sale.Amount))) {
      return sendPage(reply, 400, buildRefusalPage('This payment number has been used for another payment.'));
    }
    if (known && known.state !== 'open') {
      const back = { url: protocol.returnUrl(known), method: protocol.returnMethod?.(known) ?? 'post' } as const;
      return sendPage(
        reply,
        200,
        buildReturnPage(known, protocol.describeBank(known), back, protocol.signDuplicate(known), true),
      );
    }
    const payment = known ?? buildPayment(sale, bankStore.now());
    if (!known) bankStore.open(payment);
    return reply.redirect(`/pay/${payment.session}`, 303);
  }

  function takeQuery(reply: FastifyReply, query: EghlQuery): FastifyReply {
    const payment = bankStore.find(query.PaymentID);
    const isKnown = payment?.rail === 'eghl' && payment.state !== 'no-payment';
    const nothing = { ...query, OrderNumber: '', IssuingBank: '' };
    const isRefunded = isKnown && isRefundedInFull(bankStore, payment);
    const answer = isKnown
      ? isRefunded
        ? protocol.signRefunded(payment)
        : protocol.signReport(payment, 'callback')
      : buildResponse(nothing, { status: '-1', message: 'Transaction not found' }, '', merchant.password);
    return reply.type('text/plain').send(new URLSearchParams({ ...answer, TransactionType: 'QUERY' }).toString());
  }

  /** Every REFUND is another one: eGHL has no key that would make it once. */
  function takeRefund(reply: FastifyReply, message: EghlRefund): FastifyReply {
    const payment = bankStore.find(message.PaymentID);
    const named = { ...message, OrderNumber: message.PaymentID, IssuingBank: payment?.details.IssuingBank ?? '' };
    const send = (result: { readonly status: string; readonly message: string }, transactionId: string) =>
      reply
        .type('text/plain')
        .send(new URLSearchParams(buildResponse(named, result, transactionId, merchant.password)).toString());
    if (payment?.rail !== 'eghl') return send({ status: '-1', message: 'Transaction not found' }, '');
    const made = makeRefund(bankStore, payment, { reference: '', amount: senOf(message.Amount) });
    if (made === null || made.isLost) return dropConnection(reply);
    switch (made.refund.state) {
      case 'refunded':
        return send({ status: '0', message: 'Transaction Refunded' }, payment.reference);
      case 'pending':
        return send({ status: '2', message: 'Refund Pending' }, payment.reference);
      case 'refused':
        return send({ status: '1', message: 'Refund Failed' }, payment.reference);
    }
  }

  app.post(eghlPath, (request, reply) => {
    const message = readMessage(request.body, merchant);
    if (!message.ok) return sendPage(reply, 400, buildRefusalPage(message.error));
    switch (message.value.TransactionType) {
      case 'SALE':
        return takeSale(reply, message.value);
      case 'QUERY':
        return takeQuery(reply, message.value);
      case 'REFUND':
        return takeRefund(reply, message.value);
    }
  });
}
