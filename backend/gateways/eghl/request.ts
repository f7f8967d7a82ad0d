import { isIP } from 'node:net';
import { formatPlainRinggit, type Sen } from '@/lib/domain/money';
import type { AttemptOrder } from '../gateway';
import { isUnambiguousSale } from './formats';
import { computeHash } from './hash';

export interface EghlMerchant {
  readonly serviceId: string;
  readonly password: string;
  /** The merchant's name on eGHL's page. */
  readonly name: string;
}

/** A payment channel of eGHL. */
export interface EghlChannel {
  /** eGHL, PymtMethod: `WA` for wallets (unpublished, so configurable), `DD` for direct debit. */
  readonly pymtMethod: string;
  /** eGHL's code of the wallet or bank. */
  readonly issuingBank: string;
  readonly returnUrl: string;
  readonly callbackUrl: string;
}

/** Seconds, three digits; eGHL's minimum is one minute. */
const pageTimeouts = { shortest: 100, longest: 999 } as const;

/** Whole seconds from the attempt's start to its deadline. */
function pageTimeout(order: AttemptOrder): string {
  const seconds = Math.floor((Date.parse(order.deadline) - Date.parse(order.startedAt)) / 1000);
  return String(Math.min(Math.max(pageTimeouts.shortest, seconds), pageTimeouts.longest));
}

/** The payer's IP address, or a loopback address: it is unknown if the site runs without its front. */
function customerAddress({ clientAddress }: AttemptOrder): string {
  return isIP(clientAddress) === 0 ? '127.0.0.1' : clientAddress;
}

function sign(message: 'sale' | 'query', merchant: EghlMerchant, fields: Record<string, string>) {
  return { ...fields, HashValue: computeHash(message, merchant.password, fields) };
}

/**
 * Builds the SALE that the payer's browser posts. The attempt's number is both PaymentID and OrderNumber. Throws a RangeError for fields that
 * would make its hash ambiguous: wrong settings, or a bug.
 */
export function buildSale(merchant: EghlMerchant, channel: EghlChannel, order: AttemptOrder): Record<string, string> {
  const fields = {
    TransactionType: 'SALE',
    PymtMethod: channel.pymtMethod,
    ServiceID: merchant.serviceId,
    PaymentID: order.number,
    OrderNumber: order.number,
    PaymentDesc: order.description.slice(0, 100),
    MerchantName: merchant.name,
    MerchantReturnURL: channel.returnUrl,
    MerchantApprovalURL: '',
    MerchantUnApprovalURL: '',
    MerchantCallBackURL: channel.callbackUrl,
    Amount: formatPlainRinggit(order.amount),
    CurrencyCode: 'MYR',
    CustIP: customerAddress(order),
    // We do not ask for the payer's name.
    CustName: order.payerEmail.slice(0, 50),
    CustEmail: order.payerEmail.length <= 60 ? order.payerEmail : '',
    CustPhone: (order.payerPhone ?? '').slice(0, 25),
    PageTimeout: pageTimeout(order),
    IssuingBank: channel.issuingBank,
  };
  if (!isUnambiguousSale(fields)) throw new RangeError('a SALE whose hash is ambiguous');
  return sign('sale', merchant, fields);
}

/** Builds the QUERY for a payment's status. */
export function buildQuery(
  merchant: EghlMerchant,
  channel: Pick<EghlChannel, 'pymtMethod'>,
  order: AttemptOrder,
): Record<string, string> {
  return sign('query', merchant, {
    TransactionType: 'QUERY',
    PymtMethod: channel.pymtMethod,
    ServiceID: merchant.serviceId,
    PaymentID: order.number,
    Amount: formatPlainRinggit(order.amount),
    CurrencyCode: 'MYR',
  });
}

/** Builds the REFUND of a payment, all of it or `amount`. It has the fields and the hash of a QUERY. */
export function buildRefund(
  merchant: EghlMerchant,
  channel: Pick<EghlChannel, 'pymtMethod'>,
  order: AttemptOrder,
  amount: Sen,
): Record<string, string> {
  return sign('query', merchant, {
    TransactionType: 'REFUND',
    PymtMethod: channel.pymtMethod,
    ServiceID: merchant.serviceId,
    PaymentID: order.number,
    Amount: formatPlainRinggit(amount),
    CurrencyCode: 'MYR',
  });
}
