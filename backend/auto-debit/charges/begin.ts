import { amountToCharge } from '@/lib/domain/auto-debit-charge';
import { parseLocale } from '@/lib/domain/locales';
import { checkMethodAmount, resultRouteOfMethod } from '@/lib/domain/methods/method-table';
import { sen, type Sen } from '@/lib/domain/money';
import { createBillOrder } from '../../bills/service';
import { lockAccountState, type AccountState } from '../../bills/repeat-guard';
import { inTransaction, type Trx } from '../../db/database';
import { findGateway, findGatewayOfMethod } from '../../gateways-in-use';
import type { Gateway } from '../../gateways/gateway';
import { findPayer, type Payer } from '../../mandates/cancellation';
import { findOrder, type Order } from '../../payments/model';
import { createAttempt } from '../../payments/transitions';
import { createAttemptNumber } from '../../random-ids';
import type { Services } from '../../services';
import { isPaymentUnderWay, toChargeable, type ReadBill } from './bill';
import { lockRegistration, moveCharge, type Charge, type ChargedRegistration } from './model';

/** `waiting`: another payment of the account is under way. */
type Beginning = 'begun' | 'ended' | 'waiting';

/** Finds the gateway that charges a registration's card: the one that keeps it, or that of new cards; null if it cannot. */
export function findChargingGateway(
  { gateways }: Pick<Services, 'gateways'>,
  { card: { source } }: Pick<ChargedRegistration, 'card'>,
): Gateway | null {
  if (source.kind === 'kept') return findGateway(gateways, source.gateway);
  const gateway = findGatewayOfMethod(gateways, 'newCard');
  return gateway?.charges === undefined ? null : gateway;
}

/**
 * Begins an announced charge in one SQL transaction, before its gateway is called: its order, its attempt, and the charge's state. Nothing is
 * begun if the registration has ended, nothing is owed any more, or another payment of the account is under way.
 */
export async function beginCharge(
  services: Services,
  { mandate }: Charge,
  { bill, readAt }: ReadBill,
  gateway: Gateway,
  today: string,
): Promise<Beginning> {
  return inTransaction(services.db, async (trx) => {
    const { request, charge, registration } = await lockRegistration(trx, mandate);
    if (charge === null || charge.state === 'charging') return 'begun';
    const now = services.clock.now();
    const payer = registration === null ? null : await findPayer(trx, registration);
    if (registration === null || payer === null) {
      await moveCharge(trx, charge, request, 'cancelled', { at: now });
      return 'ended';
    }
    const state = await lockAccountState(trx, bill, readAt);
    if (isPaymentUnderWay(state)) return 'waiting';
    const announced = { dueDate: charge.due_date, amount: sen(charge.announced_amount) };
    const amount = amountToCharge(announced, toChargeable(bill, state), today);
    if (amount === 0 || checkMethodAmount('savedCard', amount) !== null) {
      await moveCharge(trx, charge, request, 'paid-otherwise', { at: now });
      return 'ended';
    }
    const order = await createChargeOrder(services, trx, { bill, readAt }, state, amount, payer);
    await writeTry(trx, charge, order, { gateway, registration, payer, now });
    const change = { tries: charge.tries + 1, first_charged_on: charge.first_charged_on ?? today };
    await moveCharge(trx, charge, request, 'charging', { at: now, ...change });
    return 'begun';
  });
}

async function createChargeOrder(
  services: Services,
  trx: Trx,
  { bill }: Pick<ReadBill, 'bill' | 'readAt'>,
  state: AccountState,
  amount: Sen,
  { payer_email: email, payer_language }: Payer,
): Promise<Order> {
  const contact = { email, phoneNumber: null, language: parseLocale(payer_language) };
  const refid = await createBillOrder(services, trx, bill, state, { amount, payAgain: false, ...contact }, null);
  const order = await findOrder(trx, refid);
  if (order === null) throw new Error('an order that was just created is missing');
  return order;
}

interface Try {
  readonly gateway: Gateway;
  readonly registration: ChargedRegistration;
  readonly payer: Payer;
  readonly now: Date;
}

async function writeTry(trx: Trx, charge: Charge, order: Order, { gateway, registration, payer, now }: Try) {
  await createAttempt(
    trx,
    {
      ...{ order_refid: order.refid, number: createAttemptNumber(), gateway: gateway.name, method: 'savedCard' },
      ...{ provider: null, amount: order.total, onward: null, gateway_reference: null, bank_name: null },
      result_route: resultRouteOfMethod({ method: 'savedCard', brand: registration.card.brand }),
      ...{ reason_code: null, payer_address: '', payer_email: payer.payer_email, payer_phone: null },
      ...{ payer_language: payer.payer_language, instalment_months: null, is_auto_debit: false },
      ...{ card_to_save: null, auto_debit_card: null, created_at: now, deadline: order.deadline },
      ...{ confirmed_at: null, approval_deadline: null, enquired_at: null, visit_id: null, returned_at: null },
      ...{ enquiry_budget_at: null, is_merchant_initiated: true },
      ...{ card_brand: registration.card.brand, card_last_four: registration.card.lastFour },
    },
    now,
    'backend',
  );
  await trx
    .insertInto('auto_debit_tries')
    .values({ charge_id: charge.id, number: charge.tries + 1, order_refid: order.refid })
    .execute();
}
