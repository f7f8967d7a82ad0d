import { choices, makeIdentity } from '../payer/identity';
import { pay } from '../payer/pay';
import { Payer } from '../payer/payer';
import { makeFetchFrom, nextAddress } from '../payer/send-from-address';
import type { ClusterStack } from './stack';

export interface Visit {
  readonly payer: Payer;
  readonly email: string;
}

/** A request to the site without a response, or with a status of 500 or above. */
export interface FailedRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly status: number | 'no response';
}

export const describeFailure = ({ method, path, status }: FailedRequest) => `${method} ${path}: ${status}`;

const methods = [choices.fpx, choices.card, choices.cardWithoutChallenge];

/** Returns a payer with its own IP address; `onFailure` is called with each failed request to the site. */
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

/** Payers who pay from the home page to the result, a fixed number of them at a time, until the traffic is stopped. */
export class Traffic {
  #isStopped = false;
  readonly #lanes: Promise<void>[];
  readonly #watchers = new Set<() => void>();
  readonly visits: Visit[] = [];
  readonly failedRequests: FailedRequest[] = [];
  /** Why a payer did not reach a result. */
  readonly errors: string[] = [];

  constructor(stack: ClusterStack, concurrency: number) {
    this.#lanes = Array.from({ length: concurrency }, (_, lane) => this.#keepPaying(stack, lane));
  }

  async #keepPaying(stack: ClusterStack, first: number) {
    for (let turn = first; !this.#isStopped; turn += 1) {
      const identity = makeIdentity();
      const payer = makePayer(stack, (failure) => this.failedRequests.push(failure));
      // With this button both the gateway's callback and the payer's return arrive.
      const plan = {
        start: '/',
        choice: methods[turn % methods.length] ?? choices.fpx,
        button: 'approve',
        ...identity,
      };
      await pay(stack, plan, payer).catch((error: unknown) => this.errors.push(String(error)));
      this.visits.push({ payer, email: identity.email });
      for (const watcher of this.#watchers) watcher();
    }
  }

  /** Resolves when that many more payers are done. */
  async waitForVisits(count: number) {
    const goal = this.visits.length + count;
    await new Promise<void>((resolve) => {
      const watcher = () => {
        if (this.visits.length < goal) return;
        this.#watchers.delete(watcher);
        resolve();
      };
      this.#watchers.add(watcher);
    });
  }

  /** Lets the payers on their way finish, and no new ones begin. */
  async stop() {
    this.#isStopped = true;
    await Promise.all(this.#lanes);
  }
}
