import { setTimeout as pause } from 'node:timers/promises';

/** How long a control gets to answer, ms. */
const patienceMs = 60_000;

/**
 * Asks again where the connection fails, as one does that was kept alive and that the other side has just closed.
 *
 * @param {string} url
 * @param {RequestInit} [how]
 * @returns {Promise<Response>}
 */
export async function ask(url, how) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await fetch(url, { ...how, signal: AbortSignal.timeout(patienceMs) }).catch((error) => {
      if (Date.now() > deadline) throw error;
      return null;
    });
    if (answer !== null) return answer;
    await pause(30);
  }
}

/** The running product as payers and judges see it: by its addresses alone. */
export class SeenStack {
  /** @type {string} */ site;
  /** @type {string} */ backend;
  /** @type {string} */ banks;

  /** @param {{ site: string, backend: string, banks: string }} origins */
  constructor({ site, backend, banks }) {
    this.site = site;
    this.backend = backend;
    this.banks = banks;
  }

  /** Where a payer reaches what the backend reaches elsewhere. */
  rewrite = (/** @type {string} */ url) => url;

  /** Settles when payers can pay. */
  async healthy() {
    await ask(`${this.backend}/health`).then((answer) => answer.body?.cancel());
  }

  /**
   * Uses a control of the sandbox, again where the backend ended meanwhile.
   *
   * @param {string} path
   * @param {object} [body] posted; without it the control is read
   * @param {string} [backend] which one
   * @returns {Promise<any>}
   */
  async control(path, body, backend = this.backend) {
    const deadline = Date.now() + patienceMs;
    for (;;) {
      const answer = await fetch(`${backend}/sandbox/${path}`, {
        ...(body !== undefined && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        signal: AbortSignal.timeout(patienceMs),
      }).catch(() => null);
      const text = await answer?.text().catch(() => null);
      if (answer?.ok && text !== null && text !== undefined) return JSON.parse(text);
      if (answer?.status === 400 || answer?.status === 404 || Date.now() > deadline) {
        throw new Error(`sandbox/${path}: ${answer?.status} ${text}`);
      }
      await pause(30);
    }
  }

  /** Time goes by, here without sitting through it. @param {string} advance ISO 8601 */
  async wait(advance) {
    await this.control('clock', { advance });
  }

  /**
   * A payment's history as the sandbox tells it; null for one that the backend does not know.
   *
   * @param {string} refid
   * @returns {Promise<any>}
   */
  async findPayment(refid) {
    const answer = await ask(`${this.backend}/sandbox/payments/${refid}`);
    return answer.status === 404 ? null : await answer.json();
  }

  /**
   * What a bank knows of an attempt, by its number; null for one that it has never heard of.
   *
   * @param {string} number
   * @returns {Promise<{ state: string, amount: number, reference: string } | null>}
   */
  async askBank(number) {
    const answer = await ask(`${this.banks}/control/payments/${number}`);
    return answer.status === 200 ? await answer.json() : null;
  }
}
