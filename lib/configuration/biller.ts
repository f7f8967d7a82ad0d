/** The connectors that `BILLER` can name. */
export const billerNames = ['sandbox', 'stored', 'gsma'] as const;
export type BillerName = (typeof billerNames)[number];

/** Returns the connector of a deployment: the sandbox's where the sandbox is on and nothing else is set. */
export function resolveBiller(set: BillerName | undefined, isSandbox: boolean): BillerName {
  return set ?? (isSandbox ? 'sandbox' : 'stored');
}

const dayMinutes = 24 * 60;

/** Returns how long posting a payment usually takes, in minutes: what is set; else five, or a day for payments that leave as files. */
export function resolvePostingMinutes(set: number | undefined, biller: BillerName): number {
  return set ?? (biller === 'stored' ? dayMinutes : 5);
}
