import { makeSubject, ways } from '../faults/journeys.mjs';
import { Payer } from '../faults/payer.mjs';
import { pay } from '../faults/paying.mjs';
import { chooseAddress, sendFrom } from './sender.mjs';

/** @typedef {import('./stack.mjs').ClusterStack} ClusterStack */
/** @typedef {{ payer: Payer, email: string, ends: 'paid' }} Visit */

/**
 * A request that the site should have answered.
 *
 * @typedef {object} FailedRequest
 * @property {string} method
 * @property {string} path without its query
 * @property {number | 'no answer'} status
 */

/** @param {FailedRequest} request */
export const describeFailure = ({ method, path, status }) => `${method} ${path}: ${status}`;

/** How payers pay, in turn. */
const choices = [ways.fpx, ways.card, ways.cardAtOnce];

/**
 * @param {ClusterStack} stack
 * @param {(request: FailedRequest) => void} onFailure is told of each request of the site's that failed
 * @returns {Payer} who comes from an address of its own
 */
export function makePayer(stack, onFailure) {
  const send = sendFrom(chooseAddress(), stack.ca);
  return new Payer({
    site: stack.site,
    async send(input, init) {
      const { origin, pathname: path } = new URL(input instanceof Request ? input.url : input);
      const method = init?.method ?? 'GET';
      const tell = (/** @type {FailedRequest['status']} */ status) =>
        origin === stack.site && onFailure({ method, path, status });
      try {
        const answer = await send(input, init);
        if (answer.status >= 500) tell(answer.status);
        return answer;
      } catch (error) {
        tell('no answer');
        throw error;
      }
    },
  });
}

/** Payers who come one after the other, a fixed number of them at once, from looking a bill up to the result. */
export class Street {
  #isClosed = false;
  /** @type {Promise<void>[]} */ #lanes;
  /** @type {Set<() => void>} */ #waiting = new Set();
  /** @type {Visit[]} */ visits = [];
  /** @type {FailedRequest[]} */ failures = [];
  /** What kept a payer from an end. @type {string[]} */ stuck = [];

  /**
   * @param {ClusterStack} stack
   * @param {number} atOnce
   */
  constructor(stack, atOnce) {
    this.#lanes = Array.from({ length: atOnce }, (_, lane) => this.#keepPaying(stack, lane));
  }

  /** @param {ClusterStack} stack @param {number} first of the choices */
  async #keepPaying(stack, first) {
    for (let turn = first; !this.#isClosed; turn += 1) {
      const subject = makeSubject();
      const choice = choices[turn % choices.length] ?? ways.fpx;
      const payer = makePayer(stack, (failure) => this.failures.push(failure));
      // Here the gateway's callback and the payer's return both arrive.
      const plan = { start: '/', choice, button: 'approve', ...subject };
      await pay(stack, plan, payer).catch((error) => this.stuck.push(error instanceof Error ? error.message : error));
      this.visits.push({ payer, email: subject.email, ends: 'paid' });
      for (const look of this.#waiting) look();
    }
  }

  /** Settles when as many more payers have come to their end. @param {number} count */
  async pass(count) {
    const goal = this.visits.length + count;
    await new Promise((resolve) => {
      const look = () => {
        if (this.visits.length < goal) return;
        this.#waiting.delete(look);
        resolve(null);
      };
      this.#waiting.add(look);
    });
  }

  /** No payer comes any more; settles when those on their way have come to their end. */
  async close() {
    this.#isClosed = true;
    await Promise.all(this.#lanes);
  }
}
