import { paysBill, type Order } from '../payments/model';

/**
 * An account of the journal. Debits are positive: an account of what others have of ours has a positive balance, one of what we owe a negative
 * one. Design, section 8.
 */
export type JournalAccount =
  /** What a gateway has received for us and not paid out yet. */
  | `gateway:${string}`
  /** Credited to orders that pay no bill: owed to the partner. */
  | `partner:${string}`
  /** Credited for bills, and not accepted by the biller yet. */
  | 'biller-payable'
  /** Accepted by the biller. */
  | 'biller-posted'
  /** Received and not credited: a person applies or returns it. */
  | 'suspense'
  /** To be given back to payers. */
  | 'refunds-payable'
  /** Charged to verify cards, and not reversed yet. */
  | 'verification'
  /** Paid out to us by gateways. Manual refunds leave from here. */
  | 'bank'
  /** Kept by gateways for their service. */
  | 'fees'
  /** Taken back by gateways for disputes that are not decided. */
  | 'chargebacks'
  /** Lost in disputes. */
  | 'chargeback-losses';

export function gatewayAccount(gateway: string): JournalAccount {
  return `gateway:${gateway}`;
}

/** Returns the account of what is owed for a credited order: to the biller for a bill, else to the partner. */
export function payableAccount(order: Pick<Order, 'bill_account' | 'is_bill' | 'partner_key'>): JournalAccount {
  return paysBill(order) ? 'biller-payable' : `partner:${order.partner_key}`;
}
