import { createHook } from 'node:async_hooks';

/** What is being computed in other threads, the opening of an encrypted card: nothing else tells that it is not over. */
export interface ThreadWork {
  isUnderWay(): boolean;
}

/** Node's name of a cipher's job. Those of other kinds are done at once, and never told to be over. */
const cipherJob = 'CIPHERREQUEST';

export function watchThreadWork(): ThreadWork {
  const underWay = new Set<number>();
  createHook({
    init(id, type) {
      if (type === cipherJob) underWay.add(id);
    },
    before: (id) => void underWay.delete(id),
    destroy: (id) => void underWay.delete(id),
  }).enable();
  return { isUnderWay: () => underWay.size > 0 };
}
