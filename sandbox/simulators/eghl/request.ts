import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { isMerchantsMessage } from './hash';

/** The only merchant of the simulated eGHL. */
export interface EghlMerchant {
  readonly serviceId: string;
  readonly password: string;
}

const signed = {
  PymtMethod: z.enum(['WA', 'DD', 'ANY']),
  ServiceID: z.string().length(3),
  PaymentID: z.string().regex(/^[A-Za-z0-9]{1,20}$/),
  Amount: z.string().regex(/^\d{1,10}\.\d{2}$/),
  CurrencyCode: z.literal('MYR'),
  HashValue: z.string(),
};
const address = z.url({ protocol: /^https?$/ }).max(255);
const optionalAddress = z.union([z.literal(''), address]);

const saleSchema = z.object({
  TransactionType: z.literal('SALE'),
  ...signed,
  OrderNumber: z.string().min(1).max(40),
  PaymentDesc: z.string().min(1).max(100),
  MerchantName: z.string().max(25),
  MerchantReturnURL: address,
  MerchantApprovalURL: optionalAddress,
  MerchantUnApprovalURL: optionalAddress,
  MerchantCallBackURL: address,
  CustIP: z.string().min(1).max(64),
  CustName: z.string().min(1).max(50),
  CustEmail: z.string().max(60),
  CustPhone: z.string().max(25),
  PageTimeout: z.string().regex(/^\d{2,6}$/),
  IssuingBank: z.string().min(1).max(30),
  CardNo: z.literal('').optional(),
  Token: z.literal('').optional(),
});
export type EghlSale = z.infer<typeof saleSchema>;

const querySchema = z.object({ TransactionType: z.literal('QUERY'), ...signed });
export type EghlQuery = z.infer<typeof querySchema>;

/** It has the fields and the hash of a QUERY; the amount is what is refunded. */
const refundSchema = z.object({ TransactionType: z.literal('REFUND'), ...signed });
export type EghlRefund = z.infer<typeof refundSchema>;

const messageSchema = z.discriminatedUnion('TransactionType', [saleSchema, querySchema, refundSchema]);

/** Parses a posted SALE, QUERY or REFUND; the error is a sentence that describes what is wrong. */
export function readMessage(body: unknown, merchant: EghlMerchant): Result<EghlSale | EghlQuery | EghlRefund, string> {
  const parsed = messageSchema.safeParse(body);
  if (!parsed.success) return failure(`The field ${String(parsed.error.issues[0]?.path[0])} is missing or malformed.`);
  const message = parsed.data;
  if (message.ServiceID !== merchant.serviceId) return failure('The service is not registered.');
  if (!isMerchantsMessage(message.TransactionType, message, merchant.password)) {
    return failure('The hash does not match: the message is not as the merchant hashed it.');
  }
  return success(message);
}
