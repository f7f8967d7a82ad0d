import type { Outcome } from '@/lib/domain/payment/outcomes';

/** The state of a payment at the bank after a button was pressed. 'no-payment': the bank has no such payment. */
export type DecidedState = 'approved' | 'declined' | 'cancelled' | 'pending' | 'pending-approval' | 'no-payment';

export interface BankButton {
  readonly value: string;
  readonly label: string;
  readonly state: DecidedState;
  /** The server's callback: sent while the browser returns, before it returns, or never. */
  readonly callback: 'meanwhile' | 'first' | 'none';
  /** The browser's return. 'twice': the same return reaches the site a second time. */
  readonly browserReturn: 'once' | 'twice' | 'never' | 'tampered' | 'replayed';
  /** The only gateways that offer it; by default all do. */
  readonly only?: 'fpxCorporate';
  /** `data-status` on the result screen, and whether the order is credited. */
  readonly outcome: Outcome;
  readonly credited: boolean;
}

/** The buttons of every simulated bank's page, and the expected outcome of each. */
export const bankButtons = [
  {
    value: 'approve',
    label: 'Approve',
    state: 'approved',
    callback: 'meanwhile',
    browserReturn: 'once',
    outcome: 'successful',
    credited: true,
  },
  {
    value: 'decline',
    label: 'Decline',
    state: 'declined',
    callback: 'meanwhile',
    browserReturn: 'once',
    outcome: 'failed',
    credited: false,
  },
  {
    value: 'cancel',
    label: 'Cancel',
    state: 'cancelled',
    callback: 'meanwhile',
    browserReturn: 'once',
    outcome: 'cancelled',
    credited: false,
  },
  {
    value: 'leave-pending',
    label: 'Leave pending',
    state: 'pending',
    callback: 'meanwhile',
    browserReturn: 'once',
    outcome: 'pending',
    credited: false,
  },
  {
    value: 'pending-approval',
    label: 'Pending corporate approval',
    state: 'pending-approval',
    callback: 'meanwhile',
    browserReturn: 'once',
    only: 'fpxCorporate',
    outcome: 'pending-approval',
    credited: false,
  },
  {
    value: 'return-twice',
    label: 'Approve, return twice',
    state: 'approved',
    callback: 'meanwhile',
    browserReturn: 'twice',
    outcome: 'successful',
    credited: true,
  },
  {
    value: 'never-return',
    label: 'Approve, never return',
    state: 'approved',
    callback: 'first',
    browserReturn: 'never',
    outcome: 'successful',
    credited: true,
  },
  {
    value: 'callback-first',
    label: 'Approve, callback first',
    state: 'approved',
    callback: 'first',
    browserReturn: 'once',
    outcome: 'successful',
    credited: true,
  },
  {
    value: 'return-only',
    label: 'Approve, return only',
    state: 'approved',
    callback: 'none',
    browserReturn: 'once',
    outcome: 'successful',
    credited: true,
  },
  {
    value: 'tamper',
    label: 'Tamper with the amount',
    state: 'no-payment',
    callback: 'none',
    browserReturn: 'tampered',
    outcome: 'failed',
    credited: false,
  },
  {
    value: 'replay',
    label: 'Replay an old return',
    state: 'no-payment',
    callback: 'none',
    browserReturn: 'replayed',
    outcome: 'failed',
    credited: false,
  },
] as const satisfies readonly BankButton[];

/** The buttons of a page, in their order. */
export function listBankButtons(isCorporate: boolean): readonly BankButton[] {
  const buttons: readonly BankButton[] = bankButtons;
  return buttons.filter(({ only }) => only === undefined || isCorporate);
}
