import { problemLinkClasses, type FieldProblem } from './error-summary';

/** Shows or takes back the error of one field, in the places and with the attributes that the server renders it with. */
export function showFieldError(form: HTMLFormElement, name: string, message: string | undefined): void {
  const control = form.querySelector(`[id="${name}"]`);
  const place = form.querySelector<HTMLElement>(`[id="${name}-error"]`);
  const text = place?.querySelector('[data-error-text]');
  if (!control || !place || !text) return;
  place.hidden = message === undefined;
  text.textContent = message ?? '';
  // Of a group of radio buttons the group itself has the id; its buttons have the name.
  for (const element of [control, ...form.querySelectorAll(`input[type="radio"][name="${name}"]`)]) {
    const described = (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .filter((id) => id !== '' && id !== place.id);
    if (message !== undefined) described.push(place.id);
    setOrRemove(element, 'aria-describedby', described.join(' '));
    setOrRemove(element, 'aria-invalid', message === undefined ? '' : 'true');
  }
}

/** Reads the errors that stand beside a form's fields: the name and the words of each. */
export function readShownErrors(form: HTMLFormElement): [name: string, message: string][] {
  const texts = form.querySelectorAll('[id$="-error"]:not([hidden]) [data-error-text]');
  return [...texts].map((text) => [
    text.closest('[id$="-error"]')?.id.replace(/-error$/, '') ?? '',
    text.textContent ?? '',
  ]);
}

function setOrRemove(element: Element, attribute: string, value: string): void {
  if (value === '') element.removeAttribute(attribute);
  else element.setAttribute(attribute, value);
}

/** Fills the form's error summary; it hides when there is nothing to say. */
export function showSummary(form: HTMLFormElement, problems: readonly FieldProblem[], message: string | null): void {
  const summary = findSummary(form);
  const list = summary?.querySelector<HTMLElement>('[data-summary-problems]');
  const title = summary?.querySelector<HTMLElement>('[data-summary-title]');
  const line = summary?.querySelector<HTMLElement>('[data-summary-message]');
  const words = line?.querySelector('span');
  if (!summary || !list || !title || !line || !words) return;
  words.textContent = message;
  line.hidden = message === null;
  showProblems(list, problems);
  title.hidden = list.hidden = problems.length === 0;
  summary.hidden = problems.length === 0 && message === null;
}

/** A field is judged again when it is left, maybe for the very link that names it: what says the same as before keeps the focus. */
function showProblems(list: HTMLElement, problems: readonly FieldProblem[]): void {
  const shown = [...list.querySelectorAll('a')].map(({ hash, textContent }) => `${hash} ${textContent}`);
  if (shown.join('\n') === problems.map(({ fieldId, message }) => `#${fieldId} ${message}`).join('\n')) return;
  list.replaceChildren(...problems.map(makeProblem));
}

export function findSummary(form: HTMLFormElement): HTMLElement | null {
  return form.querySelector<HTMLElement>('[data-testid="error-summary"]');
}

function makeProblem({ fieldId, message }: FieldProblem): HTMLLIElement {
  const link = document.createElement('a');
  link.href = `#${fieldId}`;
  link.className = problemLinkClasses;
  link.textContent = message;
  const item = document.createElement('li');
  item.append(link);
  return item;
}

/** Moves the focus to the first field in error, or to the summary when no field is. The sticky bar must not cover it. */
export function focusProblem(form: HTMLFormElement, fieldId: string | undefined): void {
  const field = fieldId === undefined ? null : form.querySelector<HTMLElement>(`[id="${fieldId}"]`);
  const target = field ?? findSummary(form);
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'center' });
}
