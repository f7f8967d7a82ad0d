import type { InstalmentPlan } from '@/lib/domain/payment/payment';
import { sen } from '@/lib/domain/money';

const months = [6, 12, 24];
/** The least that a card's bank takes in instalments. */
const minimum = sen(10_000);

/** Instalment plans of the cards' banks. */
export const instalmentPlans: readonly InstalmentPlan[] = [
  { bank: 'MBB', bankName: 'Maybank', months, minimum },
  { bank: 'CIMB', bankName: 'CIMB Bank', months, minimum },
  { bank: 'PBB', bankName: 'Public Bank', months, minimum },
];
