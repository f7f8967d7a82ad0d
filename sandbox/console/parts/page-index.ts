import { html, type Markup } from '../../html/markup';

/** Links to the sections of a long page, which stay in view: the id and heading of each, in their order. */
export function renderPageIndex(label: string, sections: readonly (readonly [id: string, heading: string])[]): Markup {
  return html`<nav class="index" aria-label="${label}">
    <ul>
      <li><a href="#top">Top</a></li>
      ${sections.map(([id, heading]) => html`<li><a href="#${id}">${heading}</a></li>`)}
    </ul>
  </nav>`;
}
