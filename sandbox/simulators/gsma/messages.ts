import { z } from 'zod';

/*
 * The messages of the simulated biller, written from the published definition of the GSMA Mobile Money API 1.2
 * (mobile-money-api-specification-1.2.0). Amounts are sen inside and decimal strings outside.
 */

const text = z.string().max(256);

export const uuidPattern = /^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$/;

/** The definition's pattern of amounts allows no trailing zeros, but its own examples have them. */
const amount = z
  .string()
  .max(23)
  .regex(/^(?:0|[1-9]\d{0,9})(?:\.\d{1,2})?$/)
  .transform((given) => Math.round(Number(given) * 100));

const metadata = z.array(z.object({ key: text.min(1), value: text.min(1) })).max(20);

export const paymentSchema = z.object({
  amountPaid: amount,
  currency: z.string(),
  paymentType: z.enum(['fullpayment', 'partialpayment']).optional(),
  requestingOrganisationTransactionReference: text.optional(),
  customerReference: text.optional(),
  requestingOrganisation: text.optional(),
  requestDate: z.iso.datetime({ offset: true }).optional(),
  metadata: metadata.optional(),
});

export const reversalSchema = z.object({
  type: z.enum(['reversal', 'adjustment']),
  amount: amount.optional(),
  currency: z.string().optional(),
  requestingOrganisationTransactionReference: text.optional(),
});

export const pageSchema = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(50),
  offset: z.coerce.number().int().min(0).default(0),
});

/** The identifier types of the definition, and `accountno`, which it does not list. */
export const identifierTypes: readonly string[] = ['accountno', 'accountid', 'consumerno'];

export interface ApiError {
  readonly status: 400 | 401 | 404 | 500 | 503;
  readonly errorCategory:
    'businessRule' | 'validation' | 'authorisation' | 'identification' | 'internal' | 'serviceUnavailable';
  readonly errorCode: string;
  readonly errorDescription: string;
}

export const errors = {
  unauthorised: {
    ...{ status: 401, errorCategory: 'authorisation', errorCode: 'clientAuthorisationError' },
    errorDescription: 'no valid credentials',
  },
  unknown: {
    ...{ status: 404, errorCategory: 'identification', errorCode: 'identifierError' },
    errorDescription: 'there is no such resource',
  },
  malformed: {
    ...{ status: 400, errorCategory: 'validation', errorCode: 'formatError' },
    errorDescription: 'a field or header has another form',
  },
  wrongCurrency: {
    ...{ status: 400, errorCategory: 'validation', errorCode: 'currencyNotSupported' },
    errorDescription: 'only MYR is taken',
  },
  duplicate: {
    ...{ status: 400, errorCategory: 'businessRule', errorCode: 'duplicateRequest' },
    errorDescription: 'this X-CorrelationID was used before',
  },
  closed: {
    ...{ status: 400, errorCategory: 'businessRule', errorCode: 'incorrectState' },
    errorDescription: 'account closed',
  },
  overpaid: {
    ...{ status: 400, errorCategory: 'businessRule', errorCode: 'overPaymentNotAllowed' },
    errorDescription: 'more than is left',
  },
  insufficientFunds: {
    ...{ status: 400, errorCategory: 'businessRule', errorCode: 'insufficientFunds' },
    errorDescription: 'the amount that the compliance cases refuse',
  },
  unavailable: {
    ...{ status: 503, errorCategory: 'serviceUnavailable', errorCode: 'genericError' },
    errorDescription: 'out of service',
  },
} as const satisfies Record<string, ApiError>;

/** Writes sen as ringgit with two decimals. */
export const writeAmount = (sen: number) => (sen / 100).toFixed(2);
