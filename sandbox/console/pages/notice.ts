import { html } from '../../html/markup';
import { menu, type ConsolePage } from './layout';

/** Says that something cannot be shown or done, and leads on. */
export function buildNotice(title: string, words: string): ConsolePage {
  return {
    title,
    belongsTo: 'overview',
    body: html`<section class="card">
      <p>${words}</p>
      <p><a class="link" href="${menu.overview.path}">To the overview</a></p>
    </section>`,
  };
}
