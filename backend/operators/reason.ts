import { z } from 'zod';
import { containsCardNumber } from '@/lib/domain/card/detect-card-number';

/** A text of an operator that is kept, and shown to other operators: a reason, a note on evidence. Security, row 39. */
export const reasonSchema = z
  .string()
  .trim()
  .min(1)
  .max(1000)
  .refine((reason) => !containsCardNumber(reason), { message: 'a card number is not kept' });
