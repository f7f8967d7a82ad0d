/**
 * A form's default button (HTML, implicit submission): the Enter key presses the first submit button. Visually hidden and placed before
 * buttons with another `formaction`, so that Enter submits the form itself. `form`: the form's id, for a button outside it.
 */
export function DefaultButton({ form }: { readonly form?: string }) {
  return <button type="submit" form={form} tabIndex={-1} aria-hidden="true" className="sr-only" />;
}
