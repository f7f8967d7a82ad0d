import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** Milliseconds after which a request is given up. */
const timeoutMs = 60_000;
const retryMs = 30;

const entry = z.object({
  refid: z.string(),
  gateway: z.string().nullish(),
  gatewayReference: z.string().nullable(),
  amount: z.number(),
});
const ledger = z.object({
  payments: z.array(z.object({ refid: z.string() })),
  credits: z.array(entry),
  verifications: z.array(z.object({ refid: z.string(), number: z.string(), state: z.string() })),
  balanced: z.boolean(),
});
const payment = z.object({
  state: z.string(),
  status: z.string(),
  attempts: z.array(z.object({ number: z.string(), method: z.string(), state: z.string() })),
  reviews: z.array(entry.pick({ gatewayReference: true, amount: true })),
});
const bankPayment = z.object({ state: z.string(), amount: z.number(), reference: z.string() });
const messages = z.array(z.object({ kind: z.string(), code: z.string().nullable() }));
const step = z.object({ work: z.string(), at: z.string(), number: z.number() });

export type Ledger = z.infer<typeof ledger>;
export type Payment = z.infer<typeof payment>;
/** A point in a backend operation at which the sandbox can kill the process. */
export type Step = z.infer<typeof step>;

/** Fetches, and again while the connection fails, as a kept-alive one does that the server has just closed. */
export async function fetchWithRetry(url: string, init?: RequestInit): Promise<Response> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const response = await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) }).catch((error: unknown) => {
      if (Date.now() > deadline) throw error;
      return null;
    });
    if (response !== null) return response;
    await pause(retryMs);
  }
}

/** A running stack by its addresses: what tests and measurements ask of the sandbox and the simulated banks. */
export class StackClient {
  readonly site: string;
  readonly backend: string;
  readonly banks: string;

  constructor({ site, backend, banks }: { site: string; backend: string; banks: string }) {
    this.site = site;
    this.backend = backend;
    this.banks = banks;
  }

  /** Maps an address that the backend uses to the one that payers use. */
  rewriteUrl = (url: string) => url;

  /** Resolves when every server answers. */
  async waitUntilHealthy() {
    await fetchWithRetry(`${this.backend}/health`).then((response) => response.body?.cancel());
  }

  /**
   * Calls a control of the sandbox, and again while the backend restarts.
   *
   * @param body sent by POST; without it the control is read by GET
   */
  async control(path: string, body?: object, backend = this.backend): Promise<unknown> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const response = await fetch(`${backend}/sandbox/${path}`, {
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        signal: AbortSignal.timeout(timeoutMs),
      }).catch(() => null);
      const text = await response?.text().catch(() => null);
      if (response?.ok && typeof text === 'string') return JSON.parse(text);
      if (response?.status === 400 || response?.status === 404 || Date.now() > deadline) {
        throw new Error(`sandbox/${path}: ${response?.status} ${text}`);
      }
      await pause(retryMs);
    }
  }

  /** Lets a payer wait: moves the sandbox's clock. `duration` is ISO 8601. */
  async wait(duration: string) {
    await this.advanceClock(duration);
  }

  /** Moves the sandbox's clock by an ISO 8601 duration, and runs the jobs that are then due. */
  async advanceClock(duration: string) {
    await this.control('clock', { advance: duration });
  }

  async readLedger(): Promise<Ledger> {
    return ledger.parse(await this.control('ledger'));
  }

  async readMessages(recipient: string) {
    return messages.parse(await this.control(`messages?to=${encodeURIComponent(recipient)}`));
  }

  /** Lists the steps that were passed since the list was last cleared. */
  async readSteps(): Promise<Step[]> {
    return z.array(step).parse(await this.control('steps'));
  }

  /** Creates an order at a partner; returns the address of its payment page. */
  async createOrder(order: object): Promise<string> {
    return z.object({ url: z.string() }).parse(await this.control('orders', order)).url;
  }

  /** Returns a payment with its history, or null for one that the backend does not know. */
  async findPayment(refid: string): Promise<Payment | null> {
    const response = await fetchWithRetry(`${this.backend}/sandbox/payments/${refid}`);
    return response.status === 404 ? null : payment.parse(await response.json());
  }

  /** Returns what the simulated bank knows of an attempt, or null. */
  async findBankPayment(number: string): Promise<z.infer<typeof bankPayment> | null> {
    const response = await fetchWithRetry(`${this.banks}/control/payments/${number}`);
    return response.status === 200 ? bankPayment.parse(await response.json()) : null;
  }
}
