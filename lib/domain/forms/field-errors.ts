import type { FormMessage } from './form-message';
import { readFormMessage } from './read-form-message';

/** The part of a zod issue that is read here. */
interface Issue {
  readonly path: readonly PropertyKey[];
}

/** Messages by field name, in the order of the form's issues. */
export type FieldErrors = Readonly<Record<string, FormMessage>>;

/** The key of issues of the form as a whole. */
export const formLevelField = 'form';

/** Takes the issues of a form's schema and returns the first message of each field. */
export function toFieldErrors(issues: readonly Issue[]): FieldErrors {
  const errors = new Map<string, FormMessage>();
  for (const issue of issues) {
    const field = String(issue.path[0] ?? formLevelField);
    if (!errors.has(field)) errors.set(field, readFormMessage(issue));
  }
  return Object.fromEntries(errors);
}
