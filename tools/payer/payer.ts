import { randomInt } from 'node:crypto';
import { readForms, type Form } from './html';

/** A page as a browser shows it. */
export interface Page {
  url: string;
  /** HTTP status; 0 when there was no response. */
  status: number;
  html: string;
  forms: readonly Form[];
  /** `data-status` of a result screen. */
  resultStatus: string | null;
  /** The form that this page is the response to, unless the response was a redirect. */
  submission: { form: Form; values: Record<string, string> } | null;
}

const maximumRedirects = 10;
const timeoutMs = 60_000;

/** A payer's browser without scripts: cookies, forms, redirects, reload. Each payer has its own IP address. */
export class Payer {
  #site;
  #rewriteUrl;
  #send;
  #address = [randomInt(11, 100), randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
  #cookies: Map<string, string> = new Map();
  /** The payment that was shown last. */
  refid: string | null = null;
  /** The result statuses that were shown, oldest first. */
  shownStatuses: string[] = [];

  constructor({
    site,
    rewriteUrl = (url) => url,
    send = fetch,
  }: {
    site: string;
    rewriteUrl?: (url: string) => string;
    send?: typeof fetch;
  }) {
    this.#site = site;
    this.#rewriteUrl = rewriteUrl;
    this.#send = send;
  }

  /** The Cookie header for requests to the site. */
  get cookie() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Opens a path of the site or an absolute URL. */
  open(path: string): Promise<Page> {
    return this.#visit(new URL(path, this.#site).href, null);
  }

  /** Submits a form; `values` overrides its initial values. */
  submit(form: Form, values: Record<string, string> = {}): Promise<Page> {
    return this.#visit(form.action, { form, values });
  }

  /** Reloads as a browser does: a page that is the response to a form is submitted again. */
  reload(page: Page): Promise<Page> {
    return page.submission === null ? this.open(page.url) : this.submit(page.submission.form, page.submission.values);
  }

  async #visit(address: string, submitted: Page['submission']): Promise<Page> {
    let url = this.#rewriteUrl(address);
    let submission = submitted;
    for (let redirects = 0; redirects <= maximumRedirects; redirects += 1) {
      const response = await this.#request(url, submission);
      if (response === null) return this.#readPage({ url, status: 0, html: '', submission });
      const location = response.headers.get('location');
      if (location === null)
        return this.#readPage({ url, status: response.status, html: await response.text(), submission });
      await response.body?.cancel();
      url = this.#rewriteUrl(new URL(location, url).href);
      submission = null;
    }
    throw new Error(`${address} redirects in a loop`);
  }

  async #request(url: string, submission: Page['submission']): Promise<Response | null> {
    const fields =
      submission === null ? null : new URLSearchParams({ ...submission.form.fields, ...submission.values });
    const isPost = submission?.form.method === 'post';
    const isSite = new URL(url).origin === this.#site;
    const cookie = isSite ? this.cookie : '';
    const headers: Record<string, string> = {
      accept: 'text/html',
      'x-forwarded-for': this.#address,
      ...(cookie !== '' && { cookie }),
    };
    // A form of the site sends its origin; the return from a bank, which is cross-site, sends 'null'.
    if (isPost) headers.origin = isSite && submission.form.action.includes('/api/') ? this.#site : 'null';
    try {
      const response = await this.#send(
        fields !== null && !isPost ? `${url.split('?')[0]}?${fields.toString()}` : url,
        {
          method: isPost ? 'POST' : 'GET',
          headers,
          ...(isPost && fields !== null && { body: fields }),
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        },
      );
      if (isSite) this.#storeCookies(response.headers.getSetCookie());
      return response;
    } catch {
      return null;
    }
  }

  #storeCookies(cookies: readonly string[]) {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split(';');
      const [name = '', ...value] = pair.split('=');
      const isExpired = attributes.some((attribute) => /^\s*max-age=(0|-\d+)\s*$/i.test(attribute));
      if (isExpired) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join('='));
    }
  }

  #readPage(response: Pick<Page, 'url' | 'status' | 'html' | 'submission'>): Page {
    const { url, html } = response;
    const resultStatus = /data-status="([\w-]+)"/.exec(html)?.[1] ?? null;
    const forms = readForms(html, url);
    if (url.startsWith(this.#site)) {
      const inUrl = new URL(url).searchParams.get('refid');
      this.refid =
        inUrl ?? forms.map(({ fields }) => fields['refid']).find((refid) => refid !== undefined) ?? this.refid;
    }
    if (resultStatus !== null) this.shownStatuses.push(resultStatus);
    return { ...response, forms, resultStatus };
  }
}
