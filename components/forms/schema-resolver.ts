import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { FormMessage } from '@/lib/domain/forms/form-message';
import { readFormMessage } from '@/lib/domain/forms/read-form-message';

/** A form's rules: the schema that the server parses the form by. */
export type FormSchema = z.ZodMiniType<FieldValues, FieldValues>;

/** Makes React Hook Form's resolver from a form's schema; each issue's message is translated as zod's documentation has it, by an error map. */
export function createSchemaResolver(
  schema: FormSchema,
  translate: (message: FormMessage) => string,
): Resolver<FieldValues, unknown, FieldValues> {
  return zodResolver(schema, { error: (issue) => translate(readFormMessage(issue)) });
}
