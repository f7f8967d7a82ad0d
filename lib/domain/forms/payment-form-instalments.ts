import type { Sen } from '../money';
import { isDown } from '../payment/downtime';
import type { DowntimeWindow, InstalmentPlan } from '../payment/payment';
import { failure, success, type Result } from '../result';
import { getAmountMessage } from './form-message';
import { readInstalmentCard, type CardEntry } from './payment-form-cards';
import type { FieldRefusal } from './field-refusal';

export interface InstalmentEntry {
  readonly card: CardEntry;
  readonly bank: string;
  readonly months: number;
}

interface InstalmentContext {
  readonly instalmentPlans: readonly InstalmentPlan[];
  readonly downtimes: readonly DowntimeWindow[];
  readonly total: Sen;
  /** The backend's clock, ISO 8601. */
  readonly now: string;
}

/** Reads an instalment payment: the plan's bank and months, and the card. Names every field that is refused. */
export function readInstalments(
  fields: Parameters<typeof readInstalmentCard>[0] & { readonly eppBank: string; readonly monthTerm: string },
  context: InstalmentContext,
): Result<InstalmentEntry, readonly FieldRefusal[]> {
  const card = readInstalmentCard(fields, context.now);
  const plan = context.instalmentPlans.find(({ bank }) => bank === fields.eppBank);
  const months = readMonths(fields.monthTerm, plan, context.instalmentPlans);
  const isPlanDown = plan !== undefined && isDown([plan.bank], context.downtimes, context.now);
  if (card.ok && plan !== undefined && !isPlanDown && context.total >= plan.minimum && months !== undefined) {
    return success({ card: card.value, bank: plan.bank, months });
  }
  const refusals: FieldRefusal[] = card.ok ? [] : [...card.error];
  if (plan === undefined) {
    refusals.push({ field: 'eppBank', message: { key: 'validation.eppBankRequired' } });
  } else if (isPlanDown) {
    refusals.push({ field: 'eppBank', message: { key: 'validation.bankOffline' } });
  } else if (context.total < plan.minimum) {
    refusals.push({ field: 'eppBank', message: getAmountMessage({ code: 'belowMinimum', figure: plan.minimum }) });
  }
  if (months === undefined) refusals.push({ field: 'monthTerm', message: { key: 'validation.monthTerm' } });
  return failure(refusals);
}

/** Months are validated against the chosen plan, or against all plans while none is chosen. */
function readMonths(
  text: string,
  plan: InstalmentPlan | undefined,
  plans: readonly InstalmentPlan[],
): number | undefined {
  const offered = plan === undefined ? plans.flatMap(({ months }) => months) : plan.months;
  return offered.find((months) => String(months) === text.trim());
}
