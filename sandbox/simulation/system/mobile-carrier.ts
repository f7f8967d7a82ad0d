import { calls } from '@/lib/contract/calls';
import type { Db } from '../../../backend/db/database';
import type { RailName } from '../../simulators/bank/bank-payment';
import { createSandboxCarrier } from '../../services/carrier';
import type { BackendIndex } from '../processes/backend-processes';
import type { Button } from './banks';
import type { BackendClient } from './backend-client';
import type { Actor } from '../runs/scheduler';

/** The code of the newest text message of a kind; null when there is none. */
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

/** A payer who pays by mobile, at the TAC; the button chooses the outcome. A declined payment enters a TAC that was not sent. */
export async function payByMobile(
  { client, db }: { readonly client: BackendClient; readonly db: Db },
  actor: Actor,
  backend: BackendIndex,
  payment: { readonly refid: string; readonly index: number; readonly button: Button },
): Promise<void> {
  const { refid, index, button } = payment;
  if (button === 'cancel') {
    await client.call(actor, backend, calls['dcb.cancel'], { refid });
    return;
  }
  // A different number for each payment, since the texts to one number are limited per day; numbers ending 98 leave the charge pending.
  const ending = button === 'leave-pending' ? '98' : '11';
  const mobileNumber = `6012${String(index).padStart(5, '0')}${ending}`;
  await client.call(actor, backend, calls['dcb.sendTac'], { refid, mobileNumber });
  await actor.step();
  const sent = await readCode(db, 'tac');
  const tac = button === 'decline' || sent === null ? '000000' : sent;
  await client.call(actor, backend, calls['dcb.verifyTac'], { refid, tac });
}

/** A payment that a bank or carrier has confirmed. */
export interface Confirmed {
  readonly by: RailName | 'carrier';
  readonly number: string;
  readonly amount: number;
  readonly reference: string;
}

/** The carrier's own records. */
export function openSimulatedCarrier(db: Db) {
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
