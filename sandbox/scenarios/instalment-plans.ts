import { sen } from '@/lib/domain/money';
import type { InstalmentPlan } from '@/lib/domain/payment/payment';

const terms = { months: [6, 12, 24], minimum: sen(10_000) } as const;

/** The sandbox's instalment plans, where none are stored. */
export const instalmentPlans: readonly InstalmentPlan[] = [
  { bank: 'MBB', bankName: 'Maybank', ...terms },
  { bank: 'CIMB', bankName: 'CIMB Bank', ...terms },
  { bank: 'PBB', bankName: 'Public Bank', ...terms },
];
