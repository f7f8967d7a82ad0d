import { chargingDayOf, chargingTimeOf, type ChargePolicy } from '@/lib/domain/auto-debit-charge';
import { addDays } from '@/lib/domain/malaysia-time';
import { addMilliseconds, hourMs, minuteMs } from '../../clock';
import type { JobHandler } from '../../jobs/runner';
import type { Services } from '../../services';
import { announceCharge } from './announce';
import { beginCharge, findChargingGateway } from './begin';
import { readBillToCharge } from './bill';
import { findChargedRegistration, findOpenCharge, type Charge, type ChargedRegistration } from './model';
import { continueCharge } from './settle';

/** How long a charge waits for another payment of the account. */
const waitMs = hourMs;

/** When a charge without an outcome is continued: after a minute, and then with growing pauses, as long as it is old, up to an hour. */
function nextTry({ moved_at: begunAt }: Charge, now: Date): Date {
  const ageMs = now.getTime() - begunAt.getTime();
  return addMilliseconds(now, Math.min(Math.max(ageMs, minuteMs), hourMs));
}

/**
 * Looks at a registration's bill, announces its charge or begins it. Returns true if a charge is under way then; otherwise when to look next.
 */
async function lookAtBill(
  services: Services,
  registration: ChargedRegistration,
  charge: Charge | null,
  policy: ChargePolicy,
): Promise<true | Date> {
  const now = services.clock.now();
  const today = chargingDayOf(now);
  const tomorrow = chargingTimeOf(addDays(today, 1));
  if (charge !== null && charge.charge_on > today) return tomorrow;
  const gateway = findChargingGateway(services, registration);
  const read = await readBillToCharge(services, registration.accountNumber);
  if (read === null || gateway === null) return tomorrow;
  if (charge === null) {
    await announceCharge(services, registration, read, policy, today);
    return tomorrow;
  }
  switch (await beginCharge(services, charge, read, gateway, today)) {
    case 'begun':
      return true;
    case 'waiting':
      return addMilliseconds(now, waitMs);
    case 'ended':
      return tomorrow;
  }
}

/**
 * Creates the job of a registration whose bills we charge: every day from nine in Malaysia it looks at the bill, tells the payer of a charge and
 * makes it. Where charging is switched off, it only ends what is under way.
 */
export function createChargeJob(services: Services): JobHandler {
  return async ({ subject: mandate }) => {
    const { db, chargePolicy, clock } = services;
    for (;;) {
      const charge = await findOpenCharge(db, mandate);
      if (charge?.state === 'charging') {
        if (!(await continueCharge(services, charge))) return nextTry(charge, clock.now());
        continue;
      }
      const registration = await findChargedRegistration(db, mandate);
      if (chargePolicy === null || registration === null) return null;
      const next = await lookAtBill(services, registration, charge, chargePolicy);
      if (next !== true) return next;
    }
  };
}
