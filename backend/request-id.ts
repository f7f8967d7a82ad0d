import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** Runs a function with the id of a request or job: outgoing calls carry the same id, so that logs can be correlated. */
export function runWithRequestId<Value>(id: string, callback: () => Value): Value {
  return ids.run(id, callback);
}

/** Returns the current request id; null outside a request or job. */
export function currentRequestId(): string | null {
  return ids.getStore() ?? null;
}
