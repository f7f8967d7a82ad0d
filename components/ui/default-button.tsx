/**
 * What the Enter key presses: a form's first button in the order of the page. It stands, out of sight, before buttons that lead elsewhere, so
 * that Enter sends the form and nothing else.
 */
export function DefaultButton() {
  return <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only" />;
}
