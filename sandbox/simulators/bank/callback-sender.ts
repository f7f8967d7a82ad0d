import { randomUUID } from 'node:crypto';
import { lateCallbackMs } from '../../scenarios/callbacks';
import type { BankStore } from './bank-store';
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
   * delivered yet. The control `callbacks` can have it sent late, twice or never. Returns whether the first try was answered `OK`.
   */
  send(callback: Callback): Promise<boolean>;
  /** Sends the late callbacks that are due, after the clock was moved. */
  runDue(): Promise<void>;
  /** Cancels all deliveries, for a reset or a stop; those of a stop are resumed by the next start. */
  cancelAll(): void;
}

const defaultPausesMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 120_000, 300_000];
const tryTimeoutMs = 10_000;
const longestTimerMs = 2 ** 31 - 1;

interface Delivery {
  readonly id: string;
  readonly callback: Callback;
  readonly abort: AbortController;
  /** Not sent before, ms by the banks' clock; null once it was tried, or if it is not late. */
  dueAt: number | null;
  /** The next confirmation is lost. */
  isRepeated: boolean;
  timer: NodeJS.Timeout | null;
}

/** How a callback is sent unless it is sent once, at once. */
interface DeliveryOptions {
  readonly dueAt?: number;
  readonly isRepeated?: boolean;
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
  bankStore: Pick<BankStore, 'now' | 'takeCallbackMode'>,
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

  async function tryOnce(delivery: Delivery, triesBefore: number): Promise<boolean> {
    const { callback } = delivery;
    const isAnswered = await isAnsweredOk(callback, delivery.abort.signal);
    if (delivery.abort.signal.aborted) return isAnswered;
    const isConfirmed = isAnswered && !delivery.isRepeated;
    delivery.isRepeated &&= !isAnswered;
    const pause = pausesMs[triesBefore];
    if (isConfirmed) endDelivery(callback.number, delivery, 'answered');
    else if (pause === undefined) endDelivery(callback.number, delivery, 'given-up');
    else delivery.timer = setTimeout(() => void tryOnce(delivery, triesBefore + 1), pause);
    return isAnswered;
  }

  /** Sends a delivery, or waits until it is due. */
  async function start(delivery: Delivery): Promise<boolean> {
    if (delivery.timer) clearTimeout(delivery.timer);
    const waitMs = delivery.dueAt === null ? 0 : delivery.dueAt - bankStore.now();
    if (waitMs > 0) {
      delivery.timer = setTimeout(() => void start(delivery), Math.min(waitMs, longestTimerMs));
      return false;
    }
    delivery.dueAt = null;
    return tryOnce(delivery, 0);
  }

  function begin(callback: Callback, id: string, { dueAt, isRepeated = false }: DeliveryOptions): Promise<boolean> {
    const older = deliveries.get(callback.number);
    if (older) endDelivery(callback.number, older, 'overtaken');
    const abort = new AbortController();
    const delivery: Delivery = { id, callback, abort, dueAt: dueAt ?? null, isRepeated, timer: null };
    deliveries.set(callback.number, delivery);
    return start(delivery);
  }

  const owed = new Map<string, Callback & { readonly dueAt?: number }>();
  for (const entry of eventLog.readAll()) {
    if (entry.kind === 'callback-owed') owed.set(entry.id, entry);
    if (entry.kind === 'callback-ended') owed.delete(entry.id);
  }
  for (const [id, { number, url, fields, dueAt }] of owed) void begin({ number, url, fields }, id, { dueAt });

  return {
    async send(callback) {
      const mode = bankStore.takeCallbackMode();
      if (mode === 'lost') return false;
      const id = randomUUID();
      const late = mode === 'late' ? { dueAt: bankStore.now() + lateCallbackMs } : {};
      eventLog.append({ kind: 'callback-owed', id, ...callback, ...late });
      return begin(callback, id, { ...late, isRepeated: mode === 'twice' });
    },
    async runDue() {
      const due = [...deliveries.values()].filter(({ dueAt }) => dueAt !== null && dueAt <= bankStore.now());
      await Promise.all(due.map(start));
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
