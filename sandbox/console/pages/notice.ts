import { html } from '../../html/markup';
import { menu, type ConsolePage, type MenuEntry } from './layout';

/** A page with a message and a link to a page of the menu, by default the overview. */
export function buildNotice(title: string, text: string, menuEntry: MenuEntry = 'overview'): ConsolePage {
  const { path, label } = menu[menuEntry];
  return {
    title,
    menuEntry,
    body: html`<section class="card">
      <p>${text}</p>
      <p><a class="link" href="${path}">Go to ${label}</a></p>
    </section>`,
  };
}
