/**
 * Cookies that say what this device keeps for its payer, and nothing of what that is: the server then reserves the room in which a script shows it,
 * so that nothing moves, and leaves a choice to the script. A script sets them; whoever sets one himself sees an empty room.
 */
export const deviceHints = {
  /** An account number. */
  account: 'ebill-keeps-account',
  /** Payments. */
  payments: 'ebill-keeps-payments',
  /** The payment method used last. */
  method: 'ebill-keeps-method',
} as const;
export type DeviceHint = keyof typeof deviceHints;
