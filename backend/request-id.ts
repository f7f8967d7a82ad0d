import { AsyncLocalStorage } from 'node:async_hooks';

const ids = new AsyncLocalStorage<string>();

/** Does work for a request, or for a job: whatever is asked of others for it says the same id, so that both sides' logs can be laid side by side. */
export function runWithRequestId<Value>(id: string, work: () => Value): Value {
  return ids.run(id, work);
}

/** Gives the id of the work that is being done, null outside of any. */
export function currentRequestId(): string | null {
  return ids.getStore() ?? null;
}
