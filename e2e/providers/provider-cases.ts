/*
 * Expectations from docs/sandbox.md and docs/gateways.md, written out on purpose: expectations imported from the sandbox's tables would repeat
 * their mistakes.
 */

export interface ProviderVariant {
  readonly method: 'newCard' | 'fpx' | 'fpxCorporate' | 'wallet' | 'duitnowQr';
  /** The bank or wallet; 'none' for a method without a choice. */
  readonly choice: string;
  readonly route: string;
}

export interface ExpectedEnd {
  /** `data-status` on the result screen. */
  readonly status: string;
  readonly credited: boolean;
}

const paid: ExpectedEnd = { status: 'successful', credited: true };
const failed: ExpectedEnd = { status: 'failed', credited: false };
const cancelled: ExpectedEnd = { status: 'cancelled', credited: false };

/** What becomes of a payment, by the label of the button at the bank. */
const expectedEnds: Readonly<Record<string, ExpectedEnd>> = {
  Approve: paid,
  Decline: failed,
  Cancel: cancelled,
  'Leave pending': { status: 'pending', credited: false },
  'Approve, return twice': paid,
  'Approve, never return': paid,
  'Approve, callback first': paid,
  'Approve, return only': paid,
  // A forged event has no effect. The payer has left the page unpaid, which is withdrawn then.
  'Tamper with the amount': cancelled,
  'Replay an old return': cancelled,
};

/** What differs, by provider and method. Billplz does not tell a cancellation from a decline, and CHIP a pending payment from an approval. */
const otherEnds: Readonly<Record<string, Readonly<Record<string, ExpectedEnd>>>> = {
  'billplz fpx': { Cancel: failed },
  'chip fpxCorporate': { 'Leave pending': { status: 'pending-approval', credited: false } },
};

/** Returns what becomes of a provider's payment, by the label of the button at the bank. */
export function listExpectedEnds(
  provider: string,
  { method }: Pick<ProviderVariant, 'method'>,
): readonly (readonly [string, ExpectedEnd])[] {
  return Object.entries({ ...expectedEnds, ...otherEnds[`${provider} ${method}`] });
}

const newCard = { method: 'newCard', choice: 'none', route: '/bankResultMBB' } as const;
const fpx = { method: 'fpx', choice: 'MB2U0227', route: '/bankResultFPX' } as const;
const wallet = { method: 'wallet', route: '/bankResultEGHL' } as const;

/** The methods that each provider serves, by its name in GATEWAYS. */
export const providerVariants: Readonly<Record<string, readonly ProviderVariant[]>> = {
  chip: [
    newCard,
    fpx,
    { method: 'fpxCorporate', choice: 'MBB0228', route: '/bankResultFPX' },
    { ...wallet, choice: 'touchngo' },
    { ...wallet, choice: 'grabpay' },
    { method: 'duitnowQr', choice: 'none', route: '/ewallet/view/bankResult' },
  ],
  stripe: [newCard, fpx, { ...wallet, choice: 'grabpay' }],
  billplz: [fpx],
};
