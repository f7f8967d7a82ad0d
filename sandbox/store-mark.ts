import type { Db } from '../backend/db/database';

/** A deployment for payers was started on a store that a sandbox has used: its partners' keys are known to everybody. */
export class SandboxStore extends Error {
  override readonly name = 'SandboxStore';

  constructor() {
    super(
      'This store holds sandbox data: use another DATA_DIR or DATABASE_URL where the sandbox is off, or set SANDBOX=on.',
    );
  }
}

/** Marks the store as a sandbox's for good; the clock stays where it is. */
export async function markSandboxStore(db: Db): Promise<void> {
  await db
    .insertInto('sandbox_state')
    .values({ id: 1, clock_offset_ms: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Throws SandboxStore for a store that a sandbox has used. */
export async function refuseSandboxStore(db: Db): Promise<void> {
  const mark = await db.selectFrom('sandbox_state').select('id').executeTakeFirst();
  const seeded = await db.selectFrom('sandbox_seeded_accounts').select('account_number').executeTakeFirst();
  if (mark !== undefined || seeded !== undefined) throw new SandboxStore();
}
