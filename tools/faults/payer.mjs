import { randomInt } from 'node:crypto';

/**
 * @typedef {object} Form
 * @property {string} action absolute address
 * @property {'get' | 'post'} method
 * @property {Record<string, string>} fields what it sends when nothing is typed
 */

/**
 * @typedef {object} Page what a browser shows
 * @property {string} url
 * @property {number} status 0 when nothing answered
 * @property {string} html
 * @property {readonly Form[]} forms
 * @property {string | null} shown `data-status` of a result screen
 * @property {{ form: Form, more: Record<string, string> } | null} sent the form that it came from, where its address was not asked for anew
 */

const entities = { quot: '"', lt: '<', gt: '>', amp: '&', apos: "'" };

/** @param {string} text */
function unescapeHtml(text) {
  return text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name) => {
    const hex = /^#x([\da-f]+)$/i.exec(name)?.[1];
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)));
    return Object.hasOwn(entities, name) ? entities[/** @type {keyof typeof entities} */ (name)] : whole;
  });
}

/**
 * @param {string} tag
 * @param {string} name
 */
function attributeOf(tag, name) {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return found === undefined ? null : unescapeHtml(found);
}

/**
 * @param {string} html
 * @param {string} url the page's own
 * @returns {Form[]}
 */
function readForms(html, url) {
  return [...html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/g)].map(([whole, inside = '']) => {
    const tag = /<form\b[^>]*>/.exec(whole)?.[0] ?? '';
    /** @type {Record<string, string>} */
    const fields = {};
    for (const [input] of inside.matchAll(/<input\b[^>]*>/g)) {
      const name = attributeOf(input, 'name');
      const isChoice = /\stype="(radio|checkbox)"/.test(input);
      if (name !== null && (!isChoice || /\schecked\b/.test(input))) fields[name] = attributeOf(input, 'value') ?? '';
    }
    const method = (attributeOf(tag, 'method') ?? 'get').toLowerCase();
    return {
      action: new URL(attributeOf(tag, 'action') ?? url, url).href,
      method: method === 'post' ? 'post' : 'get',
      fields,
    };
  });
}

/**
 * @param {string} html
 * @param {string} testId
 * @param {string} name of the element's attribute
 * @returns {string | null}
 */
export function readAttribute(html, testId, name) {
  const tag = [...html.matchAll(/<[a-z]+\b[^>]*>/g)].find(([text]) => text.includes(`data-testid="${testId}"`))?.[0];
  return tag === undefined ? null : attributeOf(tag, name);
}

const mostRedirects = 10;
const patienceMs = 60_000;

/** A payer's browser without scripts: cookies, forms, redirects, reload. Whoever it is, it comes from an address of its own. */
export class Payer {
  #site;
  #rewrite;
  #send;
  #address = [randomInt(11, 100), randomInt(256), randomInt(256), randomInt(1, 255)].join('.');
  /** @type {Map<string, string>} */
  #cookies = new Map();
  /** The payment that it has seen last. @type {string | null} */
  refid = null;
  /** Outcomes that it was shown, in their order. @type {string[]} */
  told = [];

  /**
   * @param {object} stack
   * @param {string} stack.site origin
   * @param {(url: string) => string} [stack.rewrite] from where the payer reaches what the backend reaches elsewhere
   * @param {typeof fetch} [stack.send] how it asks
   */
  constructor({ site, rewrite = (url) => url, send = fetch }) {
    this.#site = site;
    this.#rewrite = rewrite;
    this.#send = send;
  }

  /** What it sends to the site with each request. */
  get cookie() {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /**
   * @param {string} path of the site, or a whole address
   * @returns {Promise<Page>}
   */
  open(path) {
    return this.#visit(new URL(path, this.#site).href, null);
  }

  /**
   * @param {Form} form
   * @param {Record<string, string>} [more] what is typed or chosen
   * @returns {Promise<Page>}
   */
  submit(form, more = {}) {
    return this.#visit(form.action, { form, more });
  }

  /**
   * As a browser does it: the address again; a page that answered a form directly sends that form again.
   *
   * @param {Page} page
   * @returns {Promise<Page>}
   */
  reload(page) {
    return page.sent === null ? this.open(page.url) : this.submit(page.sent.form, page.sent.more);
  }

  /**
   * @param {string} address
   * @param {Page['sent']} sent
   * @returns {Promise<Page>}
   */
  async #visit(address, sent) {
    let url = this.#rewrite(address);
    let posting = sent;
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      const response = await this.#ask(url, posting);
      if (response === null) return this.#show({ url, status: 0, html: '', sent: posting });
      const location = response.headers.get('location');
      if (location === null)
        return this.#show({ url, status: response.status, html: await response.text(), sent: posting });
      await response.body?.cancel();
      url = this.#rewrite(new URL(location, url).href);
      posting = null;
    }
    throw new Error(`${address} leads in a circle`);
  }

  /**
   * @param {string} url
   * @param {Page['sent']} sent
   * @returns {Promise<Response | null>}
   */
  async #ask(url, sent) {
    const fields = sent === null ? null : new URLSearchParams({ ...sent.form.fields, ...sent.more });
    const isPost = sent?.form.method === 'post';
    const isOwn = new URL(url).origin === this.#site;
    const cookie = isOwn ? this.cookie : '';
    /** @type {Record<string, string>} */
    const headers = { accept: 'text/html', 'x-forwarded-for': this.#address, ...(cookie !== '' && { cookie }) };
    // A form of ours says where it comes from; a bank's page, on its way back, says 'null'.
    if (isPost) headers.origin = isOwn && sent.form.action.includes('/api/') ? this.#site : 'null';
    try {
      const response = await this.#send(
        fields !== null && !isPost ? `${url.split('?')[0]}?${fields.toString()}` : url,
        {
          method: isPost ? 'POST' : 'GET',
          headers,
          ...(isPost && fields !== null && { body: fields }),
          redirect: 'manual',
          signal: AbortSignal.timeout(patienceMs),
        },
      );
      if (isOwn) this.#keepCookies(response.headers.getSetCookie());
      return response;
    } catch {
      return null;
    }
  }

  /** @param {readonly string[]} cookies */
  #keepCookies(cookies) {
    for (const cookie of cookies) {
      const [pair = '', ...attributes] = cookie.split(';');
      const [name = '', ...value] = pair.split('=');
      const isGone = attributes.some((attribute) => /^\s*max-age=(0|-\d+)\s*$/i.test(attribute));
      if (isGone) this.#cookies.delete(name);
      else this.#cookies.set(name, value.join('='));
    }
  }

  /**
   * @param {Pick<Page, 'url' | 'status' | 'html' | 'sent'>} answered
   * @returns {Page}
   */
  #show(answered) {
    const { url, html } = answered;
    const shown = /data-status="([\w-]+)"/.exec(html)?.[1] ?? null;
    const forms = readForms(html, url);
    if (url.startsWith(this.#site)) {
      const named = new URL(url).searchParams.get('refid');
      this.refid =
        named ?? forms.map(({ fields }) => fields['refid']).find((refid) => refid !== undefined) ?? this.refid;
    }
    if (shown !== null) this.told.push(shown);
    return { ...answered, forms, shown };
  }
}
