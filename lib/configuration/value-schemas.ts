import { z } from 'zod';
import { notes } from './variable-notes';

/* Schemas of the values of environment variables. Each takes the text of a variable that is set; its note documents the accepted values. */

/** Makes the schema of a whole number in a range, both ends included. */
export const wholeNumber = (lowest: number, highest: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest);

export const port = wholeNumber(1, 65_535).register(notes, { expected: 'a port from 1 to 65535' });

export const host = z
  .string()
  .regex(/^[\w.:-]+$/)
  .register(notes, { expected: 'a host name or an IP address' });

/** An origin: scheme, host and port. */
export const origin = z
  .string()
  .refine((text) => /^https?:\/\/[^/@?#]+\/?$/.test(text) && URL.canParse(text))
  .transform((text) => new URL(text).origin)
  .register(notes, { expected: 'an origin such as https://pay.example.com, without a path' });

function withoutSlashes(address: string): string {
  let end = address.length;
  while (address.charAt(end - 1) === '/') end -= 1;
  return address.slice(0, end);
}

/** A URL, without a trailing slash. */
export const webAddress = z
  .url({ protocol: /^https?$/ })
  .transform(withoutSlashes)
  .register(notes, { expected: 'an http or https address' });

export const folder = z.string().register(notes, { expected: 'a folder' });

export const onOrOff = z.enum(['on', 'off']).register(notes, { expected: "'on' or 'off'" });

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const logLevel = z
  .enum(logLevels)
  .register(notes, { expected: 'fatal, error, warn, info, debug, trace or silent' });

/** PEM; in an environment file its line ends are often written as `\n`. */
export const pem = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => text.trim().startsWith('-----BEGIN '))
  .register(notes, { expected: 'a key in PEM' });

/** 32 bytes for AES-256. */
export const encryptionKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64url'))
  .refine((key) => key.length === 32)
  .register(notes, { expected: '32 random bytes in base64url' });

/** A secret that two sides share. */
export const sharedSecret = z.string().min(32).max(200).register(notes, { expected: 'at least 32 random characters' });

/** The gateway's id of a shared secret. */
export const keyName = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .register(notes, { expected: 'letters, digits, _ and -, at most 64' });

/** Printable ASCII, as gateways accept it. */
export const plainText = (longest: number) =>
  z
    .string()
    .regex(new RegExp(`^[ -~]{1,${longest}}$`))
    .register(notes, { expected: `at most ${longest} plain characters` });
