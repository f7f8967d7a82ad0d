import type { FastifyReply } from 'fastify';
import { html, Markup } from '../../html/markup';
import { palette } from '../../html/palette';
import { sendDocument } from '../../html/send-document';

export interface Page {
  readonly title: string;
  readonly body: Markup;
  /** Another origin that the page's form may post to. */
  readonly postsTo?: string;
  /** A script submits the page's form. */
  readonly submitsItself?: boolean;
}

const style = new Markup(`${palette.text}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 30rem; margin: 0 auto; padding: 1rem; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: 0.75rem; padding: 1.25rem; }
.mark { margin: 0 0 1rem; padding: 0.5rem 0.75rem; border-radius: 0.5rem; background: var(--mark-back); color: var(--mark); }
h1 { margin: 0 0 0.25rem; font-size: 1.375rem; line-height: 1.25; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
p { margin: 0 0 1rem; }
dl { margin: 1rem 0; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; padding: 0.625rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--soft); }
dd { margin: 0; font-weight: 600; overflow-wrap: anywhere; }
.amount { font-size: 1.375rem; }
.buttons { display: grid; gap: 0.625rem; }
input { display: block; width: 100%; min-height: 3rem; margin-top: 0.25rem; padding: 0.625rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--back); color: inherit; font: inherit; }
button, .link { display: block; width: 100%; min-height: 3rem; padding: 0.625rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem; background: transparent; color: inherit; font: inherit; text-align: center; text-decoration: none; cursor: pointer; }
button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`);

function renderPage(page: Page, nonce: string): string {
  const script = page.submitsItself
    ? html`<script nonce="${nonce}">
        document.forms[0].submit();
      </script>`
    : null;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${page.title} (Simulator)</title>
        <style nonce="${nonce}">
          ${style}
        </style>
      </head>
      <body>
        <main>
          <p class="mark"><strong>Simulator</strong> · no money moves here</p>
          <div class="card">${page.body}</div>
        </main>
        ${script}
      </body>
    </html> `.text;
}

/** Sends a page of a simulated bank. */
export function sendPage(reply: FastifyReply, status: number, page: Page): FastifyReply {
  return sendDocument(reply, status, {
    render: (nonce) => renderPage(page, nonce),
    hasScripts: true,
    formTarget: page.postsTo,
    referrerPolicy: 'strict-origin',
  });
}
