import { z } from 'zod';

/** A text of an operator or a biller, on one line. */
export function printable(longest: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(/^\P{Cc}*$/u);
}
