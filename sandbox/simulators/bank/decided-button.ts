import type { BankButton } from '../../scenarios/bank-buttons';
import type { BankStore } from './bank-store';

/**
 * Returns the button that ends a payment: the pressed one (its value), or the one that the control `decisions` has set, if the page has it.
 * Null if the page has no such button as the pressed one.
 */
export function decideButton(
  bankStore: Pick<BankStore, 'takeDecision'>,
  buttons: readonly BankButton[],
  pressed: string | undefined,
): BankButton | null {
  const find = (wanted: string | null | undefined) => buttons.find(({ value }) => value === wanted) ?? null;
  const button = find(pressed);
  if (button === null) return null;
  return find(bankStore.takeDecision((decided) => find(decided) !== null)) ?? button;
}
