import { randomUUID } from 'node:crypto';
import type { EventLog } from './event-log';

export interface Callback {
  readonly number: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Sends the banks' callbacks to the merchant's server until they are answered `OK`. */
export interface CallbackSender {
  /**
   * Tries now and, with growing pauses, again in the background. A newer callback of the same payment replaces an older one that is not
   * delivered yet. Returns whether the first try was answered `OK`.
   */
  send(callback: Callback): Promise<boolean>;
  /** Cancels all deliveries, for a reset or a stop; those of a stop are resumed by the next start. */
  cancelAll(): void;
}

const defaultPausesMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000];
const tryTimeoutMs = 10_000;

interface Delivery {
  readonly id: string;
  readonly abort: AbortController;
  timer: NodeJS.Timeout | null;
}

async function isAnsweredOk(callback: Callback, signal: AbortSignal): Promise<boolean> {
  try {
    const response = await fetch(callback.url, {
      method: 'POST',
      body: new URLSearchParams(callback.fields),
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(tryTimeoutMs)]),
    });
    return response.status === 200 && (await response.text()).trim() === 'OK';
  } catch {
    return false;
  }
}

/** Starts with the undelivered callbacks of the event log. */
export function createCallbackSender(
  eventLog: EventLog,
  pausesMs: readonly number[] = defaultPausesMs,
): CallbackSender {
  const deliveries = new Map<string, Delivery>();

  function endDelivery(number: string, delivery: Delivery, how: 'answered' | 'given-up' | 'overtaken'): void {
    if (delivery.abort.signal.aborted) return;
    delivery.abort.abort();
    if (delivery.timer) clearTimeout(delivery.timer);
    if (deliveries.get(number) === delivery) deliveries.delete(number);
    eventLog.append({ kind: 'callback-ended', id: delivery.id, how });
  }

  async function tryOnce(callback: Callback, delivery: Delivery, triesBefore: number): Promise<boolean> {
    const isAnswered = await isAnsweredOk(callback, delivery.abort.signal);
    if (delivery.abort.signal.aborted) return isAnswered;
    const pause = pausesMs[triesBefore];
    if (isAnswered) endDelivery(callback.number, delivery, 'answered');
    else if (pause === undefined) endDelivery(callback.number, delivery, 'given-up');
    else delivery.timer = setTimeout(() => void tryOnce(callback, delivery, triesBefore + 1), pause);
    return isAnswered;
  }

  function begin(callback: Callback, id: string): Promise<boolean> {
    const older = deliveries.get(callback.number);
    if (older) endDelivery(callback.number, older, 'overtaken');
    const delivery: Delivery = { id, abort: new AbortController(), timer: null };
    deliveries.set(callback.number, delivery);
    return tryOnce(callback, delivery, 0);
  }

  const owed = new Map<string, Callback>();
  for (const entry of eventLog.readAll()) {
    if (entry.kind === 'callback-owed') owed.set(entry.id, entry);
    if (entry.kind === 'callback-ended') owed.delete(entry.id);
  }
  for (const [id, { number, url, fields }] of owed) void begin({ number, url, fields }, id);

  return {
    send(callback) {
      const id = randomUUID();
      eventLog.append({ kind: 'callback-owed', id, ...callback });
      return begin(callback, id);
    },
    cancelAll() {
      for (const delivery of deliveries.values()) {
        delivery.abort.abort();
        if (delivery.timer) clearTimeout(delivery.timer);
      }
      deliveries.clear();
    },
  };
}
