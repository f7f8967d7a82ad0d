import type { RequestOf } from '@/lib/contract/call';
import type { paymentInit } from '@/lib/contract/payment';
import type { CardBrand } from '@/lib/domain/card/card-brands';
import { findDowntime } from '@/lib/domain/payment/downtime';
import { sen } from '@/lib/domain/money';
import type { NextActionKind } from '@/lib/domain/payment/payment-step';
import { checkMethodAmount, isCardMethod, resultRouteOfMethod } from '@/lib/domain/methods/method-table';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import { success, type Result } from '@/lib/domain/result';
import { retainCardForAutoDebit, retainKeptCardForAutoDebit } from '../auto-debit/retained-card';
import { decryptCard, decryptCvv } from '../cards/card-decryption';
import { listDowntimes } from '../config/downtimes';
import type { CardData, Gateway } from '../gateways/gateway';
import { canSaveNewCards, findGatewayOfMethod, listBanks, listWallets } from '../gateways-in-use';
import { refuse, type Refusal } from '../http/refusal';
import type { Services } from '../services';
import { availableMethods } from './available-methods';
import type { Order } from './model';
import { findCardOwner } from './card-owner';
import { writeCardToKeep } from './card-to-save';

export type InitRequest = RequestOf<typeof paymentInit>;

type ChoiceRefusal = Refusal<
  'method-unavailable' | 'amount-not-allowed' | 'invalid-card' | 'card-expired' | 'invalid-request'
>;

/** A payer's validated choice, with the data for its gateway. The card is in memory only. */
export interface Choice {
  readonly method: PaymentMethod;
  readonly gateway: Gateway;
  /** The gateways that are tried next while nothing was sent to the payer's bank, in their order. */
  readonly alternatives: readonly Gateway[];
  /** The selection within the method, as `AttemptOrder.provider`. */
  readonly provider: string | null;
  readonly resultRoute: ResultRoute;
  readonly card: CardData | null;
  /** The brand of `card`; null without one. */
  readonly cardBrand: CardBrand | null;
  /** The token of a saved card that its gateway keeps; null for any other choice. */
  readonly cardToken: string | null;
  /** JSON of the encrypted card to save after success, or of whose card the gateway is to keep; null if none is. */
  readonly cardToSave: string | null;
  /** JSON of the card retained for auto debit, encrypted or kept by its gateway; null if the payer has not requested it. */
  readonly autoDebitCard: string | null;
  readonly instalmentMonths: number | null;
  /** The bank of an instalment plan; reports contain the names of other banks. */
  readonly bankName: string | null;
  readonly waitsFor: NextActionKind | null;
}

type MethodDetails = Pick<
  Choice,
  'provider' | 'card' | 'cardToken' | 'cardToSave' | 'autoDebitCard' | 'instalmentMonths' | 'bankName' | 'waitsFor'
> & {
  readonly brand?: CardBrand;
  /** The possible targets of an outage besides the method: a bank, a wallet, a carrier. */
  readonly targets: readonly string[];
};

const noDetails: MethodDetails = {
  provider: null,
  card: null,
  cardToken: null,
  cardToSave: null,
  autoDebitCard: null,
  instalmentMonths: null,
  bankName: null,
  waitsFor: null,
  targets: [],
};

/** Reads the payer's choice and validates it against the order's current offer. Writes nothing and calls no gateway. */
export async function readChoice(
  services: Services,
  order: Order,
  request: InitRequest,
): Promise<Result<Choice, ChoiceRefusal>> {
  const method = request.paymentRequest.selectedPaymentMethod;
  const first = findGatewayOfMethod(services.gateways, method);
  if (first === null || !availableMethods(services, order).includes(method)) return refuse('method-unavailable');
  const limit = checkMethodAmount(method, sen(order.total), { [method]: first.limits });
  if (limit !== null) return refuse('amount-not-allowed', { limit: limit.code, figure: limit.figure });

  const part = await detailReaders[method](services, order, request);
  if (!part.ok) return part;
  const { brand = null, targets, ...rest } = part.value;
  const now = services.clock.now();
  const outage = findDowntime([method, ...targets], await listDowntimes(services.db, now), now.toISOString());
  if (outage.state === 'down') return refuse('method-unavailable', { target: outage.target, until: outage.until });
  const resultRoute = isCardMethod(method)
    ? resultRouteOfMethod({ method, brand: brand ?? 'visa' })
    : resultRouteOfMethod({ method });
  const [gateway, ...alternatives] = (services.gateways.ofMethod[method] ?? []).filter(canBegin(method, part.value));
  if (gateway === undefined) return refuse('method-unavailable', { target: rest.provider ?? method });
  return success({ method, gateway, alternatives, resultRoute, cardBrand: brand, ...rest });
}

/** Whether a gateway can begin a choice: a card is typed in at one place, and not every gateway has each wallet. */
function canBegin(
  method: PaymentMethod,
  { provider, card, cardToken }: MethodDetails,
): (gateway: Gateway, index: number) => boolean {
  return ({ wallets, cardEntry }, index) => {
    // It is kept by the first one.
    if (cardToken !== null) return index === 0;
    if (card !== null) return cardEntry === undefined;
    return method !== 'wallet' || wallets === undefined || wallets.includes(provider ?? '');
  };
}

