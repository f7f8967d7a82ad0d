/**
 * A form's default button (HTML, implicit submission): the Enter key presses the first submit button. Visually hidden and placed before
 * buttons with another `formaction`, so that Enter submits the form itself.
 */
export function DefaultButton() {
  return <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />;
}
