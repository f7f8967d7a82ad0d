import { findPartner } from '../partners/model';
import type { Order } from '../payments/model';
import type { Services } from '../services';

export interface AutoDebitOffer {
  readonly state: 'offered' | 'registered' | 'not-offered';
  /** `otp` or `ulm`. */
  readonly type: string;
  readonly title: string;
  readonly message: string;
  readonly thankYou: string;
  /** `601…`; null when none is on file. */
  readonly mobileNumber: string | null;
}

/** Says whether the account of an order can be put on auto debit: it is paid for, by whoever paid, and not on it already. */
export async function offerOf(services: Services, order: Order): Promise<AutoDebitOffer> {
  const partner = await findPartner(services.db, order.partner_key);
  const { autoDebit } = await services.config.read();
  const texts = {
    type: autoDebit.type,
    title: partner?.auto_debit_title ?? '',
    message: partner?.auto_debit_message ?? '',
    thankYou: partner?.auto_debit_thank_you ?? '',
  };
  const none = { ...texts, state: 'not-offered', mobileNumber: null } as const;
  const accountNumber = order.account_number;
  if (order.state !== 'paid' || order.held_for_review || accountNumber === null) return none;
  const registered = await services.db
    .selectFrom('auto_debits')
    .select('account_number')
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  if (registered !== undefined) return { ...none, state: 'registered' };
  const bill = await services.bills.findBill(accountNumber);
  if (bill === null || bill.isOnAutoDebit || !autoDebit.nonLoggedInEnabled || autoDebit.type === '') return none;
  return { ...texts, state: 'offered', mobileNumber: bill.mobileNumber };
}
