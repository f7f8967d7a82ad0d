import { isFormMessageKey, type FormMessage, type FormMessageParams } from './forms/form-issue';

/** The part of a zod issue that is read here. */
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Messages by field name, in the order of the form's issues. */
export type FieldErrors = Readonly<Record<string, FormMessage>>;

/** The name that issues of the form as a whole go by. */
export const wholeForm = 'form';

/**
 * Takes the issues of a form's schema and gives the first message of each field. An issue whose message is not one of our keys says that
 * the field's answer is missing: forms send texts, so only a request made by hand gets there.
 */
export function fieldErrorsOf(issues: readonly Issue[]): FieldErrors {
  const errors = new Map<string, FormMessage>();
  for (const issue of issues) {
    const field = String(issue.path[0] ?? wholeForm);
    if (errors.has(field)) continue;
    const key = isFormMessageKey(issue.message) ? issue.message : 'validation.required';
    const params = paramsOf(issue);
    errors.set(field, params === undefined ? { key } : { key, params });
  }
  return Object.fromEntries(errors);
}

function paramsOf(issue: object): FormMessageParams | undefined {
  if (!('params' in issue) || typeof issue.params !== 'object' || issue.params === null) return undefined;
  const params = Object.entries(issue.params).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return params.length === 0 ? undefined : Object.fromEntries(params);
}
