import { z } from 'zod';
import { sen } from '@/lib/domain/money';
import { failure, success, type Result } from '@/lib/domain/result';
import type { GatewayReport, ReturnError } from '../gateway';
import type { BillplzSettings } from './settings';
import { verifyXSignature } from './x-signature';

type Fields = Readonly<Record<string, string>>;

/**
 * The parameter with the attempt's number in the URLs that Billplz is given. Billplz does not sign it: a report only says for which attempt to
 * enquire.
 */
export const referenceParameter = 'billplz_reference';

/** More fields than any message of Billplz has: it is signed in linear time, and anybody can send one. */
const mostFields = 40;

const isTrue = z.enum(['true', 'false']).transform((text) => text === 'true');
const amountInSen = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,10})$/)
  .transform(Number);
const signature = z.string().regex(/^[0-9a-f]{64}$/);

/** Billplz, X Signature Redirect Url: the fields of a browser's return. It has no amount. */
const returnSchema = z.object({
  'billplz[id]': z.string().regex(/^[\w-]{1,100}$/),
  'billplz[paid]': isTrue,
  'billplz[x_signature]': signature,
});

/** Billplz, X Signature Callback Url: the fields of a server's callback. A payment that failed leaves the bill due. */
const callbackSchema = z.object({
  id: z.string().regex(/^[\w-]{1,100}$/),
  collection_id: z.string(),
  paid: isTrue,
  state: z.string().regex(/^[\w-]{1,64}$/),
  amount: amountInSen,
  x_signature: signature,
});

interface ReadMessage {
  readonly status: 'successful' | 'unknown';
  /** Of a bill that is not paid, sen; 0 where it is, or where the message has none. */
  readonly amount: number;
  readonly state: string;
}

function readReturn(fields: Fields, key: string): Result<ReadMessage, ReturnError> {
  const parsed = returnSchema.safeParse(fields);
  if (!parsed.success) return failure('malformed');
  // The site may add parameters of its own.
  const signed = Object.fromEntries(Object.entries(fields).filter(([name]) => name.startsWith('billplz[')));
  if (!verifyXSignature(key, signed, parsed.data['billplz[x_signature]'])) return failure('unsigned');
  return success({ status: 'unknown', amount: 0, state: '' });
}

function readCallback(
  { [referenceParameter]: _, ...fields }: Fields,
  key: string,
  collectionId: string,
): Result<ReadMessage, ReturnError> {
  const parsed = callbackSchema.safeParse(fields);
  if (!parsed.success) return failure('malformed');
  const { amount, collection_id: collection, paid, state } = parsed.data;
  if (!verifyXSignature(key, fields, parsed.data.x_signature)) return failure('unsigned');
  // The key is that of the account, which may have collections of others.
  if (collection !== collectionId) return failure('unsigned');
  const isPaid = paid && state === 'paid';
  return success({ status: isPaid ? 'successful' : 'unknown', amount: isPaid ? 0 : amount, state });
}

/** Returns the attempt's number, as the URL repeats it; null for another gateway's message. */
export function readReference({ [referenceParameter]: number = '' }: Fields): string | null {
  return /^[a-z0-9]{20}$/.test(number) ? number : null;
}

/**
 * Verifies and reads a browser's return or a callback. What is signed is the state of a bill, and not whose attempt it is: the payer can send a
 * genuine message with the number of another attempt. So no report is proof; each causes an enquiry, which asks for the attempt's own bill. The
 * callback of a paid bill is 'successful', so that Billplz repeats it until an enquiry confirms it; its amount is 0, which no attempt has, and it
 * has no reference: what the enquiry does not confirm has no effect. Any other message is 'unknown'.
 */
export function readReport(
  fields: Fields,
  { collectionId, signatureKey }: Pick<BillplzSettings, 'collectionId' | 'signatureKey'>,
): Result<GatewayReport, ReturnError> {
  const number = readReference(fields);
  if (number === null || Object.keys(fields).length > mostFields) return failure('malformed');
  const isReturn = fields['billplz[id]'] !== undefined;
  const read = isReturn ? readReturn(fields, signatureKey) : readCallback(fields, signatureKey, collectionId);
  if (!read.ok) return read;
  const { amount, state, status } = read.value;
  return success({
    number,
    status,
    amount: sen(amount),
    currency: 'MYR',
    gatewayReference: '',
    reasonCode: state,
    bankName: null,
  });
}
