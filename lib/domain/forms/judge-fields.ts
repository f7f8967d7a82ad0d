import type * as z from 'zod/mini';
import { fieldErrorsOf, type FieldErrors } from '../field-errors';

/** Judges a form's fields by its schema; gives the first message of each field that is refused, by field, none when all are right. */
export function judgeFields(schema: z.ZodMiniType, fields: unknown): FieldErrors {
  const parsed = schema.safeParse(fields);
  return parsed.success ? {} : fieldErrorsOf(parsed.error.issues);
}
