import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { isMerchantsMessage } from './checksum';

/** The only merchant of the simulated FPX. */
export interface FpxMerchant {
  readonly name: string;
  readonly sellerExId: string;
  readonly sellerId: string;
  readonly publicKey: string;
}

const optional = (longest: number) => z.string().max(longest);

const paymentSchema = z.object({
  fpx_msgType: z.enum(['AR', 'AE']),
  fpx_msgToken: z.enum(['01', '02']),
  fpx_sellerExId: z.string(),
  fpx_sellerExOrderNo: z.string().regex(/^[A-Za-z0-9]{1,20}$/),
  fpx_sellerTxnTime: z.string().regex(/^\d{14}$/),
  fpx_sellerOrderNo: z.string().regex(/^[A-Za-z0-9]{1,20}$/),
  fpx_sellerId: z.string(),
  fpx_sellerBankCode: z.literal('01'),
  fpx_txnCurrency: z.literal('MYR'),
  fpx_txnAmount: z.string().regex(/^\d{1,7}\.\d{2}$/),
  fpx_buyerEmail: optional(50),
  fpx_buyerName: optional(50),
  fpx_buyerBankId: z.string().min(1).max(20),
  fpx_buyerBankBranch: optional(50),
  fpx_buyerAccNo: optional(20),
  fpx_buyerId: optional(20),
  fpx_makerName: optional(50),
  fpx_buyerIban: optional(34),
  fpx_productDesc: z.string().min(1).max(30),
  fpx_version: z.literal('7.0'),
  fpx_checkSum: z.string(),
});
export type FpxPaymentMessage = z.infer<typeof paymentSchema>;

const bankListSchema = z.object({
  fpx_msgType: z.literal('BE'),
  fpx_msgToken: z.enum(['01', '02']),
  fpx_sellerExId: z.string(),
  fpx_version: z.literal('7.0'),
  fpx_checkSum: z.string(),
});
export type FpxBankListMessage = z.infer<typeof bankListSchema>;

/** Parses a posted AR or AE; the error is a sentence that describes what is wrong. */
export function readPaymentMessage(
  type: 'AR' | 'AE',
  body: unknown,
  merchant: FpxMerchant,
): Result<FpxPaymentMessage, string> {
  const parsed = paymentSchema.safeParse(body);
  if (!parsed.success) return failure(`The field ${String(parsed.error.issues[0]?.path[0])} is missing or malformed.`);
  const message = parsed.data;
  if (message.fpx_msgType !== type) return failure(`This address takes ${type} messages.`);
  if (message.fpx_sellerExId !== merchant.sellerExId || message.fpx_sellerId !== merchant.sellerId) {
    return failure('The seller is not registered.');
  }
  if (!isMerchantsMessage(type, message, merchant.publicKey)) {
    return failure('The checksum does not match: the message is not as the merchant signed it.');
  }
  return success(message);
}

/** Parses a posted BE, as above. */
export function readBankListMessage(body: unknown, merchant: FpxMerchant): Result<FpxBankListMessage, string> {
  const parsed = bankListSchema.safeParse(body);
  if (!parsed.success) return failure('The message is malformed.');
  if (parsed.data.fpx_sellerExId !== merchant.sellerExId) return failure('The seller is not registered.');
  return isMerchantsMessage('BE', parsed.data, merchant.publicKey)
    ? success(parsed.data)
    : failure('The checksum does not match.');
}
