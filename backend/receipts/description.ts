import { defaultAccentColour } from '@/lib/domain/accent-colour';
import { sen } from '@/lib/domain/money';
import { maskAccountNumber, maskAccountNumbers } from '@/lib/domain/payment/customer-masking';
import type { PaidAccount, PricedLine, ResultPosting, ResultRefund } from '@/lib/domain/payment/payment';
import type { Receipt, ReceiptIssuer } from '@/lib/domain/receipt/receipt';
import type { Db, Trx } from '../db/database';
import { findPartner } from '../partners/model';
import { accountOf, billAccountOf, contactOf, paysBill, type Attempt, type Order } from '../payments/model';
import { accountNameOf } from '../payments/order-accounts';
import { isNamedByPartner } from '../payments/product-name';
import type { Services } from '../services';

/** A successful attempt with what its bank has told. */
export interface PaidAttempt extends Attempt {
  readonly gateway_reference: string;
  readonly confirmed_at: Date;
}

export function isPaid(attempt: Attempt): attempt is PaidAttempt {
  return attempt.state === 'successful' && attempt.gateway_reference !== null && attempt.confirmed_at !== null;
}

/** What a receipt says besides the order and its attempt. */
export interface ReceiptFacts {
  readonly issuer: ReceiptIssuer;
  readonly companyName: string | null;
  /** The posting of a paid bill as it is now; null for a payment that pays no bill. */
  readonly posting: ResultPosting | null;
  /** The accounts of a payment of several, in full; else none. */
  readonly accounts: readonly PaidAccount[];
  /** Oldest first. */
  readonly refunds: readonly ResultRefund[];
  /** Whether the account is on auto debit; null: not known. */
  readonly isAutoDebit: boolean | null;
}

/** Returns who received the money of an order: the biller of a bill, else the partner whose order it is. */
export async function readIssuer(
  db: Db | Trx,
  { receipts }: Pick<Services, 'receipts'>,
  order: Order,
): Promise<ReceiptIssuer> {
  if (paysBill(order)) return receipts.issuer;
  const partner = await findPartner(db, order.partner_key);
  if (partner === null) return { name: null, registrationNumber: null, address: null };
  return {
    ...{ name: partner.name, registrationNumber: partner.registration_number, address: partner.address },
    themeColour: partner.theme_color || defaultAccentColour,
    seller: { email: partner.support_email, phone: partner.support_phone, statementText: partner.statement_text },
  };
}

/** Reads the company that has paid an order, in its payer's words; null if none was named. */
export async function readCompanyName(db: Db | Trx, refid: string): Promise<string | null> {
  const row = await db
    .selectFrom('receipt_companies')
    .select('name')
    .where('order_refid', '=', refid)
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Describes the receipt of a successful attempt, from what is stored of the payment. */
export function describeReceipt(
  { receipts }: Pick<Services, 'receipts'>,
  order: Order,
  attempt: PaidAttempt,
  facts: ReceiptFacts,
): Receipt {
  const account = billAccountOf(order);
  const showsFullAccount = receipts.showsFullAccount && !order.is_shared;
  const mask = (accountNumber: string) => (showsFullAccount ? accountNumber : maskAccountNumber(accountNumber));
  const known = accountOf(order);
  const named = [...(known === null ? [] : [known]), ...facts.accounts.map(({ accountNumber }) => accountNumber)];
  const { card_brand: brand, card_last_four: lastFour } = attempt;
  // The item of a bill is named after its account.
  const toLine = ({ name, amount }: PricedLine): PricedLine => ({
    name: showsFullAccount ? name : maskAccountNumbers(name, named),
    amount,
  });
  return {
    ...facts,
    productName: isNamedByPartner(order) ? order.product_name : null,
    furtherItems: order.further_items,
    orderNumber: order.partner_order_number,
    accountNumber: account === null ? null : mask(account),
    accountName: account === null ? null : accountNameOf(order, 1),
    accounts: facts.accounts.map((one) => ({ ...one, accountNumber: mask(one.accountNumber) })),
    refunds: facts.refunds.map((one) => ({ ...one, accountNumber: one.accountNumber && mask(one.accountNumber) })),
    lines: order.items.map(toLine),
    charges: order.charges.map(toLine),
    amount: sen(attempt.amount),
    method: attempt.method,
    bankName: attempt.bank_name,
    card: brand === null || lastFour === null ? null : { brand, lastFour },
    paymentId: order.payment_id,
    bankReference: attempt.gateway_reference,
    transactionId: attempt.number,
    startedAt: attempt.created_at.toISOString(),
    confirmedAt: attempt.confirmed_at.toISOString(),
    instalmentMonths: attempt.instalment_months,
    isContactErased: contactOf(attempt) === null,
  };
}
