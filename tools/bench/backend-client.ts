import { randomUUID } from 'node:crypto';
import { choices } from '../payer/identity';
import { Payer } from '../payer/payer';
import { measureThroughput } from './load';

export interface BenchOrder {
  account: string;
  refid: string;
  /** Sen. */
  amount: number;
  /** The form that redirects the payer to the bank. */
  redirect: { url: string; fields: Record<string, string> } | null;
  /** The fields of the return from the bank. */
  returned: Record<string, string> | null;
}

/** Concurrent requests outside measurements. */
const concurrency = 16;

/** Calls a backend as the site does, and pays at the simulated banks. */
export class BackendClient {
  readonly #backend: string;
  #accounts = 0;

  constructor(backend: string) {
    this.#backend = backend;
  }

  async #call(path: string, init?: RequestInit) {
    const response = await fetch(this.#backend + path, init);
    const body = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`);
    return body;
  }

  #post(path: string, body: object) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return this.#call(path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  /** Creates orders for bills of different accounts. */
  async createOrders(count: number): Promise<BenchOrder[]> {
    const orders = Array.from({ length: count }, (): BenchOrder => {
      this.#accounts += 1;
      return { account: `${20_000_000 + this.#accounts}01`, refid: '', amount: 0, redirect: null, returned: null };
    });
    await measureThroughput(orders, concurrency, async (order) => {
      const { currentBalance: amount } = await this.#post('/apg/bill', { accountNumber: order.account });
      const request = { accountNumber: order.account, payOption: 'current', amount };
      const { transactionRefId: refid } = await this.#post('/apg/transaction', request);
      Object.assign(order, { refid, amount });
    });
    return orders;
  }

  /** Runs due jobs, such as the delivery of receipts. */
  async runJobs() {
    await this.#post('/sandbox/clock', { advance: 'PT0S' });
  }

  async init(order: BenchOrder) {
    const { refid, amount: shownAmount } = order;
    const paymentRequest = { ...choices.fpx, userEmailAddress: 'payer@ebill.example' };
    order.redirect = (await this.#post('/apg/payment/init', { refid, shownAmount, paymentRequest })).onward;
  }

  /** Approves at the bank, without a callback. */
  async payAtBank(orders: readonly BenchOrder[]) {
    await measureThroughput(orders, concurrency, async (order) => {
      const { url = '', fields = {} } = order.redirect ?? {};
      const payer = new Payer({ site: this.#backend });
      const [bankForm] = (await payer.submit({ action: url, method: 'post', fields })).forms;
      if (bankForm === undefined) throw new Error(`${url} has no form`);
      const returnPage = await payer.submit(bankForm, { button: 'return-only' });
      order.returned = returnPage.forms[0]?.fields ?? null;
    });
  }

  async sendReturn({ returned }: BenchOrder) {
    const { status } = await this.#post('/apg/payment/return', { route: '/bankResultFPX', fields: returned });
    if (status !== 'successful') throw new Error(`an approved payment is ${status}`);
  }

  async page({ refid }: BenchOrder) {
    await this.#call(`/apg/payment/page?refid=${refid}`);
  }

  async result({ refid }: BenchOrder) {
    await this.#call(`/apg/payment/result?refid=${refid}`);
  }
}
