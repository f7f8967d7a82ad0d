import { planNotice, type ChargePolicy, type NoticePlan } from '@/lib/domain/auto-debit-charge';
import { inTransaction, type Trx } from '../../db/database';
import { makeCancelLink } from '../../mandates/cancel-link';
import { tellPayer } from '../../mandates/cancellation';
import type { MandateRequest } from '../../mandates/model';
import { chargeAnnouncedText, chargeTooLargeText } from '../../outbox/texts';
import { writeHistory } from '../../payments/transitions';
import type { Services } from '../../services';
import type { ReadBill } from './bill';
import { lockRegistration, type ChargedRegistration } from './model';

/**
 * Announces the charge of a bill that falls due soon: writes it, and tells the payer, in one SQL transaction. A bill whose charge was announced
 * before, however that ended, is not announced again.
 */
export async function announceCharge(
  services: Services,
  { mandate }: ChargedRegistration,
  { chargeable }: ReadBill,
  policy: ChargePolicy,
  today: string,
): Promise<void> {
  const plan = planNotice(chargeable, policy, today);
  if (plan.kind === 'none') return;
  await inTransaction(services.db, async (trx) => {
    const { request, charge, registration } = await lockRegistration(trx, mandate);
    if (charge !== null || registration === null) return;
    if (await writeCharge(trx, registration, plan, services.clock.now())) await tell(services, trx, request, plan);
  });
  services.wakeJobRunner();
}

type Announcement = Exclude<NoticePlan, { kind: 'none' }>;

/** Returns false if the bill has a charge. */
async function writeCharge(
  trx: Trx,
  { mandate, accountNumber, refid }: ChargedRegistration,
  { kind, dueDate, chargeOn, amount }: Announcement,
  at: Date,
): Promise<boolean> {
  const state = kind === 'announce' ? 'announced' : 'too-large';
  const written = await trx
    .insertInto('auto_debit_charges')
    .values({
      ...{ mandate, account_number: accountNumber, due_date: dueDate, announced_amount: amount, charge_on: chargeOn },
      ...{ first_charged_on: null, state, reason: null, announced_at: at, moved_at: at },
    })
    .onConflict((conflict) => conflict.columns(['mandate', 'due_date']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (written === undefined) return false;
  const detail = `due ${dueDate}`;
  await writeHistory(trx, { refid, attemptId: null, state: `auto-debit-${state}`, by: 'timer', at, detail });
  return true;
}

async function tell(services: Services, trx: Trx, request: MandateRequest, plan: Announcement): Promise<void> {
  const { publicOrigin, clock } = services;
  const charge = { ...request, amount: plan.amount };
  await tellPayer(
    trx,
    request,
    (language) =>
      plan.kind === 'announce'
        ? chargeAnnouncedText(
            { ...charge, chargeOn: plan.chargeOn },
            makeCancelLink(services, request.mandate),
            language,
          )
        : chargeTooLargeText(charge, publicOrigin, language),
    clock.now(),
  );
}
