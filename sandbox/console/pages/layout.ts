import type { FastifyReply } from 'fastify';
import { html, type Markup } from '../../html/markup';
import { sendDocument } from '../../html/send-document';
import { consoleStyle } from './style';
import { renderTime } from '../parts/time-format';

/** The pages of the menu. */
export const menu = {
  overview: { path: '/sandbox', words: 'Overview' },
  controls: { path: '/sandbox/console/controls', words: 'Controls' },
  payments: { path: '/sandbox/console/payments', words: 'Payments' },
  ledger: { path: '/sandbox/console/ledger', words: 'Ledger' },
  messages: { path: '/sandbox/console/messages', words: 'Messages' },
} as const;
export type MenuEntry = keyof typeof menu;

export interface ConsolePage {
  /** What the page is called, also its first heading. */
  readonly title: string;
  readonly belongsTo: MenuEntry;
  readonly body: Markup;
  /** It says that something typed was wrong. */
  readonly isWrong?: boolean;
  /** Another origin that a form of this page leads to. */
  readonly leadsTo?: string;
}

function renderMenu(belongsTo: MenuEntry): Markup {
  const entries = Object.entries(menu).map(
    ([name, { path, words }]) =>
      html`<li><a href="${path}" ${name === belongsTo ? html`aria-current="page"` : null}>${words}</a></li>`,
  );
  return html`<nav aria-label="Sandbox">
    <ul>
      ${entries}
    </ul>
  </nav>`;
}

function renderPage({ title, belongsTo, body, isWrong = false }: ConsolePage, now: Date, nonce: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${isWrong ? 'Error: ' : null}${title} · ebill sandbox</title>
        <style nonce="${nonce}">
          ${consoleStyle}
        </style>
      </head>
      <body>
        <header>
          <a class="skip" href="#main">Skip to the page</a>
          <p class="mark">
            <span><strong>ebill sandbox</strong> · no money moves here</span>
            <span>The clock: ${renderTime(now.toISOString())} MYT</span>
          </p>
          ${renderMenu(belongsTo)}
        </header>
        <main id="main">
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html> `.text;
}

/** Answers with a page of the console: no script at all, its forms to the console itself. */
export function sendConsolePage(reply: FastifyReply, status: number, page: ConsolePage, now: Date): FastifyReply {
  return sendDocument(reply, status, {
    render: (nonce) => renderPage(page, now, nonce),
    leadsTo: page.leadsTo,
    // Not `no-referrer`: a form would then say `Origin: null`, and be refused.
    referrerPolicy: 'same-origin',
  });
}
