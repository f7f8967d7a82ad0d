import { randomBytes, randomInt } from 'node:crypto';
import { isPaymentId, isRefid, type PaymentId, type Refid } from '@/lib/domain/payment/references';

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const lettersAndDigits = 'abcdefghijklmnopqrstuvwxyz0123456789';

function randomBase32(length: number): string {
  return Array.from(randomBytes(length), (byte) => base32[byte & 31]).join('');
}

/** Gives an unguessable reference (130 random bits) of a payment or a bill link, after the prefix of its partner. */
export function createRefid(prefix = ''): Refid {
  const text = `${prefix}${randomBase32(26)}`;
  if (!isRefid(text)) throw new RangeError(`no reference begins with '${prefix}'`);
  return text;
}

/** As `createRefid`, for the name by which a partner knows the payment. */
export function createPaymentId(prefix = ''): PaymentId {
  const text = `${prefix}${randomBase32(26)}`;
  if (!isPaymentId(text)) throw new RangeError(`no payment id begins with '${prefix}'`);
  return text;
}

/** Gives our number of an attempt at a gateway: 20 letters and digits (103 random bits), as long as the shortest field of them allows. */
export function createAttemptNumber(): string {
  return Array.from({ length: 20 }, () => lettersAndDigits[randomInt(lettersAndDigits.length)]).join('');
}

/** Gives six random digits. */
export function createOneTimeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Gives the name of a saved card. */
export function createCardId(): string {
  return `card-${randomBase32(26)}`;
}

/** Gives the name of an event that a partner is told of. */
export function createEventId(): string {
  return `event-${randomBase32(26)}`;
}
