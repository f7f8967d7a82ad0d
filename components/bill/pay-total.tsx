'use client';

import { useHydrated } from '@/components/ui/use-hydrated';
import { joinClasses } from '@/components/ui/join-classes';
import { getLargestAmount, minimumAmount } from '@/lib/domain/bill/amount-limits';
import { formatRinggit, parseRinggit } from '@/lib/domain/money';
import { getPayOptions, type PayOption } from '@/lib/domain/bill/pay-choice';
import { useBillStore } from '@/lib/stores/bill-store-provider';
import type { PayFormBill } from './pay-form-bill';

/** Without scripts every option's total is in the page, and CSS shows the chosen one. */
const visibleWhenChecked = {
  current: 'group-has-[#payOption-current:checked]/pay:inline',
  overdue: 'group-has-[#payOption-overdue:checked]/pay:inline',
  other: 'group-has-[#payOption-other:checked]/pay:inline',
} as const satisfies Record<PayOption, string>;

/** The amount of the chosen option; none while another amount is one that cannot be paid. */
export function PayTotal({ bill }: { readonly bill: PayFormBill }) {
  const isHydrated = useHydrated();
  const payOption = useBillStore((state) => state.payOption);
  const amount = useBillStore((state) => state.amount);
  const other = parseRinggit(amount);
  const isPayable = other.ok && other.value >= minimumAmount && other.value <= getLargestAmount(bill);
  const totals = {
    current: formatRinggit(bill.currentBalance),
    overdue: formatRinggit(bill.overdueBalance),
    other: isPayable ? formatRinggit(other.value) : 'RM –',
  } as const satisfies Record<PayOption, string>;
  if (isHydrated && payOption !== null) return totals[payOption];
  return getPayOptions(bill).map((option) => (
    <span key={option} className={joinClasses('hidden', visibleWhenChecked[option])}>
      {totals[option]}
    </span>
  ));
}
