import type { Locale } from '@/lib/domain/locales';
import type { CommonConfig } from '@/lib/domain/common-config';
import { chooseAutoDebitTexts, type AutoDebitTexts } from '../partners/auto-debit-texts';
import type { Db, Trx } from '../db/database';
import { findGatewayOfMethod } from '../gateways-in-use';
import { findPartner } from '../partners/model';
import { accountOf, offeredAccountOf, type Order } from '../payments/model';
import type { Services } from '../services';

export interface AutoDebitOffer {
  readonly state: 'offered' | 'registered' | 'not-offered';
  /** `otp` or `ulm`. */
  readonly type: string;
  /** `601…`; null when none is on file. */
  readonly mobileNumber: string | null;
  /** Whether the order's account is registered, here or at the biller; null: not asked. */
  readonly isOnAutoDebit: boolean | null;
}

/**
 * Whether cards can be verified, and either charged by us or given to the biller in mandates. A card that its gateway keeps is of no use to a
 * biller.
 */
function canCollect({ gateways, biller, chargePolicy }: Services): boolean {
  const gateway = findGatewayOfMethod(gateways, 'newCard');
  const verifiesStored = gateway?.voidPayment !== undefined;
  if (chargePolicy === null) return verifiesStored && biller.mandates !== null;
  return gateway?.tokens !== undefined || (verifiesStored && gateway.charges !== undefined);
}

/** Whether this deployment can register accounts by its configured method, and have their bills collected. */
export function isAutoDebitOn(services: Services, config: Pick<CommonConfig, 'autoDebit' | 'accountLink'>): boolean {
  if (!canCollect(services)) return false;
  if (config.autoDebit.type === 'otp') return config.autoDebit.nonLoggedInEnabled;
  return config.autoDebit.type === 'ulm' && config.accountLink !== null && services.accountLinking !== null;
}

/** Whether an account is not on auto debit yet, neither here nor in the billing system. */
export async function canRegister(services: Services, accountNumber: string): Promise<boolean> {
  if (await isRegistered(services.db, accountNumber)) return false;
  const bill = await services.biller.findBill(accountNumber);
  return bill !== null && !bill.isOnAutoDebit;
}

async function isRegistered(db: Db | Trx, accountNumber: string): Promise<boolean> {
  const registered = await db
    .selectFrom('auto_debits')
    .select('account_number')
    .where('account_number', '=', accountNumber)
    .executeTakeFirst();
  return registered !== undefined;
}

/**
 * Whether an order's account is on auto debit, as far as is known without asking the biller: registered here, or in the
 * billing system when the order was created. Null: neither is known.
 */
export async function readAutoDebitFlag(db: Db | Trx, order: Order): Promise<boolean | null> {
  const accountNumber = accountOf(order);
  if (accountNumber !== null && (await isRegistered(db, accountNumber))) return true;
  return order.on_auto_debit;
}

/** Returns the texts of an offer for the order's partner. */
export async function findOfferTexts(
  { db, config }: Services,
  order: Pick<Order, 'partner_key'>,
  language: Locale,
): Promise<AutoDebitTexts> {
  const partner = await findPartner(db, order.partner_key);
  const { rebate } = (await config.read()).autoDebit;
  return chooseAutoDebitTexts(partner?.auto_debit_texts ?? {}, language, rebate);
}

/**
 * Finds whether the account whose bill an order has paid can be put on auto debit: it is not registered yet. For an order that pays no bill, or one
 * that somebody else has shared, there is no offer, only whether its account is on auto debit.
 */
export async function findAutoDebitOffer(services: Services, order: Order): Promise<AutoDebitOffer> {
  const config = await services.config.read();
  const { type } = config.autoDebit;
  const none = { type, state: 'not-offered', mobileNumber: null, isOnAutoDebit: null } as const;
  const accountNumber = accountOf(order);
  const mayOffer = offeredAccountOf(order) !== null;
  if (order.state !== 'paid' || order.held_for_review || accountNumber === null) return none;
  if (await isRegistered(services.db, accountNumber)) {
    return { ...none, state: mayOffer ? 'registered' : 'not-offered', isOnAutoDebit: true };
  }
  if (!isAutoDebitOn(services, config)) return none;
  const bill = await services.biller.findBill(accountNumber);
  if (bill === null) return none;
  const { isOnAutoDebit, mobileNumber } = bill;
  return isOnAutoDebit || !mayOffer
    ? { ...none, isOnAutoDebit }
    : { type, state: 'offered', mobileNumber, isOnAutoDebit };
}
