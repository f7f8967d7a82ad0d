import { randomBytes } from 'node:crypto';
import type { Callback, DeliveryQueue } from '../providers/delivery-queue';

export const apiVersion = '2026-10-28.endive';

/** Makes an id as Stripe has them, such as `pi_…`. */
export function makeId(prefix: string, length = 24): string {
  return `${prefix}_${randomBytes(length).toString('hex').slice(0, length)}`;
}

/** Sends an event when it is called; settles when it was tried, if it is due. */
export type Announce = () => Promise<void>;

/** The events of the account, to the endpoint that it has. */
export interface StripeEvents {
  buildCallback(type: string, object: object): Callback;
  /** An event about what `id` names: the next one about it waits for this one. */
  announcer(id: string, type: string, object: object): Announce;
}

/** Creates the sender of events. `seconds`: the banks' time, seconds since 1970. */
export function createStripeEvents(queue: DeliveryQueue, webhookUrl: string, seconds: () => number): StripeEvents {
  function buildCallback(type: string, object: object): Callback {
    const event = {
      ...{ id: makeId('evt'), object: 'event', api_version: apiVersion, created: seconds(), type, livemode: false },
      ...{ data: { object }, pending_webhooks: 1, request: { id: null, idempotency_key: null } },
    };
    // The signature is made when it is sent.
    return {
      url: webhookUrl,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(event),
    };
  }
  return {
    buildCallback,
    announcer: (id, type, object) => () => queue.send(id, [buildCallback(type, object)]),
  };
}
