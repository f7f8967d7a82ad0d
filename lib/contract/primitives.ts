import { z } from 'zod';
import { containsCardNumber } from '@/lib/domain/card/detect-card-number';
import { defaultLocale, localeCodes } from '@/lib/domain/locales';
import { isPaymentId, isRefid } from '@/lib/domain/payment/references';

/** Amounts on the wire are whole numbers of sen: `currencyExp` is 2. */
export const senSchema = z
  .int()
  .min(-99_999_999_999)
  .max(99_999_999_999)
  .meta({ description: 'A whole number of sen' });
export const positiveSenSchema = senSchema.min(1);

export const instantSchema = z.iso.datetime({ offset: true }).meta({ description: 'ISO 8601 with offset' });
export const daySchema = z.iso.date().meta({ description: 'A day in Malaysia, YYYY-MM-DD' });

export const accountNumberSchema = z.string().regex(/^\d{10}$/);
export const refidSchema = z
  .string()
  .max(32)
  .refine((text) => isRefid(text), { message: 'not a reference' })
  .meta({ description: 'The unguessable reference of a payment or a bill link' });
export const paymentIdSchema = z
  .string()
  .max(32)
  .refine((text) => isPaymentId(text), { message: 'not a payment id' })
  .meta({ description: 'The id of a payment as its partner knows it' });

/** An address that a payer typed, which is kept: a card number is not (security, row 39). */
export const emailSchema = z
  .email()
  .max(254)
  .refine((address) => !containsCardNumber(address), { message: 'a card number' });
export const phoneNumberSchema = z.string().regex(/^\+?\d{8,15}$/);

/** A compact JWE (RFC 7516) of card data, made for the key that `payment.page` names. */
export const jweSchema = z
  .string()
  .max(4096)
  .regex(/^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+$/)
  .meta({ description: 'A compact JWE of card data' });

/** Fields of a form post, as a gateway wrote them. */
export const formFieldsSchema = z.record(z.string().max(100), z.string().max(8192));

/** A language of the pages and of the messages to a payer. */
export const languageSchema = z.enum(localeCodes).default(defaultLocale);

/**
 * Names a payer's visit: random, made by the site, which keeps it sealed in a cookie. A backend only compares it with the one that began an
 * attempt, and shows it to nobody.
 */
export const visitIdSchema = z.string().regex(/^[\w-]{22,64}$/);

/** The token of a device with saved cards: 32 random bytes in base64url, in an HttpOnly cookie of the site. */
export const deviceTokenSchema = z.string().regex(/^[\w-]{43}$/);
