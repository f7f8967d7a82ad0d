import { z } from 'zod';
import { payOptions } from '@/lib/domain/bill/pay-choice';
import { recentPaymentStatuses, unpaidAttempts } from '@/lib/domain/bill/recent-payments';
import { maximumAccounts } from '@/lib/domain/bill/several-accounts';
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

/** A payment of an account that its balance does not include yet, without anything that identifies its payer. */
export const recentPaymentSchema = z.object({
  /** Sen. */
  amount: positiveSenSchema,
  at: instantSchema,
  status: z.enum(recentPaymentStatuses),
  /** How it was begun if nobody has paid it yet; null for money that is received, or that a gateway is processing. */
  unpaid: z.enum(unpaidAttempts).nullable().default(null),
  /** Whether it is taken off `outstanding`. An attempt that nobody has paid is so for fifteen minutes. */
  isCounted: z.boolean().default(true),
  /** On the page of a payment of several accounts: the last four characters of the account that it is of. */
  accountEnding: z.string().max(4).nullable().default(null),
});

export const billSchema = z.object({
  accountNumber: accountNumberSchema,
  /** Masked: only what the account's holder needs to recognise it. */
  accountName: z.string().max(100),
  accountStatus: z.enum(['active', 'suspended', 'closed']),
  customerType: z.string().max(40),
  currentBalance: senSchema,
  overdueBalance: senSchema.min(0),
  dueDate: daySchema.nullable(),
  isNew: z.boolean(),
  barcode: z.string().max(80),
  maximumAmount: positiveSenSchema,
  /** The sen still owed after those of `recentPayments` that count; the balance if omitted. */
  outstanding: senSchema.min(0).optional(),
  /** Payments under way, held for review, or not in the balance yet: those that nobody has paid last, each newest first. */
  recentPayments: z.array(recentPaymentSchema).max(10).default([]),
  /** How many days before a bill is due its payers can be reminded by e-mail; null: reminders are not offered. */
  reminderDaysBefore: z.int().min(1).max(14).nullable().default(null),
  /** How many accounts one payment may pay with this one, itself included: `transaction.createSeveral`. 1: no others. */
  accountsPerPayment: z.int().min(1).max(maximumAccounts).default(1),
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
    payOption: z.enum(payOptions),
    amount: positiveSenSchema,
    email: emailSchema.optional(),
    phoneNumber: phoneNumberSchema.optional(),
    /** The payer has confirmed that this payment repeats one of `recentPayments`. Absent: the site is older than this field and cannot ask. */
    payAgain: z.boolean().optional(),
    /** Somebody else has shared the bill: the payer was not shown the account number, nor is by the receipt. */
    isShared: z.boolean().optional(),
    /** Of the names of the product and its items. */
    language: languageSchema,
  }),
  response: z.object({ transactionRefId: refidSchema, serverTime: instantSchema }),
  errors: {
    'unknown-account': 404,
    /** The bill has changed since it was shown: the amount is not the balance, or exceeds a limit. */
    'amount-not-allowed': 422,
    'account-closed': 409,
    'account-blacklisted': 403,
    /** The biller is already processing a payment of this bill. */
    'already-processing': 409,
    /** There are recent payments, and this one exceeds the amount that is still owed: it is accepted with `payAgain`. */
    'repeated-payment': 409,
  },
  kind: 'write',
});

export const transactionCreateSeveral = defineCall({
  name: 'transaction.createSeveral',
  summary: 'One payment of the bills of several accounts, each credited by itself',
  method: 'POST',
  path: '/apg/transaction/several',
  request: z.object({
    /** Each account once, in the order in which the payment lists them. */
    accounts: z
      .array(
        z.object({
          accountNumber: accountNumberSchema,
          payOption: z.enum(payOptions),
          amount: positiveSenSchema,
          /** The payer has confirmed that this account's part repeats one of its `recentPayments`. */
          payAgain: z.boolean().default(false),
        }),
      )
      .min(2)
      .max(maximumAccounts)
      .refine((accounts) => new Set(accounts.map(({ accountNumber }) => accountNumber)).size === accounts.length, {
        message: 'an account is there twice',
      }),
    email: emailSchema.optional(),
    phoneNumber: phoneNumberSchema.optional(),
    /** Of the names of the product and its items. */
    language: languageSchema,
  }),
  response: z.object({ transactionRefId: refidSchema, serverTime: instantSchema }),
  /**
   * As those of `transaction.create`. The parameter `account` is the position, from 1, of the account that is meant; without it `limit` and
   * `figure` (sen) are about the total. Nothing is created for the other accounts either.
   */
  errors: {
    'unknown-account': 404,
    'amount-not-allowed': 422,
    'account-closed': 409,
    'account-blacklisted': 403,
    'already-processing': 409,
    'repeated-payment': 409,
  },
  kind: 'write',
});

export const billLink = defineCall({
  name: 'bill.link',
  summary: 'The bill behind a direct link, and a payment of it where the link names an amount',
  method: 'POST',
  path: '/apg/bill/link',
  /** `language`: of the names in the payment that the link creates. */
  request: z.object({ refid: refidSchema, language: languageSchema }),
  response: z.object({
    bill: billSchema,
    /** The link's amount in sen; null leaves the choice to the payer. */
    amount: positiveSenSchema.nullable(),
    /** The payment of a link with an amount, the same one each time; null without an amount. */
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
