import { senFromRinggit, type Sen } from '@/lib/domain/money';
import type { FpxKind } from './banks';

/** FPX's limits per payment, inclusive: RM1 to RM30,000 personal, RM2 to RM1,000,000 corporate. */
export const fpxLimits = {
  personal: { minimum: senFromRinggit(1), maximum: senFromRinggit(30_000) },
  corporate: { minimum: senFromRinggit(2), maximum: senFromRinggit(1_000_000) },
} as const satisfies Record<FpxKind, { readonly minimum: Sen; readonly maximum: Sen }>;

export function isWithinFpxLimits(kind: FpxKind, amount: Sen): boolean {
  return amount >= fpxLimits[kind].minimum && amount <= fpxLimits[kind].maximum;
}
