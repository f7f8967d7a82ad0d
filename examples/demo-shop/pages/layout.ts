import { countPieces, type Basket } from '../catalogue';
import { html, type Markup } from './markup';

const bag = html`<svg viewBox="0 0 36 36" aria-hidden="true">
  <path d="M4 12h28l-2.2 18a2.5 2.5 0 0 1-2.5 2H8.7a2.5 2.5 0 0 1-2.5-2z" fill="var(--green)" />
  <path d="M12 16V9a6 6 0 0 1 12 0v7" fill="none" stroke="var(--green)" stroke-width="3" stroke-linecap="round" />
</svg>`;

/** A page of the shop. Its header links to the basket, with how many pieces that has; without a basket it does not. */
export function writePage(title: string, body: Markup, basket: Basket | null = null): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/shop.css" />
        <script src="/shop.js" defer></script>
        <title>${title === 'Demo Shop' ? title : `${title} · Demo Shop`}</title>
      </head>
      <body>
        <header>
          <div>
            <a class="name" href="/">${bag} Demo Shop</a>
            ${basket === null ? null : html`<a class="basket" href="/#basket">Basket (${countPieces(basket)})</a>`}
            <p>A partner’s site, to try payments from. Nothing is sold.</p>
          </div>
        </header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
        <footer><p role="status" class="unseen" id="copied"></p></footer>
      </body>
    </html>`.text;
}

const malaysianTime = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'short', year: 'numeric', hour: 'numeric', minute: '2-digit', second: '2-digit' },
  ...{ hour12: true, timeZone: 'Asia/Kuala_Lumpur' },
});

/** A time as every page of the shop shows it: Malaysian, `28 Nov 2026, 3:08:04 am`. */
export function renderTime(at: Date): Markup {
  return html`<time datetime="${at.toISOString()}">${malaysianTime.format(at)}</time>`;
}

/** A text with a button that copies it, which the script shows; without scripts a click selects the whole text. */
export function renderCode(name: string, text: string): Markup {
  return html`<div class="code">
    <h4>${name}</h4>
    <pre role="group" tabindex="0" aria-label="${name}">${text}</pre>
    <button type="button" class="copy" data-copy="${name}" hidden>Copy<span class="unseen"> ${name}</span></button>
  </div>`;
}

/** The developer's view of a page, below what the customer sees. */
export function renderForDevelopers(about: string, body: Markup): Markup {
  return html`<section class="developers" aria-labelledby="developers">
    <h2 id="developers">For developers</h2>
    <p class="soft">
      ${about} In the project’s repository, <code>docs/partners.md</code> has the rules of calls, signatures and
      webhooks, and <code>docs/openapi.json</code> every field.
    </p>
    ${body}
  </section>`;
}

/** A message and a link to the shop. */
export function writeNotice(title: string, text: string): string {
  return writePage(
    title,
    html`<div class="card">
      <p>${text}</p>
      <p><a class="button" href="/">Back to the shop</a></p>
    </div>`,
  );
}

/** A result that was not signed by the payment backend: nothing of it is shown. */
export function writeRefusal(): string {
  return writeNotice(
    'Invalid signature',
    'This result was not signed by the payment backend. Nothing of it is believed.',
  );
}
