import { z } from 'zod';
import { parseRinggit } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import type { GatewayReport, ReturnError } from '../gateway';
import { readDebitAuthCode } from './auth-codes';
import { nameOfBank, type BankNames } from './banks';
import { buildChecksumSource, isUnambiguous, type FpxFields } from './checksum';
import type { FpxVerifier } from './public-keys';
import { isFpxTime } from './time';

/** FPX's transaction id and time; both are empty if FPX has no transaction. */
const transactionId = z.string().regex(/^\d{0,20}$/);
const transactionTime = z.string().refine((text) => text === '' || isFpxTime(text));

/** The required fields of an AC; the rest may be empty. */
const confirmationSchema = z.object({
  fpx_msgType: z.literal('AC'),
  fpx_msgToken: z.enum(['01', '02']),
  fpx_sellerExId: z.string().min(1),
  fpx_sellerId: z.string().min(1),
  fpx_sellerExOrderNo: z.string().regex(/^[a-z0-9]{20}$/),
  fpx_sellerOrderNo: z.string(),
  fpx_txnAmount: z.string().regex(/^\d{1,10}\.\d{2}$/),
  fpx_txnCurrency: z.string().regex(/^[A-Z]{3}$/),
  fpx_debitAuthCode: z.string().regex(/^[A-Z0-9]{1,4}$/),
  fpx_fpxTxnId: transactionId.default(''),
  fpx_fpxTxnTime: transactionTime.default(''),
  fpx_buyerBankId: z.string().max(20).default(''),
  fpx_checkSum: z.string().min(1).max(2048),
});

/** The check of FPX's signature, and our seller ids, to which messages must be addressed. */
export interface FpxConfirmationContext {
  readonly verify: FpxVerifier;
  readonly bankNames: BankNames;
  readonly sellerExId: string;
  readonly sellerId: string;
}

/**
 * Verifies and parses an AC: direct (server to server), indirect (through the browser) or the response to an AE, which have the same fields
 * and checksum. 'unsigned' if the checksum is invalid or the message is for another seller, 'malformed' if it is not an AC, has a `|` in a
 * field, or reports money without a transaction.
 */
export function readConfirmation(fields: FpxFields, trust: FpxConfirmationContext): Result<GatewayReport, ReturnError> {
  const parsed = confirmationSchema.safeParse(fields);
  if (!parsed.success || !isUnambiguous('AC', fields)) return failure('malformed');
  const message = parsed.data;
  if (!trust.verify(buildChecksumSource('AC', fields), message.fpx_checkSum)) return failure('unsigned');
  if (message.fpx_sellerExId !== trust.sellerExId || message.fpx_sellerId !== trust.sellerId)
    return failure('unsigned');
  // We send one number as both, so an AC with two numbers is not for one of our payments.
  if (message.fpx_sellerOrderNo !== message.fpx_sellerExOrderNo) return failure('malformed');
  const amount = parseRinggit(message.fpx_txnAmount);
  if (!amount.ok) return failure('malformed');
  const status = readDebitAuthCode(message.fpx_debitAuthCode);
  const hasTransaction = message.fpx_fpxTxnId !== '' && message.fpx_fpxTxnTime !== '';
  if (status === 'successful' && !hasTransaction) return failure('malformed');
  const kind = message.fpx_msgToken === '01' ? 'personal' : 'corporate';
  return success({
    number: message.fpx_sellerExOrderNo,
    status,
    amount: amount.value,
    currency: message.fpx_txnCurrency,
    gatewayReference: message.fpx_fpxTxnId,
    reasonCode: message.fpx_debitAuthCode,
    bankName: nameOfBank(kind, message.fpx_buyerBankId, trust.bankNames),
  });
}
