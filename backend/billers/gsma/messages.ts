import { z } from 'zod';
import { amountSchema } from './amounts';

/*
 * The messages of the GSMA Mobile Money API 1.2 that the connector reads and writes, by the published OpenAPI definitions
 * (mobile-money-api-specification-1.2.0, "bill-payments" and "master"). Fields that it does not use are left out.
 */

/** Without control characters: PostgreSQL takes no U+0000, and receipt numbers and names are shown in terminals and files. */
const shortText = z
  .string()
  .max(256)
  .overwrite((text) => text.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' '));
const currency = z.string().regex(/^[A-Z]{3}$/);
const metadata = z.array(z.object({ key: shortText.min(1), value: shortText.min(1) })).max(20);

export const uuidSchema = z
  .string()
  .regex(/^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/);

const errorCategories = [
  'businessRule',
  'validation',
  'authorisation',
  'identification',
  'internal',
  'serviceUnavailable',
] as const;

const errorCodes = [
  'genericError',
  'dailyVolumeLimitExceeded',
  'dailyValueLimitExceeded',
  'weeklyVolumeLimitExceeded',
  'weeklyValueLimitExceeded',
  'monthlyVolumeLimitExceeded',
  'monthlyValueLimitExceeded',
  'accountMaxTotalVolumeExceeded',
  'accountMaxTotalValueExceeded',
  'lessThanTransactionMinValue',
  'greaterThanTransactionMaxValue',
  'maxBalanceExceeded',
  'samePartiesError',
  'duplicateRequest',
  'insufficientFunds',
  'incorrectState',
  'underPaymentNotAllowed',
  'overPaymentNotAllowed',
  'rateLimitError',
  'transactionTypeError',
  'noMandateAuthority',
  'linkViolation',
  'countryofOriginNotPermitted',
  'nationalityNotPermitted',
  'idDocumentNotSupported',
  'issuingCountryNotSupported',
  'quoteHasExpired',
  'identifierError',
  'lengthError',
  'formatError',
  'negativeValue',
  'currencyNotSupported',
  'mandatoryValueNotSupplied',
  'invalidOffset',
  'clientAuthorisationError',
  'requestDeclined',
  'servicingPartyAuthorisationError',
  'requestingPartyAuthorisationError',
] as const;

/** The definition writes `businessRule`, its prose `BusinessRule`. */
const lowerFirst = z.string().transform((text) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`);

export const errorSchema = z.object({
  errorCategory: lowerFirst.pipe(z.enum(errorCategories)),
  errorCode: lowerFirst.pipe(z.enum(errorCodes)),
  // The definition has one name, the prose the other.
  errorDescription: shortText.optional(),
  errordescription: shortText.optional(),
});
export type ApiError = z.output<typeof errorSchema>;

export const requestStateSchema = z.object({
  serverCorrelationId: uuidSchema,
  status: z.enum(['pending', 'completed', 'failed']),
  notificationMethod: z.enum(['callback', 'polling']),
  objectReference: shortText.optional(),
  error: errorSchema.optional(),
});
export type RequestState = z.output<typeof requestStateSchema>;

const billStatuses = ['unpaid', 'partialpaid', 'paid'] as const;

export const billsSchema = z.array(
  z.object({
    billReference: shortText.optional(),
    /** Optional in the definition; without it nobody can tell whether the bill is owed. */
    billStatus: z.enum(billStatuses),
    amountDue: amountSchema.optional(),
    currency: currency.optional(),
    dueDate: z.iso.date().optional(),
    metadata: metadata.optional(),
  }),
);
export type ApiBill = z.output<typeof billsSchema>[number];

export const paymentRequestSchema = z.object({
  amountPaid: z.string().regex(/^(?:0|[1-9]\d{0,17})(?:\.\d{0,3}[1-9])?$/),
  currency,
  paymentType: z.enum(['fullpayment', 'partialpayment']).optional(),
  requestingOrganisationTransactionReference: shortText,
  requestDate: z.iso.datetime(),
  metadata,
});
export type PaymentRequestBody = z.input<typeof paymentRequestSchema>;

export const billPaymentSchema = z.object({
  billPaymentStatus: shortText,
  amountPaid: amountSchema,
  currency,
  serviceProviderPaymentReference: shortText.optional(),
  requestingOrganisationTransactionReference: shortText.optional(),
});

export const reversalRequestSchema = z.object({
  type: z.literal('reversal'),
  amount: paymentRequestSchema.shape.amountPaid,
  currency,
  requestingOrganisationTransactionReference: shortText,
});

export const reversalSchema = z.object({
  type: z.enum(['reversal', 'adjustment']),
  transactionReference: shortText.min(1),
  transactionStatus: shortText.min(1),
  originalTransactionReference: shortText,
  amount: amountSchema.optional(),
  currency: currency.optional(),
  requestingOrganisationTransactionReference: shortText.optional(),
});

export const responseLinkSchema = z.object({ link: shortText.min(1) });

export const accountNameSchema = z.object({
  name: z
    .object({
      fullName: shortText.optional(),
      firstName: shortText.optional(),
      middleName: shortText.optional(),
      lastName: shortText.optional(),
    })
    .optional(),
});

export const accountStatusSchema = z.object({ accountStatus: z.enum(['available', 'unavailable', 'unregistered']) });
