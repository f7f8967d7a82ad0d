import { sen, type Sen } from '../money';
import type { InstalmentPlan } from './payment';

/** An available number of months. */
export interface InstalmentTerm {
  readonly months: number;
  /** The amount per month (sen), rounded up; the bank adjusts the last sen. */
  readonly monthly: Sen;
  /** The names of the banks that offer it. */
  readonly banks: readonly string[];
}

/** Returns the terms that any of the plans offers for a total in sen, fewest months first. */
export function listInstalmentTerms(plans: readonly InstalmentPlan[], total: Sen): readonly InstalmentTerm[] {
  const months = [...new Set(plans.flatMap((plan) => plan.months))].sort((one, other) => one - other);
  return months.map((term) => ({
    months: term,
    monthly: sen(Math.ceil(total / term)),
    banks: plans.filter((plan) => plan.months.includes(term)).map(({ bankName }) => bankName),
  }));
}

/** Returns the lowest minimum (sen) of the plans, null without plans. */
export function minInstalmentTotal(plans: readonly InstalmentPlan[]): Sen | null {
  return plans.reduce<Sen | null>((least, { minimum }) => (least === null || minimum < least ? minimum : least), null);
}
