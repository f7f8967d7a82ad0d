import { randomUUID } from 'node:crypto';

/**
 * @typedef {object} BenchOrder
 * @property {string} account
 * @property {string} refid
 * @property {number} amount sen
 * @property {{ url: string, fields: Record<string, string> } | null} bank where its payer pays
 * @property {Record<string, string> | null} back what the payer brings back from there
 */

/** Requests under way at once where nothing is measured. */
const parallel = 16;

/** @param {string} text */
const unescapeHtml = (text) =>
  text
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');

/** The way back that a bank's page holds: a form with its fields. @param {string} html @returns {Record<string, string>} */
function readFields(html) {
  /** @type {Record<string, string>} */
  const fields = {};
  for (const [input] of html.matchAll(/<input\b[^>]*>/g)) {
    const [name, value] = ['name', 'value'].map((key) => new RegExp(`\\s${key}="([^"]*)"`).exec(input)?.[1]);
    if (name !== undefined) fields[name] = unescapeHtml(value ?? '');
  }
  return fields;
}

/**
 * Does work for each thing, a fixed number of them at once.
 *
 * @template Thing
 * @param {readonly Thing[]} things
 * @param {(thing: Thing) => Promise<void>} work
 */
async function forEach(things, work) {
  let next = 0;
  const worker = async () => {
    for (let thing = things[next++]; thing !== undefined; thing = things[next++]) await work(thing);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

/** Speaks to a backend as the site does, and to the simulated banks as payers' browsers do. */
export class BackendClient {
  #backend;
  #accounts = 0;

  /** @param {string} backend origin */
  constructor(backend) {
    this.#backend = backend;
  }

  /**
   * @param {string} path
   * @param {RequestInit} [how]
   * @returns {Promise<any>}
   */
  async #ask(path, how) {
    const response = await fetch(this.#backend + path, how);
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  }

  /**
   * @param {string} path
   * @param {object} body
   * @returns {Promise<any>}
   */
  #post(path, body) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /**
   * @param {number} count
   * @returns {Promise<BenchOrder[]>} payments of bills of as many accounts, not yet begun
   */
  async createOrders(count) {
    const orders = Array.from({ length: count }, () => {
      this.#accounts += 1;
      return { account: `${20_000_000 + this.#accounts}01`, refid: '', amount: 0, bank: null, back: null };
    });
    await forEach(orders, async (order) => {
      const { currentBalance: amount } = await this.#post('/apg/bill', { accountNumber: order.account });
      const wanted = { accountNumber: order.account, payOption: 'current', amount };
      const { transactionRefId: refid } = await this.#post('/apg/transaction', wanted);
      Object.assign(order, { refid, amount });
    });
    return orders;
  }

  /** Settles when the backend has done all that was due, such as receipts of payments. */
  async rest() {
    await this.#post('/sandbox/clock', { advance: 'PT0S' });
  }

  /** @param {BenchOrder} order */
  async init(order) {
    const { refid, amount: shownAmount } = order;
    const paymentRequest = {
      ...{ selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227', userEmailAddress: 'payer@ebill.example' },
    };
    const { onward } = await this.#post('/apg/payment/init', { refid, shownAmount, paymentRequest });
    order.bank = onward;
  }

  /** Pays at the bank, which tells nobody but the payer. @param {readonly BenchOrder[]} orders */
  async payAtBank(orders) {
    await forEach(orders, async (order) => {
      const { url = '', fields = {} } = order.bank ?? {};
      const shown = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
      await shown.text();
      const pressed = await fetch(shown.url, { method: 'POST', body: new URLSearchParams({ button: 'return-only' }) });
      order.back = readFields(await pressed.text());
    });
  }

  /** @param {BenchOrder} order */
  async bringReturn({ back }) {
    const { status } = await this.#post('/apg/payment/return', { route: '/bankResultFPX', fields: back });
    if (status !== 'successful') throw new Error(`a payment that its bank has approved is ${status}`);
  }

  /** @param {BenchOrder} order */
  async page({ refid }) {
    await this.#ask(`/apg/payment/page?refid=${refid}`);
  }

  /** @param {BenchOrder} order */
  async result({ refid }) {
    await this.#ask(`/apg/payment/result?refid=${refid}`);
  }
}
