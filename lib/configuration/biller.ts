/** The connectors that `BILLER` can name. */
export const billerNames = ['sandbox', 'stored', 'gsma'] as const;
export type BillerName = (typeof billerNames)[number];

/** Returns the connector of a deployment: the sandbox's where the sandbox is on and nothing else is set. */
export function resolveBiller(set: BillerName | undefined, isSandbox: boolean): BillerName {
  return set ?? (isSandbox ? 'sandbox' : 'stored');
}
