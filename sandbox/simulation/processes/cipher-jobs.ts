import { createHook } from 'node:async_hooks';

/** Decryptions running in other threads, such as that of a card: nothing else shows that they are not finished. */
export interface CipherJobs {
  isRunning(): boolean;
}

/** Node's name for an asynchronous cipher job. Jobs of other kinds are synchronous and have no end event. */
const cipherJob = 'CIPHERREQUEST';

export function watchCipherJobs(): CipherJobs {
  const underWay = new Set<number>();
  createHook({
    init(id, type) {
      if (type === cipherJob) underWay.add(id);
    },
    before: (id) => void underWay.delete(id),
    destroy: (id) => void underWay.delete(id),
  }).enable();
  return { isRunning: () => underWay.size > 0 };
}
