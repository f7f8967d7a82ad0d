import { resumesService } from '@/lib/domain/bill/service-resumption';
import type { Sen } from '@/lib/domain/money';
import { maskName } from '@/lib/domain/payment/customer-masking';
import type { AccountBill } from '../billers/biller';
import type { OrderBill } from '../payments/create-order';
import { getBillLimit, type AccountState } from './repeat-guard';

/** Describes the payment of `amount` sen of a bill, for its order. `isConfirmed`: see `getBillLimit`. */
export function toOrderBill(bill: AccountBill, state: AccountState, amount: Sen, isConfirmed: boolean): OrderBill {
  return {
    accountNumber: bill.accountNumber,
    accountName: maskName(bill.holderName),
    amount,
    reference: bill.billReference,
    limit: getBillLimit(state, amount, isConfirmed),
    isOnAutoDebit: bill.isOnAutoDebit,
    resumesService: resumesService(bill, amount),
  };
}
