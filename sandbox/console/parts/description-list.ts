import { html, type Markup } from '../../html/markup';

/** A description list; entries that are null are left out. */
export function renderDescriptionList(facts: Readonly<Record<string, string | Markup | null>>): Markup {
  const rows = Object.entries(facts).map(([name, value]) =>
    value === null
      ? html``
      : html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
  );
  return html`<dl>${rows}</dl>`;
}
