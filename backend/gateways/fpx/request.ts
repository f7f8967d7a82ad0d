import type { KeyObject } from 'node:crypto';
import { formatPlainRinggit } from '@/lib/domain/money';
import type { AttemptOrder } from '../gateway';
import { messageTokens, type FpxKind } from './banks';
import { signMessage } from './checksum';
import { formatFpxTime } from './time';

export const fpxVersion = '7.0';
export const fpxCurrency = 'MYR';

/** Our ids and key at FPX. */
export interface FpxSeller {
  readonly sellerExId: string;
  readonly sellerId: string;
  readonly privateKey: KeyObject;
}

/** FPX accepts 30 plain characters. */
function plainDescription(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9 .,()/-]/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
    .slice(0, 30)
    .trim();
}

/** FPX accepts 50 characters; a longer address is omitted, since a truncated one could be somebody else's. */
function shortEmail(email: string): string {
  return email.length <= 50 && !email.includes('|') ? email : '';
}

/** Builds a payment's signed AR (to start it) or AE (to enquire), which have the same fields. `bankId` is the chosen bank. */
export function buildPaymentMessage(
  type: 'AR' | 'AE',
  kind: FpxKind,
  seller: FpxSeller,
  order: AttemptOrder,
  bankId: string,
): Record<string, string> {
  const fields = {
    fpx_msgType: type,
    fpx_msgToken: messageTokens[kind],
    fpx_sellerExId: seller.sellerExId,
    fpx_sellerExOrderNo: order.number,
    fpx_sellerTxnTime: formatFpxTime(order.startedAt),
    fpx_sellerOrderNo: order.number,
    fpx_sellerId: seller.sellerId,
    fpx_sellerBankCode: '01',
    fpx_txnCurrency: fpxCurrency,
    fpx_txnAmount: formatPlainRinggit(order.amount),
    fpx_buyerEmail: shortEmail(order.payerEmail),
    fpx_buyerName: '',
    fpx_buyerBankId: bankId,
    fpx_buyerBankBranch: '',
    fpx_buyerAccNo: '',
    fpx_buyerId: '',
    fpx_makerName: '',
    fpx_buyerIban: '',
    // FPX refuses a payment without one: a name in Tamil or Chinese has no plain characters.
    fpx_productDesc: plainDescription(order.description) || order.number,
    fpx_version: fpxVersion,
  };
  return signMessage(type, fields, seller.privateKey);
}

/** Builds the signed BE, which requests the banks of a kind and their status. */
export function buildBankListMessage(
  kind: FpxKind,
  seller: Pick<FpxSeller, 'sellerExId' | 'privateKey'>,
): Record<string, string> {
  const fields = {
    fpx_msgType: 'BE',
    fpx_msgToken: messageTokens[kind],
    fpx_sellerExId: seller.sellerExId,
    fpx_version: fpxVersion,
  };
  return signMessage('BE', fields, seller.privateKey);
}
