import { choices, makeIdentity } from '../payer/identity';
import { pay } from '../payer/pay';
import { Payer } from '../payer/payer';
import { makeFetchFrom, nextAddress } from '../payer/send-from-address';
import type { ClusterStack } from './stack';

/** A payer's journey that has ended. */
export interface FinishedJourney {
  readonly payer: Payer;
  readonly email: string;
}

/** A request to the site without a response, or with a status of 500 or more. */
export interface FailedRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number | 'no response';
}

export const describeFailedRequest = ({ method, path, status }: FailedRequest) => `${method} ${path}: ${status}`;

const methods = [choices.fpx, choices.card, choices.cardWithoutChallenge];

/** Returns a payer with its own IP address; calls `onFailure` for each failed request to the site. */
export function makePayer(stack: ClusterStack, onFailure: (request: FailedRequest) => void = () => {}): Payer {
  const send = makeFetchFrom(nextAddress(), stack.parts.ca);
  return new Payer({
    site: stack.site,
    async send(input, init) {
      const { origin, pathname: path } = new URL(input instanceof Request ? input.url : input);
      const method = init?.method ?? 'GET';
      const report = (status: FailedRequest['status']) => origin === stack.site && onFailure({ method, path, status });
      try {
        const response = await send(input, init);
        if (response.status >= 500) report(response.status);
        return response;
      } catch (error) {
        report('no response');
        throw error;
      }
    },
  });
}

/** Concurrent payers who pay from the home page to the result until the traffic is stopped. */
export class Traffic {
  #isStopped = false;
  readonly #lanes: Promise<void>[];
  readonly #listeners = new Set<() => void>();
  readonly journeys: FinishedJourney[] = [];
  readonly failedRequests: FailedRequest[] = [];
  /** Errors of payers who did not reach a result. */
  readonly errors: string[] = [];

  constructor(stack: ClusterStack, concurrency: number) {
    this.#lanes = Array.from({ length: concurrency }, (_, lane) => this.#keepPaying(stack, lane));
  }

  async #keepPaying(stack: ClusterStack, first: number) {
    for (let index = first; !this.#isStopped; index += 1) {
      const identity = makeIdentity();
      const payer = makePayer(stack, (failure) => this.failedRequests.push(failure));
      // With this button both the gateway's callback and the payer's return arrive.
      const plan = {
        start: '/',
        choice: methods[index % methods.length] ?? choices.fpx,
        button: 'approve',
        ...identity,
      };
      await pay(stack, plan, payer).catch((error: unknown) => this.errors.push(String(error)));
      this.journeys.push({ payer, email: identity.email });
      for (const listener of this.#listeners) listener();
    }
  }

  /** Resolves after that many more journeys. */
  async waitForJourneys(count: number) {
    const goal = this.journeys.length + count;
    await new Promise<void>((resolve) => {
      const listener = () => {
        if (this.journeys.length < goal) return;
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
    });
  }

  /** Starts no new journeys, and waits for those under way. */
  async stop() {
    this.#isStopped = true;
    await Promise.all(this.#lanes);
  }
}
