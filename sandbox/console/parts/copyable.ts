import { html, type Markup } from '../../html/markup';

/**
 * A button that copies what stands before it. It is shown by the script of the page only: without scripts the text is selected by a click
 * (class `pick`) and copied by hand.
 */
function renderCopyButton(name: string): Markup {
  return html`<button type="button" class="copy" data-copy="${name}" hidden>
    Copy<span class="unseen"> ${name}</span>
  </button>`;
}

/** A value in a line, with a button that copies it. `name` says what is copied. */
export function renderCopyable(text: string, name: string): Markup {
  return html`<span class="copyable"><span class="number pick">${text}</span>${renderCopyButton(name)}</span>`;
}

/** A text of several lines, with a button that copies it. */
export function renderCopyableBlock(text: string, name: string): Markup {
  return html`<div class="copyable block">
    <pre class="pick" role="group" tabindex="0" aria-label="${name}">${text}</pre>
    ${renderCopyButton(name)}
  </div>`;
}

/** The live region in which the script announces what was copied. */
export const copyAnnouncement = html`<p class="unseen" aria-live="polite" id="copied"></p>`;
