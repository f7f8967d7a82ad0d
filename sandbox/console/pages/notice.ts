import { html } from '../../html/markup';
import { menu, type ConsolePage } from './layout';

/** A page with a message and a link to the overview. */
export function buildNotice(title: string, text: string): ConsolePage {
  return {
    title,
    menuEntry: 'overview',
    body: html`<section class="card">
      <p>${text}</p>
      <p><a class="link" href="${menu.overview.path}">To the overview</a></p>
    </section>`,
  };
}
