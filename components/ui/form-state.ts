/** What a form that came back carries: what was typed (never card data), and what is wrong with it, in words. */
export interface FormState {
  readonly values: Readonly<Partial<Record<string, string>>>;
  /** By field name. */
  readonly fieldErrors: Readonly<Partial<Record<string, string>>>;
  readonly formError: string | null;
}

export const untouchedForm: FormState = { values: {}, fieldErrors: {}, formError: null };

/** Gives the problems of a form in the order of its fields on the page, those of other fields last. */
export function listProblems(
  { fieldErrors }: Pick<FormState, 'fieldErrors'>,
  order: readonly string[],
): { fieldId: string; message: string }[] {
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return Object.entries(fieldErrors)
    .flatMap(([fieldId, message]) => (message === undefined ? [] : [{ fieldId, message }]))
    .toSorted((one, other) => rank(one.fieldId) - rank(other.fieldId));
}

/** Gives what a field of the form starts with: the value typed before, its error, and the focus if its error is the first. */
export function fieldOf(form: FormState, name: string, order: readonly string[]) {
  return {
    name,
    defaultValue: form.values[name],
    error: form.fieldErrors[name],
    autoFocus: listProblems(form, order)[0]?.fieldId === name || undefined,
  };
}
