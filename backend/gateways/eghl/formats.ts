import { isIP } from 'node:net';
import type { EghlFields } from './hash';

/** Our number of an attempt: 20 letters and digits, at least one letter, so that it cannot merge with adjacent digits. */
export const numberPattern = /^(?=\d*[a-z])[a-z0-9]{20}$/;

/** An amount without leading zeros: `1` and `05.00` are not `10` and `5.00`. */
export const amountPattern = /^(?:0|[1-9]\d{0,9})\.\d{2}$/;

/** A URL that does not end in a digit, which could be read as the first digit of Amount. */
function isAddress(text: string): boolean {
  return /^https?:\/\/[^\s:/][^\s]*[^\s\d]$/.test(text) && text.lastIndexOf('://') === text.indexOf('://');
}

/**
 * Whether the hashed fields of a SALE can be joined without separators and have one reading (security, row 41): fixed lengths, one format
 * for each field, and no start or end of a field can be read as part of its neighbour.
 */
export function isUnambiguousSale(fields: EghlFields): boolean {
  const read = (name: string) => fields[name] ?? '';
  const unused = ['MerchantApprovalURL', 'MerchantUnApprovalURL', 'CardNo', 'Token'];
  return (
    /^[A-Za-z0-9]{3}$/.test(read('ServiceID')) &&
    numberPattern.test(read('PaymentID')) &&
    isAddress(read('MerchantReturnURL')) &&
    isAddress(read('MerchantCallBackURL')) &&
    amountPattern.test(read('Amount')) &&
    read('CurrencyCode') === 'MYR' &&
    isIP(read('CustIP')) !== 0 &&
    /^[1-9]\d{2}$/.test(read('PageTimeout')) &&
    unused.every((name) => read(name) === '')
  );
}
