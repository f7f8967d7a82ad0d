import type { Db } from '../../backend/db/database';

/** Marks the store as a sandbox's for good: no backend without the sandbox starts on it. The clock offset stays. */
export async function markSandboxStore(db: Db): Promise<void> {
  await db
    .insertInto('sandbox_state')
    .values({ id: 1, clock_offset_ms: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
