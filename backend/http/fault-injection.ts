import type { FaultMode } from '../db/tables';

/** Makes calls fail on purpose: the sandbox's. Elsewhere nothing does. */
export interface FaultInjector {
  /** Gives how this call fails this time; null when it does not. Each asking counts. */
  faultOf(call: string, body: unknown): Promise<FaultMode | null>;
}

export const noFaults: FaultInjector = { faultOf: () => Promise.resolve(null) };

/** How long a slow answer takes, ms. */
export const slowMs = 6_000;
