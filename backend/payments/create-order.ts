import { maximumExtensions } from '@/lib/domain/payment/time-extension';
import type { PricedLine } from '@/lib/domain/payment/payment';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { Sen } from '@/lib/domain/money';
import { addMilliseconds, minuteMs } from '../clock';
import type { Trx } from '../db/database';
import { writeJobSchedule } from '../jobs/model';
import type { CustomerCheck, OrderItem, OrderRefusal, PartnerCustomer } from '../db/tables';
import type { Partner } from '../partners/model';
import { createPaymentId, createRefid } from '../random-ids';
import type { Order } from './model';
import { orderJobSchedule } from './schedule';
import { writeHistory } from './transitions';

/** A payment's default lifetime, if its partner sets no deadline. */
export const paymentLifetimeMs = 15 * minuteMs;

/** A bill that an order pays. */
export interface OrderBill {
  /** The account at the biller that is paid. */
  readonly accountNumber: string;
  /** The masked name of its holder; empty where the biller has none. */
  readonly accountName: string;
  /** Its part of the order's money: all of it where the order pays no other bill. */
  readonly amount: Sen;
  /** The biller's reference of the bill. */
  readonly reference: string | null;
  /** As `getBillLimit` returns it. */
  readonly limit: Sen;
  /** By the biller's word. */
  readonly isOnAutoDebit: boolean;
  /** By `resumesService`. */
  readonly resumesService: boolean;
}

export interface OrderRequest {
  readonly partner: Partner;
  readonly productName: string;
  /** How many items there are besides the one that `productName` names; 0 by default. */
  readonly furtherItems?: number;
  /** Those of quick pay are its bills, in their order. */
  readonly items: readonly OrderItem[];
  readonly charges: readonly PricedLine[];
  /** The bills that the order pays, each of another account; none for an order that pays no bill. */
  readonly bills: readonly OrderBill[];
  /** The payer's account. */
  readonly accountNumber: string | null;
  readonly email: string | null;
  readonly phoneNumber: string | null;
  /** As `orders.is_shared`. */
  readonly isShared?: boolean;
  readonly isEpp?: boolean;
  readonly monthTerm?: number | null;
  readonly isAutoDebitPreselected?: boolean;
  readonly deadline?: Date | null;
  readonly customer?: PartnerCustomer | null;
  readonly customerCheck?: CustomerCheck;
  readonly customerTokenSealed?: string | null;
  /** `digest`: of the parsed order; `sentDigest`: of the order as it was sent. */
  readonly partnerOrder?: { readonly number: string; readonly digest: string; readonly sentDigest: string } | null;
  readonly responseUrl?: string | null;
  readonly responseCode?: string | null;
  readonly webhookUrl?: string | null;
  readonly providerKeys?: readonly PaymentMethod[] | null;
  /** Refused at creation: the order cannot be paid, and is stored so that its screen can show the reason. */
  readonly refusal?: OrderRefusal | null;
}

/** Writes the accounts of an order that pays several. Throws where their amounts are not its total: a bug. */
async function writeOrderAccounts(trx: Trx, { refid, total }: Order, bills: readonly OrderBill[]): Promise<void> {
  if (bills.reduce((sum, { amount }) => sum + amount, 0) !== total) throw new Error('accounts that are not the total');
  await trx
    .insertInto('order_accounts')
    .values(
      bills.map((bill, index) => ({
        ...{ order_refid: refid, position: index + 1, account_number: bill.accountNumber },
        ...{ bill_reference: bill.reference, amount: bill.amount, bill_limit: bill.limit },
        resumes_service: bill.resumesService,
      })),
    )
    .execute();
}

/** Creates an order. The total is computed only here, from its lines. */
export async function createOrder(trx: Trx, request: OrderRequest, now: Date): Promise<Order> {
  const refusal = request.refusal ?? null;
  const total = [...request.items, ...request.charges].reduce((sum, { amount }) => sum + amount, 0);
  const { bills } = request;
  const bill = bills.length === 1 ? bills[0] : undefined;
  const order = await trx
    .insertInto('orders')
    .values({
      refid: createRefid(request.partner.refid_prefix),
      payment_id: createPaymentId(request.partner.payment_id_prefix),
      partner_key: request.partner.key,
      partner_order_number: request.partnerOrder?.number ?? null,
      partner_order_digest: request.partnerOrder?.digest ?? null,
      partner_order_sent_digest: request.partnerOrder?.sentDigest ?? null,
      product_name: request.productName,
      further_items: request.furtherItems ?? 0,
      items: JSON.stringify(request.items),
      charges: JSON.stringify(request.charges),
      total,
      is_epp: request.isEpp ?? false,
      month_term: request.monthTerm ?? null,
      auto_debit_preselected: request.isAutoDebitPreselected ?? false,
      response_url: request.responseUrl ?? null,
      response_code: request.responseCode ?? null,
      account_number: request.accountNumber,
      is_bill: bills.length > 0,
      bill_account: bill?.accountNumber ?? null,
      bill_reference: bill?.reference ?? null,
      bill_limit: bill?.limit ?? null,
      on_auto_debit: bill?.isOnAutoDebit ?? null,
      resumes_service: bill?.resumesService ?? false,
      account_count: Math.max(1, bills.length),
      is_shared: request.isShared ?? false,
      webhook_url: request.webhookUrl ?? null,
      provider_keys: request.providerKeys ? JSON.stringify(request.providerKeys) : null,
      customer: request.customer ? JSON.stringify(request.customer) : null,
      customer_check: request.customerCheck ?? 'not-needed',
      customer_token_sealed: request.customerTokenSealed ?? null,
      email: request.email,
      phone_number: request.phoneNumber,
      refusal,
      state: refusal === null ? 'open' : 'cancelled',
      created_at: now,
      deadline: request.deadline ?? addMilliseconds(now, paymentLifetimeMs),
      extensions_left: request.deadline ? 0 : maximumExtensions,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  if (bills.length > 1) await writeOrderAccounts(trx, order, bills);
  const opener = order.partner_order_number === null ? 'payer' : 'partner';
  await writeHistory(trx, {
    refid: order.refid,
    attemptId: null,
    state: refusal ?? order.state,
    by: refusal === null ? opener : 'backend',
    at: now,
    order,
  });
  await writeJobSchedule(trx, orderJobSchedule(order, now));
  return order;
}
