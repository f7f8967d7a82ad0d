import type { Outcome } from '@/lib/domain/payment/outcomes';

/** What a bank knows of a payment once a button was pressed. 'no-payment' is a bank that has never heard of it. */
export type DecidedState = 'approved' | 'declined' | 'cancelled' | 'pending' | 'pending-approval' | 'no-payment';

export interface BankButton {
  readonly value: string;
  readonly label: string;
  readonly state: DecidedState;
  /** The server's callback: on its way while the browser returns, landed before it returns, or never sent. */
  readonly callback: 'meanwhile' | 'first' | 'none';
  /** What the browser brings back. 'twice': the same return reaches the site a second time. */
  readonly comesBack: 'once' | 'twice' | 'never' | 'tampered' | 'replayed';
  /** The only places where it is offered; everywhere when absent. */
  readonly only?: 'fpxCorporate';
  /** `data-status` on the result screen, and whether the order is credited. */
  readonly outcome: Outcome;
  readonly credited: boolean;
}

/** The buttons of every simulated bank's page, and what each must lead to. */
export const bankButtons = [
  {
    value: 'approve',
    label: 'Approve',
    state: 'approved',
    callback: 'meanwhile',
    comesBack: 'once',
    outcome: 'successful',
    credited: true,
  },
  {
    value: 'decline',
    label: 'Decline',
    state: 'declined',
    callback: 'meanwhile',
    comesBack: 'once',
    outcome: 'failed',
    credited: false,
  },
  {
    value: 'cancel',
    label: 'Cancel',
    state: 'cancelled',
    callback: 'meanwhile',
    comesBack: 'once',
    outcome: 'cancelled',
    credited: false,
  },
  {
    value: 'leave-pending',
    label: 'Leave pending',
    state: 'pending',
    callback: 'meanwhile',
    comesBack: 'once',
    outcome: 'pending',
    credited: false,
  },
  {
    value: 'pending-approval',
    label: 'Pending corporate approval',
    state: 'pending-approval',
    callback: 'meanwhile',
    comesBack: 'once',
    only: 'fpxCorporate',
    outcome: 'pending-approval',
    credited: false,
  },
  {
    value: 'return-twice',
    label: 'Approve, return twice',
    state: 'approved',
    callback: 'meanwhile',
    comesBack: 'twice',
    outcome: 'successful',
    credited: true,
  },
  {
    value: 'never-return',
    label: 'Approve, never return',
    state: 'approved',
    callback: 'first',
    comesBack: 'never',
    outcome: 'successful',
    credited: true,
  },
  {
    value: 'callback-first',
    label: 'Approve, callback first',
    state: 'approved',
    callback: 'first',
    comesBack: 'once',
    outcome: 'successful',
    credited: true,
  },
  {
    value: 'return-only',
    label: 'Approve, return only',
    state: 'approved',
    callback: 'none',
    comesBack: 'once',
    outcome: 'successful',
    credited: true,
  },
  {
    value: 'tamper',
    label: 'Tamper with the amount',
    state: 'no-payment',
    callback: 'none',
    comesBack: 'tampered',
    outcome: 'failed',
    credited: false,
  },
  {
    value: 'replay',
    label: 'Replay an old return',
    state: 'no-payment',
    callback: 'none',
    comesBack: 'replayed',
    outcome: 'failed',
    credited: false,
  },
] as const satisfies readonly BankButton[];

/** The buttons of a page, in their order. */
export function listBankButtons(isCorporate: boolean): readonly BankButton[] {
  const buttons: readonly BankButton[] = bankButtons;
  return buttons.filter(({ only }) => only === undefined || isCorporate);
}
