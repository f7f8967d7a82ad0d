import type { Bill } from '@/lib/domain/bill/bill';

/** What a billing system knows of an account: its latest bill, and what a payment of it must heed. */
export interface AccountBill extends Omit<Bill, 'accountName' | 'barcode' | 'readAt'> {
  /** As the billing system has it: masked before it leaves the backend. */
  readonly holderName: string;
  /** `blacklisted`: takes no payment here; `processing`: the billing system is working on a payment of this bill already. */
  readonly standing: 'ordinary' | 'blacklisted' | 'processing';
  /** `601…`; null when none is on file. */
  readonly mobileNumber: string | null;
  readonly isOnAutoDebit: boolean;
  /** Whether the biller takes instalments for this bill; from what amount on, the plans of the cards' banks say. */
  readonly isEpp: boolean;
}

/** Where bills come from. The sandbox computes them; an operator's billing system stands behind the same interface. */
export interface BillSource {
  /** Gives the latest bill of an account (ten digits); null when there is no such account. */
  findBill(accountNumber: string): Promise<AccountBill | null>;
}
