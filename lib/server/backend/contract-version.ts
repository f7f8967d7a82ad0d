import 'server-only';
import { contractVersion } from '@/lib/contract/call';
import { areVersionsCompatible } from '@/lib/contract/versions';
import { publishContractVersion } from '@/lib/telemetry/metrics/contract-versions';
import { logProblem } from '../log';
import { processSingleton } from '../process-singleton';

export interface BackendVersion {
  /** The last version the backend sent; null before the first. */
  theirs: number | null;
}

declare module '../process-singleton' {
  interface ProcessSingletons {
    contractVersion: BackendVersion;
  }
}

const backendVersion = () => processSingleton('contractVersion', () => ({ theirs: null }));

/** Records the backend's contract version. An incompatible version is logged once, until it changes. */
export function recordBackendVersion(theirs: number): void {
  const state = backendVersion();
  publishContractVersion({ ours: contractVersion, theirs });
  if (state.theirs === theirs) return;
  state.theirs = theirs;
  if (!areVersionsCompatible(theirs)) logProblem('contract.incompatible', { ours: contractVersion, theirs });
}

/** The backend's contract version if it is incompatible with ours; null if it is compatible or not yet known. */
export function getIncompatibleVersion(): number | null {
  const { theirs } = backendVersion();
  return theirs === null || areVersionsCompatible(theirs) ? null : theirs;
}
