import { makeProcessChannel } from './process-channel';

/** Which version of the contract the site speaks, and which its backend. */
export interface ContractVersionsMessage {
  readonly ours: number;
  readonly theirs: number;
}

export const { publish: publishContractVersion, subscribe: onContractVersion } =
  makeProcessChannel<ContractVersionsMessage>('ebill.contract-version', ['ours', 'theirs']);
