import type { Db } from './database';

/** A deployment for payers was started on a store that a sandbox has used: the keys of its partners are public. */
export class SandboxStore extends Error {
  override readonly name = 'SandboxStore';

  constructor() {
    super(
      'This store holds sandbox data: use another DATA_DIR or DATABASE_URL where the sandbox is off, or set SANDBOX=on.',
    );
  }
}

/** Throws SandboxStore for a store that a sandbox has used. */
export async function refuseSandboxStore(db: Db): Promise<void> {
  const mark = await db.selectFrom('sandbox_state').select('id').executeTakeFirst();
  const seeded = await db.selectFrom('sandbox_seeded_accounts').select('account_number').executeTakeFirst();
  if (mark !== undefined || seeded !== undefined) throw new SandboxStore();
}
