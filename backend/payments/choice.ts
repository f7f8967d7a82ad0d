import type { RequestOf } from '@/lib/contract/call';
import type { paymentInit } from '@/lib/contract/payment';
import type { CardBrand } from '@/lib/domain/card/card-brands';
import { findDowntime } from '@/lib/domain/payment/downtime';
import { sen } from '@/lib/domain/money';
import type { NextActionKind } from '@/lib/domain/payment/payment-step';
import { checkMethodAmount, isCardMethod, resultRouteOfMethod } from '@/lib/domain/methods/method-table';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { knownWallets } from '@/lib/domain/methods/wallet';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import { success, type Result } from '@/lib/domain/result';
import { retainCardForAutoDebit } from '../auto-debit/retained-card';
import { decryptCard, decryptCvv } from '../cards/card-decryption';
import { listDowntimes } from '../config/downtimes';
import type { CardData, Gateway } from '../gateways/gateway';
import { refuse, type Refusal } from '../http/refusal';
import type { Services } from '../services';
import { availableMethods } from './available-methods';
import type { Order } from './model';
import { findCardOwner } from './card-owner';

export type InitRequest = RequestOf<typeof paymentInit>;

type ChoiceRefusal = Refusal<
  'method-unavailable' | 'amount-not-allowed' | 'invalid-card' | 'card-expired' | 'invalid-request'
>;

/** What a payer has chosen, checked, with all that its gateway needs. The card is in memory only. */
export interface Choice {
  readonly method: PaymentMethod;
  readonly gateway: Gateway;
  /** The gateway's own choice, as `AttemptOrder.provider`. */
  readonly provider: string | null;
  readonly resultRoute: ResultRoute;
  readonly card: CardData | null;
  /** JSON of the card to save after success, itself sealed; null where none is. */
  readonly cardToSave: string | null;
  /** The encrypted card retained for auto debit; null when the payer has not requested it. */
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
  readonly brand?: CardBrand;
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
  if (gateway === undefined || !availableMethods(services, order).includes(method)) return refuse('method-unavailable');
  const limit = checkMethodAmount(method, sen(order.total));
  if (limit !== null) return refuse('amount-not-allowed', { limit: limit.code, figure: limit.figure });

  const part = await partReaders[method](services, order, request);
  if (!part.ok) return part;
  const { brand, targets, ...rest } = part.value;
  const now = services.clock.now();
  const outage = findDowntime([method, ...targets], await listDowntimes(services.db, now), now.toISOString());
  if (outage.state === 'down') return refuse('method-unavailable', { target: outage.target, until: outage.until });
  const resultRoute = isCardMethod(method)
    ? resultRouteOfMethod({ method, brand: brand ?? 'visa' })
    : resultRouteOfMethod({ method });
  return success({ method, gateway, resultRoute, ...rest });
}

type ReadPart = (
  services: Services,
  order: Order,
  request: InitRequest,
) => Promise<Result<PartOfChoice, ChoiceRefusal>>;

/** How each method's own part of a request is read. */
const partReaders: Readonly<Record<PaymentMethod, ReadPart>> = {
  savedCard: readSavedCard,
  newCard: readNewCard,
  epp: readInstalments,
  fpx: (services, _order, { paymentRequest }) => readBank(services, 'personal', paymentRequest.fpxBankID),
  fpxCorporate: (services, _order, { paymentRequest }) =>
    readBank(services, 'corporate', paymentRequest.fpxBankCorporateID),
  m2u: readNothing,
  wallet: async (_services, _order, { paymentRequest }) => readProvider(paymentRequest.selectedWallet, knownWallets),
  dcb: (services, _order, { paymentRequest }) => readCarrier(services, paymentRequest.selectedDCB),
  counter: readNothing,
  duitnowQr: readNothing,
};

async function readNothing(): ReturnType<ReadPart> {
  return success(nothingMore);
}

async function readNewCard(services: Services, order: Order, { paymentRequest, deviceToken }: InitRequest) {
  const card = await decryptCard(paymentRequest.cardDetails, services.cardDataKey, services.clock.now().toISOString());
  if (!card.ok) return refuse(card.error);
  const { brand, data } = card.value;
  const owner = findCardOwner(services, order, deviceToken);
  const isToSave = paymentRequest.saveCard && owner !== null;
  const cardToSave = isToSave ? JSON.stringify(services.savedCards.prepare(owner, brand, data)) : null;
  const isAskedFor = paymentRequest.isAutoDebitOption;
  const autoDebitCard = isAskedFor ? await retainCardForAutoDebit(services, order, brand, data) : null;
  return success({ ...nothingMore, card: data, brand, cardToSave, autoDebitCard });
}

async function readSavedCard(services: Services, order: Order, { paymentRequest, deviceToken }: InitRequest) {
  const owner = findCardOwner(services, order, deviceToken);
  if (owner === null) return refuse('method-unavailable', { target: 'savedCard' });
  const opened = await services.savedCards.load(owner, paymentRequest.uniqueCardId ?? '');
  if (!opened.ok) return refuse('invalid-card');
  const { brand, card, ...data } = opened.value;
  if (card.isExpired) return refuse('card-expired');
  if (card.isOffline) return refuse('method-unavailable', { target: paymentRequest.uniqueCardId ?? '' });
  const cvv = card.needsCvv
    ? await decryptCvv(paymentRequest.savedCardCvv, services.cardDataKey, brand)
    : success(null);
  if (!cvv.ok) return refuse(cvv.error);
  const autoDebitCard = await retainCardForAutoDebit(services, order, brand, data);
  return success({ ...nothingMore, card: { ...data, cvv: cvv.value }, brand, autoDebitCard });
}

async function readInstalments(services: Services, order: Order, { paymentRequest }: InitRequest) {
  const plan = (await services.config.readInstalmentPlans()).find(({ bank }) => bank === paymentRequest.eppBank);
  const months = paymentRequest.monthTerm;
  if (plan === undefined || months === undefined || !plan.months.includes(months)) return refuse('invalid-request');
  if (order.total < plan.minimum) return refuse('amount-not-allowed', { limit: 'belowMinimum', figure: plan.minimum });
  const card = await decryptCard(
    paymentRequest.cardDetailsEPP,
    services.cardDataKey,
    services.clock.now().toISOString(),
  );
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
