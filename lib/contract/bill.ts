import { z } from 'zod';
import { defineCall } from './call';
import {
  accountNumberSchema,
  daySchema,
  emailSchema,
  instantSchema,
  languageSchema,
  phoneNumberSchema,
  positiveSenSchema,
  refidSchema,
  senSchema,
} from './primitives';

export const billSchema = z.object({
  accountNumber: accountNumberSchema,
  /** Masked: no more than the account's holder needs to know it again. */
  accountName: z.string().max(100),
  accountStatus: z.enum(['active', 'suspended', 'closed']),
  customerType: z.string().max(40),
  currentBalance: senSchema,
  overdueBalance: senSchema.min(0),
  dueDate: daySchema.nullable(),
  isNew: z.boolean(),
  barcode: z.string().max(80),
  maximumAmount: positiveSenSchema,
  serverTime: instantSchema,
});

export const billGet = defineCall({
  name: 'bill.get',
  summary: 'The latest bill of an account',
  method: 'POST',
  path: '/apg/bill',
  request: z.object({ accountNumber: accountNumberSchema, captchaResponse: z.string().max(8192).optional() }),
  response: billSchema,
  errors: { 'unknown-account': 404, 'captcha-required': 403 },
  kind: 'read',
});

export const transactionCreate = defineCall({
  name: 'transaction.create',
  summary: 'A payment of a bill, to be paid on the payment page',
  method: 'POST',
  path: '/apg/transaction',
  request: z.object({
    accountNumber: accountNumberSchema,
    payOption: z.enum(['current', 'overdue', 'other']),
    amount: positiveSenSchema,
    email: emailSchema.optional(),
    phoneNumber: phoneNumberSchema.optional(),
    /** Of the names of the product and its items. */
    language: languageSchema,
  }),
  response: z.object({ transactionRefId: refidSchema, serverTime: instantSchema }),
  errors: {
    'unknown-account': 404,
    /** The bill has changed since it was shown: the amount is not the balance, or breaks a limit. */
    'amount-not-allowed': 422,
    'account-closed': 409,
    'account-blacklisted': 403,
    /** A payment of this bill is already being processed. */
    'already-processing': 409,
  },
  kind: 'write',
});

export const billLink = defineCall({
  name: 'bill.link',
  summary: 'The bill behind a direct link, and a payment of it where the link names an amount',
  method: 'POST',
  path: '/apg/bill/link',
  /** `language`: of the names in a payment that the link makes. */
  request: z.object({ refid: refidSchema, language: languageSchema }),
  response: z.object({
    bill: billSchema,
    /** Sen that the link asks for; null leaves the choice to the payer. */
    amount: positiveSenSchema.nullable(),
    /** The payment that the link's amount makes: the same one each time; null without an amount. */
    transactionRefId: refidSchema.nullable(),
  }),
  errors: {
    'unknown-link': 404,
    'amount-not-allowed': 422,
    'account-closed': 409,
    'account-blacklisted': 403,
    'already-processing': 409,
  },
  kind: 'write',
});
