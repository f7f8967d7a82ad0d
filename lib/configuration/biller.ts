/** The values of `BILLER`: the connectors. */
export const billerNames = ['sandbox', 'stored', 'gsma'] as const;
export type BillerName = (typeof billerNames)[number];

/** Returns the connector of a deployment: by default the sandbox's if the sandbox is on. */
export function resolveBiller(set: BillerName | undefined, isSandbox: boolean): BillerName {
  return set ?? (isSandbox ? 'sandbox' : 'stored');
}

const dayMinutes = 24 * 60;

/**
 * Returns how long posting a payment usually takes, in minutes: the configured time; by default five, or a day for payments that are
 * exported as files.
 */
export function resolvePostingMinutes(set: number | undefined, biller: BillerName): number {
  return set ?? (biller === 'stored' ? dayMinutes : 5);
}
