import { createHash } from 'node:crypto';

/*
 * The simulator's own implementation of eGHL's hashes, sharing no code with the gateway, so that both do not make the same mistake.
 */

type Message = Readonly<Record<string, string | undefined>>;

function digest(password: string, message: Message, names: string): string {
  const hash = createHash('sha256').update(password);
  for (const name of names.split(' ')) hash.update(message[name] ?? '');
  return hash.digest('hex');
}

const saleNames =
  'ServiceID PaymentID MerchantReturnURL MerchantApprovalURL MerchantUnApprovalURL MerchantCallBackURL Amount CurrencyCode CustIP ' +
  'PageTimeout CardNo Token';
const queryNames = 'ServiceID PaymentID Amount CurrencyCode';
const responseNames = 'TxnID ServiceID PaymentID TxnStatus Amount CurrencyCode AuthCode';

/** Whether the merchant hashed this message. */
export function isMerchantsMessage(type: 'SALE' | 'QUERY' | 'REFUND', message: Message, password: string): boolean {
  return message.HashValue === digest(password, message, type === 'SALE' ? saleNames : queryNames);
}

/** Returns a response with both of its hashes. */
export function signAsEghl(message: Readonly<Record<string, string>>, password: string): Record<string, string> {
  return {
    ...message,
    HashValue: digest(password, message, responseNames),
    HashValue2: digest(password, message, `${responseNames} OrderNumber Param6 Param7`),
  };
}
