import type { FieldError, FieldErrors } from 'react-hook-form';

/** A form as the server renders it: the values submitted before (never card data) and the errors, in the page's language. */
export interface FormState {
  readonly values: Readonly<Partial<Record<string, string>>>;
  /** Messages by field name. */
  readonly fieldErrors: Readonly<Partial<Record<string, string>>>;
  /** The error of the form as a whole. */
  readonly formError: string | null;
}

export const emptyFormState: FormState = { values: {}, fieldErrors: {}, formError: null };

/** Converts the server's errors to React Hook Form's; returns undefined without one, since React Hook Form renders all fields for an object. */
export function toFieldErrors({
  fieldErrors,
  formError,
}: Pick<FormState, 'fieldErrors' | 'formError'>): FieldErrors | undefined {
  const serverError = (message: string | undefined): FieldError => ({ type: 'server', message });
  const ofFields = Object.entries(fieldErrors).map(([name, message]) => [name, serverError(message)] as const);
  if (ofFields.length === 0 && formError === null) return undefined;
  return { ...Object.fromEntries(ofFields), ...(formError !== null && { root: { server: serverError(formError) } }) };
}

/** A field in error. */
export interface FieldProblem {
  /** The id of the field, which is its name. */
  readonly fieldId: string;
  readonly message: string;
}

/** Lists the fields in error in page order, unknown names last. */
export function listProblems(
  fieldErrors: FormState['fieldErrors'],
  fieldOrder: readonly string[],
): readonly FieldProblem[] {
  const rank = (name: string) => (fieldOrder.includes(name) ? fieldOrder.indexOf(name) : fieldOrder.length);
  return Object.entries(fieldErrors)
    .flatMap(([fieldId, message]) => (message === undefined ? [] : [{ fieldId, message }]))
    .toSorted((one, other) => rank(one.fieldId) - rank(other.fieldId));
}
