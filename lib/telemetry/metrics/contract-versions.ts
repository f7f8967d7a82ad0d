import { makeProcessChannel } from './process-channel';

/** Which version of the contract the site speaks, and which its backend. */
export interface ContractVersionsSeen {
  readonly ours: number;
  readonly theirs: number;
}

export const { publish: publishContractVersion, subscribe: onContractVersion } =
  makeProcessChannel<ContractVersionsSeen>('ebill.contract-version', ['ours', 'theirs']);
