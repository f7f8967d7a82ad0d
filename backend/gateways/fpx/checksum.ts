import { createSign, createVerify, type KeyObject } from 'node:crypto';

/** Name and value pairs of an FPX message, each name with its `fpx_` prefix, as they travel. */
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

/** The fields under each message's checksum, in their order (FPX 7.0). AR and AE share theirs. */
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

/** Gives the text that a message's checksum signs: its fields joined by `|`, an absent one as empty. */
export function buildChecksumSource(type: FpxMessageType, fields: FpxFields): string {
  return checksumFields[type].map((name) => fields[`fpx_${name}`] ?? '').join('|');
}

/** Signs a checksum source: RSA-SHA1, upper-case hex (FPX 7.0; the rail's choice of hash, not ours). */
export function signChecksum(source: string, privateKey: KeyObject): string {
  return createSign('RSA-SHA1').update(source, 'utf8').sign(privateKey, 'hex').toUpperCase();
}

/** Whether a checksum is the key owner's signature of the source. Whatever is no hex is no signature. */
export function verifyChecksum(source: string, checksum: string, publicKey: KeyObject): boolean {
  if (!/^(?:[0-9a-f]{2})+$/i.test(checksum)) return false;
  return createVerify('RSA-SHA1').update(source, 'utf8').verify(publicKey, checksum, 'hex');
}

/** Gives the message with its `fpx_checkSum`. */
export function signMessage(type: FpxMessageType, fields: FpxFields, privateKey: KeyObject): Record<string, string> {
  return { ...fields, fpx_checkSum: signChecksum(buildChecksumSource(type, fields), privateKey) };
}
