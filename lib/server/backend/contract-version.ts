import 'server-only';
import { contractVersion } from '@/lib/contract/call';
import { areVersionsCompatible } from '@/lib/contract/versions';
import { publishContractVersion } from '@/lib/telemetry/metrics/contract-versions';
import { logProblem } from '../log';
import { processSingleton } from '../process-singleton';

export interface BackendVersion {
  /** What the backend said last; null before it has said anything. */
  theirs: number | null;
}

declare module '../process-singleton' {
  interface ProcessSingletons {
    contractVersion: BackendVersion;
  }
}

const backendVersion = () => processSingleton('contractVersion', () => ({ theirs: null }));

/** Takes what the backend says of its contract. A version that does not agree with ours is logged once, until it says another. */
export function recordBackendVersion(theirs: number): void {
  const state = backendVersion();
  publishContractVersion({ ours: contractVersion, theirs });
  if (state.theirs === theirs) return;
  state.theirs = theirs;
  if (!areVersionsCompatible(theirs)) logProblem('contract.apart', { ours: contractVersion, theirs });
}

/** The version that the backend speaks where it does not agree with ours; null where it agrees, or is not known yet. */
export function getIncompatibleVersion(): number | null {
  const { theirs } = backendVersion();
  return theirs === null || areVersionsCompatible(theirs) ? null : theirs;
}
