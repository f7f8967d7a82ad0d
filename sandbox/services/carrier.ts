import { sen } from '@/lib/domain/money';
import { failure, success } from '@/lib/domain/result';
import type { Db } from '../../backend/db/database';
import type { SandboxChargesTable } from '../../backend/db/tables';
import type { AttemptOrder, Gateway, GatewayReport } from '../../backend/gateways/gateway';
import type { Carrier } from '../../backend/pay-by-mobile/carrier';

/** Each carrier accepts the numbers of one prefix. */
const prefixes = { 'carrier-a': '6012', 'carrier-b': '6013', 'carrier-c': '6018' } as const;
const prefixOf = new Map<string, string>(Object.entries(prefixes));

const refusedEnding = '99';
const pendingEnding = '98';

type Charge = SandboxChargesTable;

function reportOf(charge: Charge): GatewayReport {
  return {
    number: charge.number,
    status: charge.verdict,
    amount: sen(charge.amount),
    currency: 'MYR',
    gatewayReference: `carrier-${charge.number}`,
    reasonCode: charge.verdict,
    bankName: null,
  };
}

export interface SandboxCarrier extends Carrier {
  /** Settles a pending charge. Returns the carrier's report; null for an unknown charge. */
  settle(number: string, outcome: 'successful' | 'failed'): Promise<GatewayReport | null>;
}

/** Simulated carriers: a number ending 99 is refused, one ending 98 stays pending. */
export function createSandboxCarrier(db: Db): SandboxCarrier {
  async function find(number: string): Promise<Charge | null> {
    const row = await db.selectFrom('sandbox_charges').selectAll().where('number', '=', number).executeTakeFirst();
    return row ?? null;
  }

  async function enquire(order: AttemptOrder) {
    const charge = await find(order.number);
    if (charge !== null) return success(reportOf(charge));
    const nothing = { number: order.number, amount: order.amount, currency: 'MYR' };
    return success({
      ...nothing,
      status: 'unknown',
      gatewayReference: '',
      reasonCode: 'not-found',
      bankName: null,
    } as const);
  }

  const gateway: Gateway = {
    name: 'carrier',
    callback: null,
    returnRoutes: [],
    begin: async () => failure('refused'),
    verifyReport: () => failure('malformed'),
    readNumber: () => null,
    enquire,
  };

  return {
    names: Object.keys(prefixes),
    gateway,
    async acceptsNumber(carrier, mobileNumber) {
      return mobileNumber.startsWith(prefixOf.get(carrier) ?? 'none') && !mobileNumber.endsWith(refusedEnding);
    },
    async charge(order, mobileNumber) {
      const verdict = mobileNumber.endsWith(pendingEnding) ? 'pending' : 'successful';
      await db
        .insertInto('sandbox_charges')
        .values({ number: order.number, amount: order.amount, verdict })
        .onConflict((conflict) => conflict.column('number').doNothing())
        .execute();
      return enquire(order);
    },
    async settle(number, outcome) {
      const charge = await db
        .updateTable('sandbox_charges')
        .set({ verdict: outcome })
        .where('number', '=', number)
        .where('verdict', '=', 'pending')
        .returningAll()
        .executeTakeFirst();
      return charge === undefined ? null : reportOf(charge);
    },
  };
}
