import type { Bank } from '../payment/payment';

/** The marks in public/logos.svg that are drawn for banks: the abbreviations by which they are known. */
export type BankMark = 'mbb' | 'cimb' | 'pbb' | 'rhb' | 'hlb' | 'bimb' | 'amb';

/** A bank with a shortcut before the list of all banks. */
export interface MainBank {
  /** FPX's id. */
  readonly id: string;
  readonly mark: BankMark;
}

/** Six banks with many customers in Malaysia, by kind of account. The choice is ours, the ids are those of FPX's bank list. */
const mainBanks = {
  personal: [
    { id: 'MB2U0227', mark: 'mbb' },
    { id: 'BCBB0235', mark: 'cimb' },
    { id: 'PBB0233', mark: 'pbb' },
    { id: 'RHB0218', mark: 'rhb' },
    { id: 'HLB0224', mark: 'hlb' },
    { id: 'BIMB0340', mark: 'bimb' },
  ],
  corporate: [
    { id: 'MBB0228', mark: 'mbb' },
    { id: 'BCBB0235', mark: 'cimb' },
    { id: 'PBB0234', mark: 'pbb' },
    { id: 'RHB0218', mark: 'rhb' },
    { id: 'HLB0224', mark: 'hlb' },
    { id: 'AMBB0208', mark: 'amb' },
  ],
} as const satisfies Record<string, readonly MainBank[]>;

/** A shorter list needs neither shortcuts nor a search. */
export const longBankList = 7;

/** Returns the main banks of a list of banks, in their order; none for a short list. */
export function listMainBanks(kind: keyof typeof mainBanks, banks: readonly Bank[]): readonly MainBank[] {
  if (banks.length < longBankList) return [];
  return mainBanks[kind].filter(({ id }) => banks.some((bank) => bank.id === id));
}
