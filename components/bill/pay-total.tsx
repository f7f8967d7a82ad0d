import { joinClasses } from '@/components/ui/join-classes';
import type { Bill } from '@/lib/domain/bill';
import { formatRinggit, parseRinggit } from '@/lib/domain/money';
import { payOptionsOfBill, type PayOption } from '@/lib/domain/pay-choice';

/** Each option's total is there; the style sheet shows that of the option taken, so that no script is needed. */
const shownWith = {
  current: 'group-has-[#payOption-current:checked]/pay:inline',
  overdue: 'group-has-[#payOption-overdue:checked]/pay:inline',
  other: 'group-has-[#payOption-other:checked]/pay:inline',
} as const satisfies Record<PayOption, string>;

/** What the choice comes to. Another amount is what was typed; a script keeps it up to date. */
export function PayTotal({ bill, typed }: { readonly bill: Bill; readonly typed: string }) {
  const other = parseRinggit(typed);
  const totals = {
    current: formatRinggit(bill.currentBalance),
    overdue: formatRinggit(bill.overdueBalance),
    other: other.ok ? formatRinggit(other.value) : 'RM –',
  } as const satisfies Record<PayOption, string>;
  return payOptionsOfBill(bill).map((option) => (
    <span key={option} data-total={option} className={joinClasses('hidden', shownWith[option])}>
      {totals[option]}
    </span>
  ));
}
