import type { FaultMode } from '../db/tables';

/** Makes calls fail on purpose. Only the sandbox does so. */
export interface FaultInjector {
  /** Returns how this call fails; null if it does not. Each invocation counts as one try. */
  faultOf(call: string, body: unknown): Promise<FaultMode | null>;
}

export const noFaults: FaultInjector = { faultOf: () => Promise.resolve(null) };

/** The delay of a slow response, ms. */
export const slowMs = 6_000;
