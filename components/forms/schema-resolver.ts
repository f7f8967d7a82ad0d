import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldValues, Resolver } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { FormMessage } from '@/lib/domain/forms/form-message';
import { readFormMessage } from '@/lib/domain/forms/read-form-message';

/** The schema that the server parses the form with. */
export type FormSchema = z.ZodMiniType<FieldValues, FieldValues>;

/** Creates React Hook Form's resolver for a schema. A zod error map translates each issue. */
export function createSchemaResolver(
  schema: FormSchema,
  translate: (message: FormMessage) => string,
): Resolver<FieldValues, unknown, FieldValues> {
  return zodResolver(schema, { error: (issue) => translate(readFormMessage(issue)) });
}
