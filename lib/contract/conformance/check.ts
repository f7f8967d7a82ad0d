import type { Probe } from './probe';

/** One statement of the contract that a backend keeps or breaks. */
export interface Check {
  /** Stable, so that reports can be compared. */
  readonly id: string;
  readonly description: string;
  run(probe: Probe): Promise<void>;
}
