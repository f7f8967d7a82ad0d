import { html, type Markup } from '../../html/markup';

/** A field that restricts a list: a text, or a choice of values. */
interface FilterField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The values of a select; without them it is a text field. */
  readonly choices?: readonly string[];
  /** The label of a value: the value itself by default. */
  readonly describe?: (value: string) => string;
}

export interface Filter {
  /** The path of the list. */
  readonly path: string;
  readonly fields: readonly [FilterField, ...FilterField[]];
  /** The label of the button that applies it. */
  readonly button: string;
  /** The label of the link to the whole list. */
  readonly all: string;
}

/** The values of a filter's fields in a query: trimmed, without those that are empty. One may be no choice of its field: see `hasUnknownChoice`. */
export function readFilter(
  { fields }: Pick<Filter, 'fields'>,
  query: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const values = fields.map(({ name }) => [name, (query[name] ?? '').trim()] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== ''));
}

function isUnknown({ choices }: Pick<FilterField, 'choices'>, value: string): boolean {
  return value !== '' && choices !== undefined && !choices.includes(value);
}

/** Whether a value is no choice of its field, as in an address of another version: nothing is found for it, rather than everything. */
export function hasUnknownChoice(
  { fields }: Pick<Filter, 'fields'>,
  values: Readonly<Record<string, string>>,
): boolean {
  return fields.some((field) => isUnknown(field, values[field.name] ?? ''));
}

function renderField({ name, label, hint, choices, describe = String }: FilterField, value: string): Markup {
  const id = `filter-${name}`;
  const described = hint === undefined ? null : html`aria-describedby="${id}-hint"`;
  const options = ['', ...(choices ?? [])].map(
    (choice) =>
      html`<option value="${choice}" ${choice === value ? html`selected` : null}>
        ${choice === '' ? 'any' : describe(choice)}
      </option>`,
  );
  if (isUnknown({ choices }, value)) {
    options.push(html`<option value="${value}" selected>${value} (unknown)</option>`);
  }
  const control =
    choices === undefined
      ? html`<input
          id="${id}"
          name="${name}"
          type="text"
          value="${value}"
          maxlength="254"
          autocomplete="off"
          ${described}
        />`
      : html`<select id="${id}" name="${name}" ${described}>
          ${options}
        </select>`;
  return html`<div class="field">
    <label for="${id}">${label}</label>
    ${hint === undefined ? null : html`<span class="hint" id="${id}-hint">${hint}</span>`} ${control}
  </div>`;
}

/** A form that restricts a list by GET, so that its address can be kept and shared. A phone shows the first field; the others unless they are empty. */
export function renderFilter(filter: Filter, values: Readonly<Record<string, string>>): Markup {
  const { path, fields, button, all } = filter;
  const [first, ...others] = fields;
  const render = (field: FilterField) => renderField(field, values[field.name] ?? '');
  const isUsed = others.some(({ name }) => values[name] !== undefined);
  return html`<div class="card">
    <form class="filter" method="get" action="${path}#list" role="search">
      ${render(first)}
      <details ${isUsed ? html`open` : null}>
        <summary>More filters</summary>
        <div class="others">${others.map(render)}</div>
      </details>
      <div class="buttons">
        <button type="submit" class="first">${button}</button>
        ${Object.keys(values).length === 0 ? null : html`<a class="button" href="${path}">${all}</a>`}
      </div>
    </form>
  </div>`;
}

/** The heading of a list: its order, or what it is restricted to. */
export function describeFilter({ fields }: Pick<Filter, 'fields'>, values: Readonly<Record<string, string>>): string {
  const set = fields.filter(({ name }) => values[name] !== undefined);
  if (set.length === 0) return 'Newest first';
  return `Found for ${set.map(({ name, label }, index) => (index === 0 && name === 'search' ? values[name] : `${label.toLowerCase()} ${values[name]}`)).join(', ')}`;
}

/** Links to the newer and older pages of a list that is restricted so. */
export function renderPaging(
  path: string,
  values: Readonly<Record<string, string>>,
  page: number,
  hasMore: boolean,
): Markup | null {
  if (page === 1 && !hasMore) return null;
  const pathOf = (number: number) => `${path}?${new URLSearchParams({ ...values, page: String(number) }).toString()}`;
  return html`<nav aria-label="Pages">
    <ul>
      ${page === 1 ? null : html`<li><a rel="prev" href="${pathOf(page - 1)}">Newer</a></li>`}
      ${hasMore ? html`<li><a rel="next" href="${pathOf(page + 1)}">Older</a></li>` : null}
    </ul>
  </nav>`;
}

/** The number of a page in a query, from 1. */
export function readPage(query: Readonly<Record<string, string>>): number {
  const page = query['page'] ?? '';
  return /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}
