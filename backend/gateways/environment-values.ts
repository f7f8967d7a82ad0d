import { z } from 'zod';

/** An origin, without a path. */
export const host = z
  .string()
  .refine((text) => /^https?:\/\/[^/]+\/?$/.test(text) && URL.canParse(text))
  .transform((text) => new URL(text).origin);

/** PEM; in an environment file its line ends are often written as `\n`. */
export const pem = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => text.trim().startsWith('-----BEGIN '));
