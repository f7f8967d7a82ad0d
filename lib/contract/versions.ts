import { contractVersion } from './call';

/** The greatest difference of compatible versions: upgrades go one version at a time, in either order. */
const maxDifference = 1;

/** Returns whether two contract versions are compatible. */
export function areVersionsCompatible(theirs: number, ours: number = contractVersion): boolean {
  return Math.abs(theirs - ours) <= maxDifference;
}

/** Describes an incompatibility and what to upgrade. */
export function describeIncompatibility(theirs: number, ours: number = contractVersion): string {
  const older = theirs < ours ? 'backend' : 'site';
  return `the backend speaks version ${theirs} of the contract and this site ${ours}, more than one apart: upgrade the ${older}`;
}
