import type { FieldError, FieldErrors } from 'react-hook-form';

/** A form as the server renders it: what was typed before (never card data), and what is wrong with it, in the language of the page. */
export interface FormState {
  readonly values: Readonly<Partial<Record<string, string>>>;
  /** Messages by field name. */
  readonly fieldErrors: Readonly<Partial<Record<string, string>>>;
  /** What is wrong with the form as a whole. */
  readonly formError: string | null;
}

export const emptyFormState: FormState = { values: {}, fieldErrors: {}, formError: null };

/** Returns what the server has found wrong as React Hook Form has it. */
export function toFieldErrors({ fieldErrors, formError }: Pick<FormState, 'fieldErrors' | 'formError'>): FieldErrors {
  const serverError = (message: string | undefined): FieldError => ({ type: 'server', message });
  const ofFields = Object.entries(fieldErrors).map(([name, message]) => [name, serverError(message)] as const);
  return { ...Object.fromEntries(ofFields), ...(formError !== null && { root: { server: serverError(formError) } }) };
}

/** A field in error. */
export interface FieldProblem {
  /** The id of the field that a link leads to: its name. */
  readonly fieldId: string;
  readonly message: string;
}

/** Lists the fields in error in the order of the page, those of other names last. */
export function listProblems(
  fieldErrors: FormState['fieldErrors'],
  fieldOrder: readonly string[],
): readonly FieldProblem[] {
  const rank = (name: string) => (fieldOrder.includes(name) ? fieldOrder.indexOf(name) : fieldOrder.length);
  return Object.entries(fieldErrors)
    .flatMap(([fieldId, message]) => (message === undefined ? [] : [{ fieldId, message }]))
    .toSorted((one, other) => rank(one.fieldId) - rank(other.fieldId));
}
