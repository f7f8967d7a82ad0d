/*
 * Expectations from docs/sandbox.md, written out on purpose: expectations imported from the sandbox's tables would repeat their mistakes.
 * cases.test.ts checks that every entry of those tables is here.
 */

export interface ExpectedResult {
  /** `data-status` on the result screen; null if the payment is rejected before there is a result. */
  readonly status: string | null;
  readonly credited: boolean;
}

/** Where the outcome is decided: the bank's page, the card number, a counter, a bank's app (DuitNow) or the TAC. */
export type Decision = 'bank' | 'card number' | 'counter' | 'duitnow' | 'tac';

/** A payment method with its provider or card. */
export interface PaymentVariant {
  readonly method: string;
  /** The card number, bank, wallet or carrier; 'none' for a method without a choice. */
  readonly choice: string;
  readonly months: string;
  readonly route: string;
  readonly decision: Decision;
  /** By the payer's action: the label of a button, or a mobile number. */
  readonly expectedResults: Readonly<Record<string, ExpectedResult>>;
  /** Only for customers whom a partner vouches for, never after an anonymous bill lookup. */
  readonly vouched?: true;
}

const paid: ExpectedResult = { status: 'successful', credited: true };
const failed: ExpectedResult = { status: 'failed', credited: false };
const pending: ExpectedResult = { status: 'pending', credited: false };

const buttons = {
  Approve: paid,
  Decline: failed,
  Cancel: { status: 'cancelled', credited: false },
  'Leave pending': pending,
  'Approve, return twice': paid,
  'Approve, never return': paid,
  'Approve, callback first': paid,
  'Approve, return only': paid,
  'Tamper with the amount': failed,
  'Replay an old return': failed,
} as const;

const corporateButtons = {
  ...buttons,
  'Pending corporate approval': { status: 'pending-approval', credited: false },
} as const;

const cardsWithoutChallenge = {
  '4242 4242 4242 4242': paid,
  '4000 0000 0000 0341': paid,
  '4000 0000 0000 9987': paid,
  '4000 0027 6000 3184': paid,
  '4000 0000 0000 0002': failed,
  '4000 0000 0000 9995': failed,
  '4000 0000 0000 0069': failed,
  '4000 0000 0000 0127': failed,
  '4000 0000 0000 0119': pending,
} as const;

/** By the last two digits of the mobile number. */
const mobileNumbers = {
  'a number ending 01': paid,
  'a number ending 98': pending,
  'a number ending 99': { status: null, credited: false },
} as const;

const none = { choice: 'none', months: 'none' } as const;
const card = { months: 'none', route: '/bankResultMBB', decision: 'bank', expectedResults: buttons } as const;
const codeRoute = '/ewallet/view/bankResult';

/** Every payment variant of the sandbox. */
export const paymentVariants: readonly PaymentVariant[] = [
  { ...card, method: 'savedCard', choice: '1111', vouched: true },
  { ...card, method: 'newCard', choice: '4111 1111 1111 1111' },
  { ...card, method: 'newCard', choice: '5555 5555 5555 4444' },
  { ...card, method: 'newCard', choice: '4000 0000 0000 3063' },
  { ...card, method: 'newCard', choice: '4000 0000 0000 3220' },
  { ...card, method: 'newCard', choice: '3782 822463 10005', route: '/bankResultAMB' },
  ...Object.entries(cardsWithoutChallenge).map(([choice, result]): PaymentVariant => ({
    ...card,
    method: 'newCard',
    choice,
    decision: 'card number',
    expectedResults: { 'decided by the card number': result },
  })),
  ...['MBB', 'CIMB', 'PBB'].flatMap((choice) =>
    ['6', '12', '24'].map((months): PaymentVariant => ({ ...card, method: 'epp', choice, months })),
  ),
  {
    ...{ method: 'fpx', choice: 'MB2U0227', months: 'none', route: '/bankResultFPX' },
    ...{ decision: 'bank', expectedResults: buttons },
  },
  {
    ...{ method: 'fpxCorporate', choice: 'MBB0228', months: 'none', route: '/bankResultFPX' },
    ...{ decision: 'bank', expectedResults: corporateButtons },
  },
  { ...none, method: 'm2u', route: '/bankResultMBBCASA', decision: 'bank', expectedResults: buttons },
  ...['boost', 'shopeepay', 'setel', 'grabpay', 'touchngo'].map((choice): PaymentVariant => ({
    ...{ method: 'wallet', choice, months: 'none', route: '/bankResultEGHL' },
    ...{ decision: 'bank', expectedResults: buttons },
  })),
  ...['carrier-a', 'carrier-b', 'carrier-c'].map((choice): PaymentVariant => ({
    ...{ method: 'dcb', choice, months: 'none', route: '/dcb/view/bankResult' },
    ...{ decision: 'tac', expectedResults: mobileNumbers },
  })),
  { ...none, method: 'counter', route: codeRoute, decision: 'counter', expectedResults: { Settle: paid } },
  {
    ...none,
    method: 'duitnowQr',
    route: codeRoute,
    decision: 'duitnow',
    expectedResults: { Approve: paid, Decline: failed },
  },
];
