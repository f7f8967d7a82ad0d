import type { Bill } from '@/lib/domain/bill/bill';

/** An account's latest bill in the billing system, and the restrictions on paying it. */
export interface AccountBill extends Omit<Bill, 'accountName' | 'barcode' | 'readAt'> {
  /** Unmasked: the backend masks it in responses. */
  readonly holderName: string;
  /** `blacklisted`: payments are refused; `processing`: the billing system is processing a payment of this bill already. */
  readonly standing: 'ordinary' | 'blacklisted' | 'processing';
  /** `601…`; null when none is on file. */
  readonly mobileNumber: string | null;
  readonly isOnAutoDebit: boolean;
  /** Whether the biller accepts instalments for this bill. The banks' plans set the minimum amount. */
  readonly isEpp: boolean;
}

/** The source of bills. The sandbox computes them; an operator's billing system implements the same interface. */
export interface BillSource {
  /** Finds the latest bill of an account (ten digits); null if there is no such account. */
  findBill(accountNumber: string): Promise<AccountBill | null>;
}
