import type { FastifyReply } from 'fastify';
import { html, type Markup } from '../../html/markup';
import { sendDocument } from '../../html/send-document';
import { copyAnnouncement } from '../parts/copyable';
import { consoleScript } from './script';
import { consoleStyle } from './style';
import { renderTime } from '../parts/time-format';

/** The pages of the menu. */
export const menu = {
  overview: { path: '/sandbox', label: 'Overview' },
  controls: { path: '/sandbox/console/controls', label: 'Controls' },
  payments: { path: '/sandbox/console/payments', label: 'Payments' },
  ledger: { path: '/sandbox/console/ledger', label: 'Ledger' },
  messages: { path: '/sandbox/console/messages', label: 'Messages' },
  webhooks: { path: '/sandbox/console/webhooks', label: 'Webhooks' },
} as const;
export type MenuEntry = keyof typeof menu;

export interface ConsolePage {
  /** The title and first heading. */
  readonly title: string;
  readonly menuEntry: MenuEntry;
  readonly body: Markup;
  /** The page shows an input error. */
  readonly isError?: boolean;
  /** Another origin that a form of this page redirects to. */
  readonly formTarget?: string;
  /** The page shows a document of the console in a frame. */
  readonly hasFrame?: boolean;
}

function renderMenu(menuEntry: MenuEntry): Markup {
  const entries = Object.entries(menu).map(
    ([name, { path, label }]) =>
      html`<li><a href="${path}" ${name === menuEntry ? html`aria-current="page"` : null}>${label}</a></li>`,
  );
  return html`<nav aria-label="Sandbox">
    <ul>
      ${entries}
    </ul>
  </nav>`;
}

/** What the head of each page says of the sandbox. */
export interface SandboxState {
  readonly now: Date;
  /** How many changes are in effect: see the overview. */
  readonly changes: number;
}

function renderPage(
  { title, menuEntry, body, isError = false }: ConsolePage,
  state: SandboxState,
  nonce: string,
): string {
  const { now, changes } = state;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${isError ? 'Error: ' : null}${title} · ebill sandbox</title>
        <style nonce="${nonce}">
          ${consoleStyle}
        </style>
      </head>
      <body>
        <header id="top">
          <a class="skip" href="#main">Skip to the page</a>
          <p class="mark">
            <span><strong>ebill sandbox</strong> · no money moves here</span>
            ${changes === 0 ? null : html`<a href="${menu.overview.path}#active">Active changes: ${changes}</a>`}
            <span>The clock: ${renderTime(now.toISOString())} MYT</span>
          </p>
          ${renderMenu(menuEntry)}
        </header>
        <main id="main">
          <h1>${title}</h1>
          ${body}
        </main>
        <footer class="to-top"><a href="#top">Back to the top</a></footer>
        ${copyAnnouncement}
        <script nonce="${nonce}">
          ${consoleScript};
        </script>
      </body>
    </html> `.text;
}

/** Sends a page of the console: its own script only, its forms to the console only. */
export function sendConsolePage(
  reply: FastifyReply,
  status: number,
  page: ConsolePage,
  state: SandboxState,
): FastifyReply {
  return sendDocument(reply, status, {
    render: (nonce) => renderPage(page, state, nonce),
    hasScripts: true,
    hasFrame: page.hasFrame,
    formTarget: page.formTarget,
    // Not `no-referrer`: a form would then send `Origin: null`, and be refused.
    referrerPolicy: 'same-origin',
  });
}
