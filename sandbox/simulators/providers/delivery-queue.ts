import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { lateCallbackMs, type CallbackMode } from '../../scenarios/callbacks';
import type { EventLog } from '../bank/event-log';
import { openCollection } from './collection';

const deliverySchema = z.object({
  id: z.string(),
  /** The object whose callbacks are sent in order. */
  source: z.string(),
  /** The callbacks of one event are sent at the same time. */
  event: z.string(),
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  tries: z.int(),
  /** Times by the banks' clock, ms. */
  nextTryAt: z.int(),
  isRepeated: z.boolean(),
});
type Delivery = z.infer<typeof deliverySchema>;
export type Callback = Pick<Delivery, 'url' | 'headers' | 'body'>;

export interface DeliveryQueueSettings {
  readonly eventLog: EventLog;
  /** The name of the queue in the event log. */
  readonly name: string;
  /** The banks' time, ms. */
  readonly now: () => number;
  /** Pauses between the tries of a callback by the banks' clock, ms; then it is given up. */
  readonly pausesMs: readonly number[];
  /** Consumes one use of the control `callbacks`; null if none is left. */
  readonly takeMode: () => CallbackMode | null;
  readonly isDelivered: (status: number) => boolean;
  /** Returns the headers of one delivery of a body, for a provider whose signature has the time of the delivery. */
  readonly headersOf?: (body: string) => Readonly<Record<string, string>>;
  /** How long the merchant may take to respond, ms. */
  readonly timeoutMs: number;
}

/** Sends a provider's callbacks by the banks' clock; those of one source in the order of their events. */
export interface DeliveryQueue {
  /** Adds the callbacks of an event of `source`. Settles when those that are due were tried. */
  send(source: string, callbacks: readonly Callback[]): Promise<void>;
  /** Sends a callback once, whatever comes of it. */
  sendOnce(callback: Callback): Promise<void>;
  /** Tries what is due, after the clock was moved. */
  run(): Promise<void>;
  /** Stops all deliveries; those of a stop are resumed by the next start. */
  cancelAll(): void;
  /** Forgets all deliveries, after the event log was cleared. */
  forget(): void;
}

const longestTimerMs = 2 ** 31 - 1;

/** Starts with the undelivered callbacks of the event log. */
export function createDeliveryQueue(settings: DeliveryQueueSettings): DeliveryQueue {
  const { now, pausesMs } = settings;
  const deliveries = openCollection(settings.eventLog, settings.name, deliverySchema);
  const running = new Map<string, Promise<void>>();
  let abort = new AbortController();
  let timer: NodeJS.Timeout | null = null;

  async function post({ url, headers, body }: Callback, signal: AbortSignal): Promise<boolean> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers,
        body,
        redirect: 'manual',
        signal: AbortSignal.any([signal, AbortSignal.timeout(settings.timeoutMs)]),
      });
      await response.body?.cancel();
      return settings.isDelivered(response.status);
    } catch {
      return false;
    }
  }

  async function tryOnce(delivery: Delivery): Promise<void> {
    const { signal } = abort;
    const headers = { ...delivery.headers, ...settings.headersOf?.(delivery.body) };
    const isDelivered = await post({ ...delivery, headers }, signal);
    if (signal.aborted) return;
    const pause = pausesMs[delivery.tries];
    if ((isDelivered && !delivery.isRepeated) || pause === undefined) return deliveries.delete(delivery.id);
    const tries = delivery.tries + 1;
    const nextTryAt = delivery.nextTryAt + pause;
    deliveries.put(delivery.id, { ...delivery, tries, nextTryAt, isRepeated: false });
  }

  /** The undelivered callbacks of a source's oldest event. */
  function listFirst(source: string): readonly Delivery[] {
    const ofSource = deliveries.list().filter((delivery) => delivery.source === source);
    return ofSource.filter(({ event }) => event === ofSource[0]?.event);
  }

  async function runSource(source: string): Promise<void> {
    const { signal } = abort;
    for (;;) {
      const due = listFirst(source).filter(({ nextTryAt }) => nextTryAt <= now());
      if (due.length === 0 || signal.aborted) {
        running.delete(source);
        return;
      }
      await Promise.all(due.map(tryOnce));
    }
  }

  function startSource(source: string): Promise<void> {
    const known = running.get(source);
    if (known) return known;
    // Deferred, so that it is registered before it can end.
    const started = Promise.resolve().then(() => runSource(source));
    running.set(source, started);
    return started;
  }

  function listSources(): readonly string[] {
    return [...new Set(deliveries.list().map(({ source }) => source))];
  }

  /** Wakes at the next try. */
  function schedule(): void {
    if (timer) clearTimeout(timer);
    const times = listSources().flatMap((source) => listFirst(source).map(({ nextTryAt }) => nextTryAt));
    if (times.length === 0 || abort.signal.aborted) return;
    const waitMs = Math.min(Math.max(Math.min(...times) - now(), 0), longestTimerMs);
    timer = setTimeout(() => void run(), waitMs);
  }

  async function run(): Promise<void> {
    await Promise.all(listSources().map(startSource));
    schedule();
  }
  void run();

  return {
    async send(source, callbacks) {
      const event = randomUUID();
      for (const callback of callbacks) {
        const mode = settings.takeMode();
        if (mode === 'lost') continue;
        const id = randomUUID();
        const nextTryAt = mode === 'late' ? now() + lateCallbackMs : now();
        deliveries.put(id, { ...callback, id, source, event, tries: 0, nextTryAt, isRepeated: mode === 'twice' });
      }
      await startSource(source);
      schedule();
    },
    async sendOnce(callback) {
      await post(callback, abort.signal);
    },
    run,
    cancelAll() {
      abort.abort();
      if (timer) clearTimeout(timer);
    },
    forget() {
      deliveries.forget();
      running.clear();
      abort = new AbortController();
    },
  };
}
