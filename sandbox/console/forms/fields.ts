import { html, type Markup } from '../../html/markup';
import type { Flash } from '../flash';
import { renderCopyable } from '../parts/copyable';

/** A form on a page: its flash message, and the typed values. */
export interface FormView {
  readonly name: string;
  readonly flash: Flash | null;
}

/** Returns the view of one form: with the flash message if it belongs to this form. */
export function viewForm(name: string, flash: Flash | null): FormView {
  return { name, flash: flash?.section === name ? flash : null };
}

interface FieldBase {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The initial value. */
  readonly value?: string;
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

function renderDescription(ids: readonly string[]): Markup | null {
  return ids.length === 0 ? null : html`aria-describedby="${ids.join(' ')}"`;
}

/** The id of a field, which its error links to. */
function fieldId(view: FormView, field: string): string {
  return `${view.name}-${field.replaceAll('.', '-')}`;
}

function describeField(view: FormView, { name, hint, value }: FieldBase) {
  const id = fieldId(view, name);
  const error = view.flash?.errors[name] ?? null;
  const described = [...(error === null ? [] : [`${id}-error`]), ...(hint === undefined ? [] : [`${id}-hint`])];
  return {
    id,
    value: view.flash?.typed[name] ?? value ?? '',
    state: html`${error === null ? null : html`aria-invalid="true"`} ${renderDescription(described)}`,
    hint: hint === undefined ? null : html`<span class="hint" id="${id}-hint">${hint}</span>`,
    error: error === null ? null : html`<strong class="error" id="${id}-error">${error}</strong>`,
  };
}

/** A text field. */
export function renderInput(
  view: FormView,
  field: FieldBase & { readonly type?: 'text' | 'datetime-local'; readonly inputmode?: 'numeric' | 'decimal' },
): Markup {
  const { id, value, state, hint, error } = describeField(view, field);
  return html`<div class="field">
    <label for="${id}">${field.label}</label>
    ${hint}${error}
    <input
      id="${id}"
      name="${field.name}"
      type="${field.type ?? 'text'}"
      inputmode="${field.inputmode ?? 'text'}"
      value="${value}"
      autocomplete="off"
      maxlength="2000"
      ${state}
    />
  </div>`;
}

/** A select; choices are grouped under labels, those of the group without a label first. */
export function renderSelect(
  view: FormView,
  field: FieldBase & {
    readonly groups: readonly { readonly label: string | null; readonly choices: readonly Choice[] }[];
  },
): Markup {
  const { id, value, state, hint, error } = describeField(view, field);
  const groups = field.groups.map(({ label, choices }) => {
    const options = choices.map(
      (choice) =>
        html`<option value="${choice.value}" ${choice.value === value ? html`selected` : null}>
          ${choice.label}
        </option>`,
    );
    return label === null ? html`${options}` : html`<optgroup label="${label}">${options}</optgroup>`;
  });
  return html`<div class="field">
    <label for="${id}">${field.label}</label>
    ${hint}${error}
    <select id="${id}" name="${field.name}" ${state}>
      ${groups}
    </select>
  </div>`;
}

/** A checkbox. */
export function renderCheckbox(view: FormView, { name, label }: Pick<FieldBase, 'name' | 'label'>): Markup {
  const id = fieldId(view, name);
  const isTicked = view.flash?.typed[name] !== undefined;
  return html`<div class="tick">
    <input id="${id}" name="${name}" type="checkbox" value="yes" ${isTicked ? html`checked` : null} />
    <label for="${id}">${label}</label>
  </div>`;
}

/** The errors of fields, in the order of the fields in the form, each with a link to its field. */
function renderErrorLinks(view: FormView, { errors, typed }: Flash): Markup | null {
  const fields = Object.keys(typed);
  const ordered = Object.entries(errors).toSorted(([a], [b]) => fields.indexOf(a) - fields.indexOf(b));
  const links = ordered.map(
    ([field, message]) => html`<li><a class="link" href="#${fieldId(view, field)}">${message}</a></li>`,
  );
  return links.length === 0
    ? null
    : html`<ul>
        ${links}
      </ul>`;
}

/** The result or errors of a form, as a live region. */
export function renderFlash(view: FormView): Markup | null {
  if (view.flash === null) return null;
  const { isError, message, link, paymentPath } = view.flash;
  return html`<div class="flash ${isError ? 'bad' : 'ok'}" role="${isError ? 'alert' : 'status'}">
    <p>${message}</p>
    ${renderErrorLinks(view, view.flash)}
    ${
      link === null
        ? null
        : html`<p><a class="link" href="${link.address}" target="_blank">${link.text}</a></p>
            <p>${renderCopyable(link.address, 'link')}</p>`
    }
    ${paymentPath === null ? null : html`<p><a class="link" href="${paymentPath}">Open it under Payments</a></p>`}
  </div>`;
}

/** A form with its heading and flash message, in a section that its redirect leads to. */
export function renderFormSection(view: FormView, heading: string, body: Markup): Markup {
  return html`<section class="card" id="${view.name}" aria-labelledby="${view.name}-heading">
    <h2 id="${view.name}-heading">${heading}</h2>
    ${renderFlash(view)} ${body}
  </section>`;
}

/** The path that a form of the console posts to. */
export function formPath(name: string): string {
  return `/sandbox/console/${name}`;
}