type ReadDetails = (
  services: Services,
  order: Order,
  request: InitRequest,
) => Promise<Result<MethodDetails, ChoiceRefusal>>;

/** Reads each method's own part of a request. */
const detailReaders: Readonly<Record<PaymentMethod, ReadDetails>> = {
  savedCard: readSavedCard,
  newCard: readNewCard,
  epp: readInstalments,
  fpx: (services, _order, { paymentRequest }) => readBank(services, 'personal', paymentRequest.fpxBankID),
  fpxCorporate: (services, _order, { paymentRequest }) =>
    readBank(services, 'corporate', paymentRequest.fpxBankCorporateID),
  m2u: readNoDetails,
  wallet: async (services, _order, { paymentRequest }) =>
    readProvider(paymentRequest.selectedWallet, listWallets(services.gateways)),
  dcb: (services, _order, { paymentRequest }) => readCarrier(services, paymentRequest.selectedDCB),
  counter: readNoDetails,
  duitnowQr: readNoDetails,
};

async function readNoDetails(): ReturnType<ReadDetails> {
  return success(noDetails);
}

async function readNewCard(services: Services, order: Order, { paymentRequest, deviceToken }: InitRequest) {
  // The card is not for us: one that is sent all the same is not read.
  const cardEntry = findGatewayOfMethod(services.gateways, 'newCard')?.cardEntry;
  if (cardEntry !== undefined) {
    const keepsFor = canSaveNewCards(services.gateways) ? findCardOwner(services, order, deviceToken) : null;
    const cardToSave = paymentRequest.saveCard && keepsFor !== null ? writeCardToKeep(keepsFor) : null;
    // Where the browser posts the card, its page asks only whether the card is to be saved.
    const isRetained = paymentRequest.isAutoDebitOption && (cardEntry === 'gateway' || cardToSave !== null);
    const autoDebitCard = isRetained ? await retainKeptCardForAutoDebit(services, order, null) : null;
    return success({ ...noDetails, cardToSave, autoDebitCard });
  }
  const card = await decryptCard(paymentRequest.cardDetails, services.cardDataKey, services.clock.now().toISOString());
  if (!card.ok) return refuse(card.error);
  const { brand, data } = card.value;
  const owner = findCardOwner(services, order, deviceToken);
  const savesCard = paymentRequest.saveCard && owner !== null && canSaveNewCards(services.gateways);
  const cardToSave = savesCard ? JSON.stringify(services.savedCards.prepare(owner, brand, data)) : null;
  const isRequested = paymentRequest.isAutoDebitOption;
  const autoDebitCard = isRequested ? await retainCardForAutoDebit(services, order, brand, data) : null;
  return success({ ...noDetails, card: data, brand, cardToSave, autoDebitCard });
}

async function readSavedCard(services: Services, order: Order, { paymentRequest, deviceToken }: InitRequest) {
  const owner = findCardOwner(services, order, deviceToken);
  if (owner === null) return refuse('method-unavailable', { target: 'savedCard' });
  const opened = await services.savedCards.load(owner, paymentRequest.uniqueCardId ?? '');
  if (!opened.ok) return refuse('invalid-card');
  const { brand, card } = opened.value;
  if (card.isExpired) return refuse('card-expired');
  if (card.isOffline) return refuse('method-unavailable', { target: paymentRequest.uniqueCardId ?? '' });
  if (opened.value.kind === 'kept') {
    const { token } = opened.value;
    const { lastFour, expiry } = card;
    const autoDebitCard = await retainKeptCardForAutoDebit(services, order, { token, brand, lastFour, expiry });
    return success({ ...noDetails, cardToken: token, brand, autoDebitCard });
  }
  const { data } = opened.value;
  const cvv = await decryptCvv(paymentRequest.savedCardCvv, services.cardDataKey, brand);
  if (!cvv.ok) return refuse(cvv.error);
  const autoDebitCard = await retainCardForAutoDebit(services, order, brand, data);
  return success({ ...noDetails, card: { ...data, cvv: cvv.value }, brand, autoDebitCard });
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
    ...noDetails,
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
  const banks = await listBanks(services.gateways, kind);
  const bank = banks.find(({ id }) => id === bankId);
  if (bank === undefined || !bank.isOnline) return refuse('method-unavailable', { target: bankId });
  return success({ ...noDetails, provider: bankId, targets: [bankId] });
}

async function readProvider(chosen: string | undefined, offered: readonly string[]) {
  if (chosen === undefined || !offered.includes(chosen)) return refuse('invalid-request');
  return success({ ...noDetails, provider: chosen, targets: [chosen] });
}

async function readCarrier(services: Services, chosen: string | undefined) {
  const provider = await readProvider(chosen, services.carrier?.names ?? []);
  return provider.ok ? success({ ...provider.value, waitsFor: 'tac' as const }) : provider;
}
