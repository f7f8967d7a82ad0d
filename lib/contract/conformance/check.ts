import type { Probe } from './probe';

/** One requirement of the contract. */
export interface Check {
  /** Stable, so that reports can be compared. */
  readonly id: string;
  readonly description: string;
  run(probe: Probe): Promise<void>;
}
