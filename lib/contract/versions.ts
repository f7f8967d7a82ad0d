import { contractVersion } from './call';

/** How far apart two sides may be and still understand each other: an upgrade goes through one version at a time, in either order. */
const maxDifference = 1;

/** Whether a side that speaks `theirs` and one that speaks `ours` understand each other. */
export function areVersionsCompatible(theirs: number, ours: number = contractVersion): boolean {
  return Math.abs(theirs - ours) <= maxDifference;
}

/** Says who speaks which version where they do not agree, and what to do about it. */
export function describeIncompatibility(theirs: number, ours: number = contractVersion): string {
  const older = theirs < ours ? 'backend' : 'site';
  return `the backend speaks version ${theirs} of the contract and this site ${ours}, more than one apart: upgrade the ${older}`;
}
