import type { Trx } from '../db/database';
import type { Attempt } from '../payments/model';

/**
 * Whether a gateway's report confirms what operators had settled by hand, under the order's lock. The gateway may name another reference than the
 * evidence did: the first one that it names is the same money, and any other is another movement of money.
 */
export async function isSettledByHand(trx: Trx, { id }: Attempt, reference: string): Promise<boolean> {
  const confirmed = await trx
    .updateTable('manual_settlements')
    .set({ confirmed_reference: reference })
    .where('attempt_id', '=', id)
    .where('state', '=', 'settled')
    .where('outcome', '=', 'successful')
    .where((row) => row.or([row('confirmed_reference', 'is', null), row('confirmed_reference', '=', reference)]))
    .returning('id')
    .executeTakeFirst();
  return confirmed !== undefined;
}
