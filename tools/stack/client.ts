import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { toMalaysiaDay } from '@/lib/domain/malaysia-time';

/** Milliseconds until a request times out. */
const timeoutMs = 60_000;
const retryMs = 30;
/** Milliseconds by which two readings of a clock that has not moved may differ. */
const clockToleranceMs = 10_000;

const entry = z.object({
  refid: z.string(),
  gateway: z.string().nullish(),
  gatewayReference: z.string().nullable(),
  amount: z.number(),
});
const ledger = z.object({
  payments: z.array(z.object({ refid: z.string() })),
  credits: z.array(entry),
  postings: z.array(
    z.object({ refid: z.string(), reference: z.string(), accountNumber: z.string(), status: z.string() }),
  ),
  refunds: z.array(
    z.object({ refid: z.string(), number: z.string(), amount: z.number(), status: z.string(), gateway: z.string() }),
  ),
  reversals: z.array(
    z.object({ refid: z.string(), reference: z.string(), accountNumber: z.string(), status: z.string() }),
  ),
  verifications: z.array(z.object({ refid: z.string(), number: z.string(), state: z.string() })),
  balanced: z.boolean(),
});
const payment = z.object({
  state: z.string(),
  status: z.string(),
  attempts: z.array(z.object({ number: z.string(), method: z.string(), state: z.string() })),
  reviews: z.array(entry.pick({ gatewayReference: true, amount: true })),
});
const bankPayment = z.object({
  ...{ state: z.string(), amount: z.number(), reference: z.string() },
  refunds: z.array(z.object({ amount: z.number(), state: z.string() })),
});
const billerAccount = z.object({ balance: z.number(), postings: z.array(z.object({ reference: z.string() })) });
const clock = z.object({ now: z.string() });
const messages = z.array(z.object({ kind: z.string(), code: z.string().nullable() }));
const step = z.object({ work: z.string(), at: z.string(), number: z.number() });

export type Ledger = z.infer<typeof ledger>;
export type Payment = z.infer<typeof payment>;
/** A point in a backend operation at which the sandbox can kill the process. */
export type Step = z.infer<typeof step>;

/** Fetches, with retries while the connection fails, for instance when the server restarts or closes a keep-alive connection. */
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

/** A client of a running stack: the sandbox's controls and the simulated banks. */
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

  /** Resolves when every server is healthy. */
  async waitUntilHealthy() {
    await fetchWithRetry(`${this.backend}/health`).then((response) => response.body?.cancel());
  }

  /**
   * Calls a control of the sandbox, with retries while the backend restarts.
   *
   * @param body is sent by POST; without it the request is a GET
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

  /** Lets a payer wait for an ISO 8601 duration of the sandbox's clock. */
  async wait(duration: string) {
    await this.advanceClock(duration);
  }

  /** Advances the sandbox's clock by an ISO 8601 duration of a minute or more, and runs the jobs that become due. */
  async advanceClock(duration: string) {
    const offset = await this.#readClockOffset();
    const hasMoved = async () => (await this.#readClockOffset()) - offset > clockToleranceMs;
    await this.#controlOnce('clock', { advance: duration }, hasMoved);
  }

  /** Runs the jobs that are due. */
  async runDueJobs() {
    await this.#readClockOffset();
  }

  /** Returns how many ms the sandbox's clock is ahead; runs the jobs that are due. */
  async #readClockOffset(): Promise<number> {
    const { now } = clock.parse(await this.control('clock', { advance: 'PT0S' }));
    return Date.parse(now) - Date.now();
  }

  /** Calls a control that must not take effect twice: a request whose response is lost is repeated only while `isDone` says no. */
  async #controlOnce(path: string, body: object, isDone: () => Promise<boolean>) {
    const deadline = Date.now() + timeoutMs;
    while (!(await isDone())) {
      if (Date.now() > deadline) throw new Error(`sandbox/${path} has no effect: ${JSON.stringify(body)}`);
      await fetch(`${this.backend}/sandbox/${path}`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
        signal: AbortSignal.timeout(timeoutMs),
      })
        .then((response) => response.body?.cancel())
        .catch(() => undefined);
    }
  }

  async readLedger(): Promise<Ledger> {
    return ledger.parse(await this.control('ledger'));
  }

  /** Reads what the sandbox's biller has of an account. */
  async readBillerAccount(accountNumber: string) {
    return billerAccount.parse(await this.control(`biller/${accountNumber}`));
  }

  async readMessages(recipient: string) {
    return messages.parse(await this.control(`messages?to=${encodeURIComponent(recipient)}`));
  }

  /** Lists the steps reached since the list was last cleared. */
  async readSteps(): Promise<Step[]> {
    return z.array(step).parse(await this.control('steps'));
  }

  /** Creates a partner's order; returns the URL of its payment page. */
  async createOrder(order: object): Promise<string> {
    return z.object({ url: z.string() }).parse(await this.control('orders', order)).url;
  }

  /** Has the sandbox's biller issue a bill of some sen to an account that owes nothing, once. */
  async issueBill(accountNumber: string, amount: number, dueInDays: number): Promise<void> {
    const now = Date.now() + (await this.#readClockOffset());
    const dueDate = toMalaysiaDay(new Date(now + dueInDays * 86_400_000).toISOString());
    const isIssued = async () => (await this.readBillerAccount(accountNumber)).balance >= amount;
    await this.#controlOnce('bills', { accountNumber, amount, dueDate }, isIssued);
  }

  /** Has money of a payment refunded, once. */
  async requestRefund(refid: string, amount: number) {
    const isRequested = async () => (await this.readLedger()).refunds.some((refund) => refund.refid === refid);
    await this.#controlOnce('refunds', { refid, amount, reason: 'paid twice' }, isRequested);
  }

  /** Returns a payment with its history, or null if the backend does not know it. */
  async findPayment(refid: string): Promise<Payment | null> {
    const response = await fetchWithRetry(`${this.backend}/sandbox/payments/${refid}`);
    return response.status === 404 ? null : payment.parse(await response.json());
  }

  /** Returns the simulated bank's record of an attempt, or null. */
  async findBankPayment(number: string): Promise<z.infer<typeof bankPayment> | null> {
    const response = await fetchWithRetry(`${this.banks}/control/payments/${number}`);
    return response.status === 200 ? bankPayment.parse(await response.json()) : null;
  }
}
