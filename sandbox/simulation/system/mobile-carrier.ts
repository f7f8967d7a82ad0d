import { calls } from '@/lib/contract/calls';
import type { Db } from '../../../backend/db/database';
import type { RailName } from '../../simulators/bank/bank-payment';
import { createSandboxCarrier } from '../../services/carrier';
import type { Place } from '../processes/backend-processes';
import type { Button } from './banks';
import type { Desk } from './backend-client';
import type { Actor } from '../runs/scheduler';

/** The code of the newest text message of a kind; null when none was written. */
export async function readCode(db: Db, kind: 'tac' | 'otp'): Promise<string | null> {
  const newest = await db
    .selectFrom('outbox')
    .select('code')
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.code ?? null;
}

/** One who pays by mobile, at the TAC: the button says how it goes. Wrong is a TAC that was not sent. */
export async function payByMobile(
  { desk, db }: { readonly desk: Desk; readonly db: Db },
  actor: Actor,
  place: Place,
  payment: { readonly refid: string; readonly index: number; readonly button: Button },
): Promise<void> {
  const { refid, index, button } = payment;
  if (button === 'cancel') {
    await desk.ask(actor, place, calls['dcb.cancel'], { refid });
    return;
  }
  // A number of its own each, since only so many texts go to one in a day; one that ends so leaves the charge pending.
  const ending = button === 'leave-pending' ? '98' : '11';
  const mobileNumber = `6012${String(index).padStart(5, '0')}${ending}`;
  await desk.ask(actor, place, calls['dcb.sendTac'], { refid, mobileNumber });
  await actor.step();
  const sent = await readCode(db, 'tac');
  const tac = button === 'decline' || sent === null ? '000000' : sent;
  await desk.ask(actor, place, calls['dcb.verifyTac'], { refid, tac });
}

/** Money that has moved, by whoever moved it. */
export interface Confirmed {
  readonly by: RailName | 'carrier';
  readonly number: string;
  readonly amount: number;
  readonly reference: string;
}

/** What the carrier knows itself. */
export function openCarrierSide(db: Db) {
  const carrier = createSandboxCarrier(db);
  return {
    async settle(number: string, isPaid: boolean): Promise<void> {
      await carrier.settle(number, isPaid ? 'successful' : 'failed');
    },
    async listCharged(): Promise<readonly Confirmed[]> {
      const charges = await db.selectFrom('sandbox_charges').selectAll().where('verdict', '=', 'successful').execute();
      return charges.map(({ number, amount }) => ({ by: 'carrier', number, amount, reference: `carrier-${number}` }));
    },
  };
}
