import type { RequestOf } from '@/lib/contract/call';
import type { paymentInit } from '@/lib/contract/payment';
import { findDowntime } from '@/lib/domain/payment/downtime';
import { sen } from '@/lib/domain/money';
import type { NextActionKind } from '@/lib/domain/payment/payment-step';
import { checkMethodAmount, resultRouteOfMethod, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import { success, type Result } from '@/lib/domain/result';
import { keepForAutoDebit } from '../auto-debit/card-of-payment';
import { openCard, openCvv } from '../cards/card-entry';
import { listDowntimes } from '../config/downtimes';
import { eghlWallets } from '../gateways/eghl/wallets';
import type { CardData, Gateway } from '../gateways/gateway';
import { refuse, type Refusal } from '../http/refusal';
import type { Services } from '../services';
import { methodsOf } from './offer';
import { instalmentPlans } from './instalments';
import type { Order } from './model';
import { findCardOwner } from './customer';

export type InitRequest = RequestOf<typeof paymentInit>;

type ChoiceRefusal = Refusal<
  'method-unavailable' | 'amount-not-allowed' | 'invalid-card' | 'card-expired' | 'invalid-request'
>;

/** What a payer has chosen, checked, with all that its gateway needs. The card is in memory alone. */
export interface Choice {
  readonly method: PaymentMethod;
  readonly gateway: Gateway;
  /** The gateway's own choice, as `AttemptOrder.provider`. */
  readonly provider: string | null;
  readonly resultRoute: ResultRoute;
  readonly card: CardData | null;
  /** JSON of the card to save after success, itself sealed; null where none is. */
  readonly cardToSave: string | null;
  /** The card as it waits, sealed, for auto debit; null where it does not: it is kept on request alone. */
  readonly autoDebitCard: string | null;
  readonly instalmentMonths: number | null;
  /** The bank of an instalment plan; other banks name themselves when they answer. */
  readonly bankName: string | null;
  readonly waitsFor: NextActionKind | null;
}

type PartOfChoice = Pick<
  Choice,
  'provider' | 'card' | 'cardToSave' | 'autoDebitCard' | 'instalmentMonths' | 'bankName' | 'waitsFor'
> & {
  readonly brand?: 'visa' | 'mastercard' | 'amex';
  /** What else than the method may be down: a bank, a wallet, a carrier. */
  readonly targets: readonly string[];
};

const nothingMore: PartOfChoice = {
  provider: null,
  card: null,
  cardToSave: null,
  autoDebitCard: null,
  instalmentMonths: null,
  bankName: null,
  waitsFor: null,
  targets: [],
};

/** Reads and checks the payer's choice against what the order is offered now. Nothing is written, no gateway is asked. */
export async function readChoice(
  services: Services,
  order: Order,
  request: InitRequest,
): Promise<Result<Choice, ChoiceRefusal>> {
  const method = request.paymentRequest.selectedPaymentMethod;
  const gateway = services.gateways.ofMethod[method];
  if (gateway === undefined || !methodsOf(services, order).includes(method)) return refuse('method-unavailable');
  const limit = checkMethodAmount(method, sen(order.total));
  if (limit !== null) return refuse('amount-not-allowed', { limit: limit.code, figure: limit.figure });

  const part = await readPart(services, order, request, method);
  if (!part.ok) return part;
  const { brand, targets, ...rest } = part.value;
  const now = services.clock.now();
  const outage = findDowntime([method, ...targets], await listDowntimes(services.db, now), now.toISOString());
  if (outage.state === 'down') return refuse('method-unavailable', { target: outage.target, until: outage.until });
  const resultRoute =
    method === 'newCard' || method === 'savedCard' || method === 'epp'
      ? resultRouteOfMethod({ method, brand: brand ?? 'visa' })
      : resultRouteOfMethod({ method });
  return success({ method, gateway, resultRoute, ...rest });
}

function readPart(
  services: Services,
  order: Order,
  request: InitRequest,
  method: PaymentMethod,
): Promise<Result<PartOfChoice, ChoiceRefusal>> {
  switch (method) {
    case 'newCard':
      return readNewCard(services, order, request);
    case 'savedCard':
      return readSavedCard(services, order, request);
    case 'epp':
      return readInstalments(services, order, request);
    case 'fpx':
      return readBank(services, 'personal', request.paymentRequest.fpxBankID);
    case 'fpxCorporate':
      return readBank(services, 'corporate', request.paymentRequest.fpxBankCorporateID);
    case 'wallet':
      return readProvider(request.paymentRequest.selectedWallet, wallets);
    case 'dcb':
      return readCarrier(services, request.paymentRequest.selectedDCB);
    default:
      return Promise.resolve(success(nothingMore));
  }
}

/** The wallets of the field `selectedWallet`, in the order in which they are offered. */
export const wallets = Object.keys(eghlWallets);

async function readNewCard(services: Services, order: Order, { paymentRequest, deviceToken }: InitRequest) {
  const card = await openCard(paymentRequest.cardDetails, services.cardDataKey, services.clock.now().toISOString());
  if (!card.ok) return refuse(card.error);
  const { brand, data } = card.value;
  const owner = findCardOwner(services, order, deviceToken);
  const isToSave = paymentRequest.saveCard && owner !== null;
  const cardToSave = isToSave ? JSON.stringify(services.savedCards.prepare(owner, brand, data)) : null;
  const isAskedFor = paymentRequest.isAutoDebitOption;
  const autoDebitCard = isAskedFor ? await keepForAutoDebit(services, order, brand, data) : null;
  return success({ ...nothingMore, card: data, brand, cardToSave, autoDebitCard });
}

async function readSavedCard(services: Services, order: Order, { paymentRequest, deviceToken }: InitRequest) {
  const owner = findCardOwner(services, order, deviceToken);
  if (owner === null) return refuse('method-unavailable', { target: 'savedCard' });
  const opened = await services.savedCards.open(owner, paymentRequest.uniqueCardId ?? '');
  if (!opened.ok) return refuse('invalid-card');
  const { brand, card, ...data } = opened.value;
  if (card.isExpired) return refuse('card-expired');
  if (card.isOffline) return refuse('method-unavailable', { target: paymentRequest.uniqueCardId ?? '' });
  const cvv = card.needsCvv ? await openCvv(paymentRequest.savedCardCvv, services.cardDataKey, brand) : success(null);
  if (!cvv.ok) return refuse(cvv.error);
  const autoDebitCard = await keepForAutoDebit(services, order, brand, data);
  return success({ ...nothingMore, card: { ...data, cvv: cvv.value }, brand, autoDebitCard });
}

async function readInstalments(services: Services, order: Order, { paymentRequest }: InitRequest) {
  const plan = instalmentPlans.find(({ bank }) => bank === paymentRequest.eppBank);
  const months = paymentRequest.monthTerm;
  if (plan === undefined || months === undefined || !plan.months.includes(months)) return refuse('invalid-request');
  if (order.total < plan.minimum) return refuse('amount-not-allowed', { limit: 'belowMinimum', figure: plan.minimum });
  const card = await openCard(paymentRequest.cardDetailsEPP, services.cardDataKey, services.clock.now().toISOString());
  if (!card.ok) return refuse(card.error);
  const { brand, data } = card.value;
  if (brand === 'amex') return refuse('invalid-card');
  return success({
    ...nothingMore,
    card: data,
    brand,
    provider: `${plan.bank}:${months}`,
    instalmentMonths: months,
    bankName: plan.bankName,
    targets: [plan.bank],
  });
}

async function readBank(services: Services, kind: 'personal' | 'corporate', bankId: string | undefined) {
  if (bankId === undefined) return refuse('invalid-request');
  const banks = await services.gateways.listBanks(kind);
  const bank = banks.find(({ id }) => id === bankId);
  if (bank === undefined || !bank.isOnline) return refuse('method-unavailable', { target: bankId });
  return success({ ...nothingMore, provider: bankId, targets: [bankId] });
}

async function readProvider(chosen: string | undefined, offered: readonly string[]) {
  if (chosen === undefined || !offered.includes(chosen)) return refuse('invalid-request');
  return success({ ...nothingMore, provider: chosen, targets: [chosen] });
}

async function readCarrier(services: Services, chosen: string | undefined) {
  const provider = await readProvider(chosen, services.carrier?.names ?? []);
  return provider.ok ? success({ ...provider.value, waitsFor: 'tac' as const }) : provider;
}
