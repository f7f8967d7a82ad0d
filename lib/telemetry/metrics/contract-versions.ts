import { createProcessChannel } from './process-channel';

/** The contract versions of the site and of its backend. */
export interface ContractVersionsMessage {
  readonly ours: number;
  readonly theirs: number;
}

export const { publish: publishContractVersion, subscribe: onContractVersion } =
  createProcessChannel<ContractVersionsMessage>('ebill.contract-version', ['ours', 'theirs']);
