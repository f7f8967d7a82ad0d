import { createSign, createVerify, type KeyObject } from 'node:crypto';

/** The fields of an FPX message, each name with its `fpx_` prefix. */
export type FpxFields = Readonly<Record<string, string>>;

const requestOrder = [
  'buyerAccNo',
  'buyerBankBranch',
  'buyerBankId',
  'buyerEmail',
  'buyerIban',
  'buyerId',
  'buyerName',
  'makerName',
  'msgToken',
  'msgType',
  'productDesc',
  'sellerBankCode',
  'sellerExId',
  'sellerExOrderNo',
  'sellerId',
  'sellerOrderNo',
  'sellerTxnTime',
  'txnAmount',
  'txnCurrency',
  'version',
] as const;

/** The fields of each message's checksum, in order (FPX 7.0). AR and AE have the same. */
export const checksumFields = {
  AR: requestOrder,
  AE: requestOrder,
  AC: [
    'buyerBankBranch',
    'buyerBankId',
    'buyerIban',
    'buyerId',
    'buyerName',
    'creditAuthCode',
    'creditAuthNo',
    'debitAuthCode',
    'debitAuthNo',
    'fpxTxnId',
    'fpxTxnTime',
    'makerName',
    'msgToken',
    'msgType',
    'sellerExId',
    'sellerExOrderNo',
    'sellerId',
    'sellerOrderNo',
    'sellerTxnTime',
    'txnAmount',
    'txnCurrency',
  ],
  BE: ['msgToken', 'msgType', 'sellerExId', 'version'],
  BC: ['bankList', 'msgToken', 'msgType', 'sellerExId'],
} as const;

export type FpxMessageType = keyof typeof checksumFields;

const separator = '|';

/**
 * Whether a message's signed fields can be joined without ambiguity: FPX escapes nothing, so that a field with a `|` would be read as two
 * fields by another split of the same signed text. Security, row 41.
 */
export function isUnambiguous(type: FpxMessageType, fields: FpxFields): boolean {
  return checksumFields[type].every((name) => !(fields[`fpx_${name}`] ?? '').includes(separator));
}

/** Builds the text that a message's checksum signs: its fields joined by `|`, absent fields as empty. */
export function buildChecksumSource(type: FpxMessageType, fields: FpxFields): string {
  return checksumFields[type].map((name) => fields[`fpx_${name}`] ?? '').join(separator);
}

/** Signs a checksum source: RSA-SHA1, upper-case hex, as FPX 7.0 requires. */
export function signChecksum(source: string, privateKey: KeyObject): string {
  return createSign('RSA-SHA1').update(source, 'utf8').sign(privateKey, 'hex').toUpperCase();
}

/** Verifies a checksum of the source. Text that is not hex is not a signature. */
export function verifyChecksum(source: string, checksum: string, publicKey: KeyObject): boolean {
  if (!/^(?:[0-9a-f]{2})+$/i.test(checksum)) return false;
  return createVerify('RSA-SHA1').update(source, 'utf8').verify(publicKey, checksum, 'hex');
}

/** Adds `fpx_checkSum` to a message. Throws a RangeError for a field with a `|`: a bug. */
export function signMessage(type: FpxMessageType, fields: FpxFields, privateKey: KeyObject): Record<string, string> {
  if (!isUnambiguous(type, fields)) throw new RangeError(`a field of ${type} has a separator in it`);
  return { ...fields, fpx_checkSum: signChecksum(buildChecksumSource(type, fields), privateKey) };
}
