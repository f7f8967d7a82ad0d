import { randomBytes, randomInt } from 'node:crypto';
import { isPaymentId, isRefid, type PaymentId, type Refid } from '@/lib/domain/payment/references';

const base32 = 'abcdefghijklmnopqrstuvwxyz234567';
const letters = 'abcdefghijklmnopqrstuvwxyz';
const lettersAndDigits = `${letters}0123456789`;

function randomBase32(length: number): string {
  return Array.from(randomBytes(length), (byte) => base32[byte & 31]).join('');
}

/** Generates an unguessable reference (130 random bits) of a payment or bill link, with its partner's prefix. */
export function createRefid(prefix = ''): Refid {
  const text = `${prefix}${randomBase32(26)}`;
  if (!isRefid(text)) throw new RangeError(`invalid reference prefix '${prefix}'`);
  return text;
}

/** Generates a payment id for partners, like `createRefid`. */
export function createPaymentId(prefix = ''): PaymentId {
  const text = `${prefix}${randomBase32(26)}`;
  if (!isPaymentId(text)) throw new RangeError(`invalid payment id prefix '${prefix}'`);
  return text;
}

/**
 * Generates an attempt's number at its gateway: 20 letters and digits (102 random bits), the maximum of the gateways' shortest field. The
 * first is a letter: eGHL joins the fields that it hashes, and a number of digits only could merge with its neighbours
 * (gateways/eghl/formats.ts).
 */
export function createAttemptNumber(): string {
  return Array.from({ length: 20 }, (_, index) => {
    const characters = index === 0 ? letters : lettersAndDigits;
    return characters[randomInt(characters.length)];
  }).join('');
}

/** Generates six random digits. */
export function createOneTimeCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** Generates the id of a saved card. */
export function createCardId(): string {
  return `card-${randomBase32(26)}`;
}

/** Generates the reference of a posting at the biller. */
export function createPostingReference(): string {
  return randomBase32(26);
}

/** Generates the reference of a refund at its gateway, or of a posting's reversal at the biller. */
export function createRefundReference(): string {
  return randomBase32(26);
}

/** Generates the reference of a mandate, or of its cancellation, at the biller. */
export function createMandateReference(): string {
  return randomBase32(26);
}

/** Generates the token of a link that continues a payment in another browser (130 random bits). */
export function createContinuationToken(): string {
  return randomBase32(26);
}

/** Generates the reference of bill reminders, which the links in their messages are made for. */
export function createReminderReference(): string {
  return randomBase32(26);
}

/** Generates the id of a webhook event. */
export function createEventId(): string {
  return `event-${randomBase32(26)}`;
}
