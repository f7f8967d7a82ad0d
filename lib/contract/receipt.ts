import { z } from 'zod';
import { maximumAccounts } from '@/lib/domain/bill/several-accounts';
import { defineCall } from './call';
import {
  accountNameSchema,
  lineSchema,
  methodSchema,
  paidAccountSchema,
  paymentCardSchema,
  postingSchema,
  refundSchema,
} from './payment';
import { companyNameSchema, instantSchema, linkTokenSchema, paymentIdSchema, senSchema } from './primitives';

const receiptSchema = z.object({
  /** Who received the money: the biller, or the partner whose order is paid. Null: not configured. */
  issuer: z.object({
    name: z.string().max(100).nullable(),
    registrationNumber: z.string().max(60).nullable(),
    address: z.string().max(300).nullable(),
    /** Of a partner: how its customers reach it, and the name that statements have for its payments by card; each null where it is not known. */
    seller: z
      .object({
        email: z.string().max(100).nullable(),
        phone: z.string().max(20).nullable(),
        statementText: z.string().max(40).nullable(),
      })
      .nullable()
      .default(null),
  }),
  /** The partner that is the issuer, whose logo and colour its page has; null: the biller. */
  partnerKey: z.string().max(40).nullable().default(null),
  /** Null: the biller's bill, which the site names in the reader's language. */
  productname: z.string().max(100).nullable(),
  /** How many items were paid besides the one that `productname` names; 0 where it names all of them. */
  furtherItems: z.int().min(0).default(0),
  /** The partner's number of its order; null for a payment of the site's own. */
  orderNumber: z.string().max(64).nullable().default(null),
  /** The account whose bill was paid, in full or masked; null: of several, or no bill. */
  accountNumber: z.string().max(20).nullable(),
  /** Of `accountNumber`; null: of several, or no bill, and where it is not known. */
  accountName: accountNameSchema,
  itemDescList: z.array(lineSchema),
  additionalChargesList: z.array(lineSchema),
  amount: senSchema.min(1),
  paymentMethod: methodSchema,
  bankName: z.string().max(100).nullable(),
  /** The card that paid; null for another method, and where it is not known. */
  card: paymentCardSchema.nullable(),
  companyName: companyNameSchema.nullable(),
  paymentId: paymentIdSchema,
  bankRefNo: z.string().max(100),
  transactionId: z.string().max(100),
  transactionDateTime: instantSchema,
  paymentDateTime: instantSchema,
  numberOfInstalments: z.int().nullable(),
  isAutoDebit: z.boolean().nullable(),
  posting: postingSchema.nullable(),
  /** The accounts of a payment of several, each in full or masked as `accountNumber`, which is null then; else empty. */
  accounts: z.array(paidAccountSchema).max(maximumAccounts).default([]),
  refunds: z.array(refundSchema).max(100),
  contactErased: z.boolean(),
  /** Until when the link opens the receipt. */
  linkValidUntil: instantSchema,
  /** The link names the company that paid: false for one that a payer has shared (`receiptShareToken`). */
  isPayersLink: z.boolean().default(true),
});

const linkErrors = {
  /** Not a token of this backend. */
  'unknown-receipt': 404,
  /** The link's time is over: a new one is sent with the receipt. */
  'receipt-link-expired': 410,
} as const;

export const receiptGet = defineCall({
  name: 'receipt.get',
  summary: 'The official receipt that a link opens, as it is now',
  method: 'GET',
  path: '/apg/receipt',
  request: z.object({ token: linkTokenSchema }),
  response: receiptSchema,
  errors: linkErrors,
  kind: 'read',
});

export const receiptCompany = defineCall({
  name: 'receipt.company',
  summary: 'Names the company that paid, on the receipt of its payment; null removes the name',
  method: 'POST',
  path: '/apg/receipt/company',
  request: z.object({ token: linkTokenSchema, companyName: companyNameSchema.nullable() }),
  response: receiptSchema,
  errors: {
    ...linkErrors,
    /** The link was shared by its payer, and only shows the receipt. */
    'view-only-link': 403,
  },
  kind: 'write',
});
