import { createHash, timingSafeEqual } from 'node:crypto';

/** The fields of a message, by eGHL's names. */
export type EghlFields = Readonly<Record<string, string>>;

/** The fields of each hash, in order, after the password (eGHL, HashValue). */
const hashedNames = {
  sale: [
    'ServiceID',
    'PaymentID',
    'MerchantReturnURL',
    'MerchantApprovalURL',
    'MerchantUnApprovalURL',
    'MerchantCallBackURL',
    'Amount',
    'CurrencyCode',
    'CustIP',
    'PageTimeout',
    'CardNo',
    'Token',
  ],
  query: ['ServiceID', 'PaymentID', 'Amount', 'CurrencyCode'],
  /** HashValue2 of a response: the older HashValue does not cover the order number. */
  response: [
    'TxnID',
    'ServiceID',
    'PaymentID',
    'TxnStatus',
    'Amount',
    'CurrencyCode',
    'AuthCode',
    'OrderNumber',
    'Param6',
    'Param7',
  ],
} as const;
export type EghlMessage = keyof typeof hashedNames;

/** Computes a message's hash: SHA-256 of the concatenated password and fields, in lower-case hex. Absent fields are empty. */
export function computeHash(message: EghlMessage, password: string, fields: EghlFields): string {
  const text = hashedNames[message].map((name) => fields[name] ?? '').join('');
  return createHash('sha256').update(`${password}${text}`, 'utf8').digest('hex');
}

/** Whether a response's HashValue2 is valid. */
export function verifyResponse(password: string, fields: EghlFields): boolean {
  const expected = Buffer.from(computeHash('response', password, fields));
  const given = Buffer.from((fields.HashValue2 ?? '').toLowerCase());
  return expected.length === given.length && timingSafeEqual(expected, given);
}
