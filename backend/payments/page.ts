import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { paymentCustomer, paymentPage } from '@/lib/contract/payment';
import { toCommonConfig } from '@/lib/contract/mapping';
import type { Locale } from '@/lib/domain/locales';
import { methodTable } from '@/lib/domain/methods/method-table';
import { getAccountEnding, maskAccountNumbers } from '@/lib/domain/payment/customer-masking';
import type { SavedCard } from '@/lib/domain/payment/payment';
import { success, type Result } from '@/lib/domain/result';
import { readOtherPayments } from '../bills/repeat-guard';
import { isAutoDebitOn, canRegister } from '../auto-debit/offer';
import { maximumSavedCards, toFavouriteCard } from '../cards/saved-cards';
import { listDowntimes } from '../config/downtimes';
import { findGatewayOfMethod, listBanks, listWallets } from '../gateways-in-use';
import { refuse, type Refusal } from '../http/refusal';
import { validateCustomerToken } from '../partners/customer-token';
import { findPartner, partnerUserKeyOf, returnUrlOf, type Partner } from '../partners/model';
import { listProviderHealth } from '../provider-health/service';
import type { Services } from '../services';
import { maySaveCards, partnerCardOwner, partnerCustomerAccount } from './card-owner';
import { billAccountOf, hasCode, loadPayment, offeredAccountOf, type Attempt, type Order } from './model';
import { hasSeveralAccounts, listOrderAccounts } from './order-accounts';
import { availableMethods } from './available-methods';
import { findExtensionObstacle } from './extend';
import { productNameOf } from './product-name';

type PageResponse = ResponseInputOf<typeof paymentPage>;

export async function savedCardsOf(services: Services, order: Order): Promise<readonly SavedCard[]> {
  const owner = partnerCardOwner(order);
  return owner === null ? [] : services.savedCards.list(services.db, owner);
}

/** The latest attempt in the contract's format. */
function toPageAttempt(attempt: Attempt | undefined): PageResponse['attempt'] {
  if (attempt === undefined) return null;
  const { state, method, provider, onward: nextAction, result_route: resultRoute } = attempt;
  return {
    state,
    paymentMethod: method,
    // Of instalments it is a plan.
    provider: methodTable[method].instalments ? null : provider,
    onward: nextAction?.kind === 'redirect' ? { ...nextAction, fields: { ...nextAction.fields } } : nextAction,
    resultRoute,
    reasonCode: state === 'failed' ? (attempt.reason_code?.slice(0, 60) ?? null) : null,
  };
}

/** The payment's deadline: a valid code may outlast the page's timer. */
function deadlineOf(order: Order, attempt: Attempt | undefined): Date {
  const isWaiting = order.state === 'open' && attempt?.state === 'redirected' && hasCode(attempt);
  return isWaiting && attempt.deadline > order.deadline ? attempt.deadline : order.deadline;
}

async function toPageDto(
  services: Services,
  order: Order,
  partner: Partner,
  language: Locale | undefined,
): Promise<PageResponse['paymentPageDto']> {
  const [cards, personal, corporate, config, instalmentPlans, downtimes] = await Promise.all([
    savedCardsOf(services, order),
    listBanks(services.gateways, 'personal'),
    listBanks(services.gateways, 'corporate'),
    services.config.readWire(),
    services.config.readInstalmentPlans(),
    listDowntimes(services.db, services.clock.now()),
  ]);
  const methods = availableMethods(services, order).filter(
    (method) => !methodTable[method].instalments || instalmentPlans.length > 0,
  );
  const toBank = ({ id, name, isOnline }: (typeof personal)[number]) => ({ bankID: id, bankName: name, isOnline });
  const cardGateway = findGatewayOfMethod(services.gateways, 'newCard');
  const itemTotal = order.items.reduce((sum, { amount }) => sum + amount, 0);
  const accounts = hasSeveralAccounts(order) ? await listOrderAccounts(services.db, order) : [];
  const numbers = accounts.map(({ accountNumber }) => accountNumber);
  return {
    productname: productNameOf(order, language),
    // The reference alone opens the page. Security, row 14.
    itemDescList: order.items.map(({ name, amount }) => ({ name: maskAccountNumbers(name, numbers), amount })),
    itemTotalAmount: itemTotal,
    additionalChargesList: order.charges.map(({ name, amount }) => ({ name, amount })),
    totalAmount: order.total,
    currencyCode: 'MYR',
    currencyExp: 2,
    isEpp: methods.includes('epp'),
    monthTerm: order.month_term,
    eppInfoList: instalmentPlans.map(({ bank, bankName, minimum }) => ({ bank, bankName, minimumAmount: minimum })),
    installmentMonthsMap: Object.fromEntries(instalmentPlans.map(({ bank, months }) => [bank, [...months]])),
    providerKeys: [...methods],
    methodLimits: methods.flatMap((method) => {
      const limits = findGatewayOfMethod(services.gateways, method)?.limits;
      return limits === undefined
        ? []
        : [{ paymentMethod: method, minimumAmount: limits.minimum, maximumAmount: limits.maximum }];
    }),
    partnerKey: partner.key,
    returnsToPartner: returnUrlOf(order, partner) !== null,
    accountEnding: billAccountOf(order)?.slice(-4) ?? null,
    accounts: accounts.map(({ accountNumber, accountName, amount }) => ({
      ...{ accountEnding: getAccountEnding(accountNumber), accountName, amount },
    })),
    cardEntry: cardGateway?.cardEntry ?? 'own',
    cardWallets: methods.includes('newCard') ? [...(cardGateway?.cardWallets ?? [])] : [],
    favouriteCardList: cards.map(toFavouriteCard),
    rememberCardFlag: maySaveCards(services, order),
    cardsBelongTo: partnerCustomerAccount(order) === null ? 'device' : 'customer',
    maximumCardsReached: cards.length >= maximumSavedCards,
    fpxBankListPersonal: personal.map(toBank),
    fpxBankListCorporate: corporate.map(toBank),
    ewalletEghlProviders: methods.includes('wallet') ? [...listWallets(services.gateways)] : [],
    dcbProviders: methods.includes('dcb') ? [...(services.carrier?.names ?? [])] : [],
    autoDebitChkBox: offeredAccountOf(order) !== null,
    autoDebitDefaultCheckedFlag: order.auto_debit_preselected,
    autoDebitCampaignEnabled:
      isAutoDebitOn(services, toCommonConfig(config)) && (await canRegisterForAutoDebit(services, order)),
    makeUesCall: partner.make_ues_call,
    merchantTokenValidation: partner.token_check_url !== null,
    downtimeDto: [...downtimes],
    providerHealthList: listProviderHealth(services.providerHealth).map(({ method: paymentMethod, ...health }) => ({
      paymentMethod,
      ...health,
    })),
  };
}

async function canRegisterForAutoDebit(services: Services, order: Order): Promise<boolean> {
  const accountNumber = offeredAccountOf(order);
  return accountNumber !== null && canRegister(services, accountNumber);
}

/**
 * Reads everything that the payment page shows: payment.page. It contains nothing that a payer typed: anyone with the reference can read the
 * page, and the site stores input for the visit that typed it (security, row 43). What was chosen, a method and a bank, it contains.
 */
export async function readPage(
  services: Services,
  { language, ...reference }: RequestOf<typeof paymentPage>,
): Promise<Result<PageResponse, Refusal<ErrorCodeOf<typeof paymentPage>>>> {
  const found = await loadPayment(services.db, reference);
  if (!found.ok) return refuse(found.error);
  const { attempts } = found.value;
  const partner = await findPartner(services.db, found.value.order.partner_key);
  if (partner === null) throw new Error('an order without a partner');
  const order = await validateCustomerToken(services, partner, found.value.order);
  const { customer } = order;
  const { recentPayments, isRepeated } = await readOtherPayments(services.db, order, services.clock.now());
  return success({
    refid: order.refid,
    paymentId: order.payment_id,
    orderState: order.state,
    heldForReview: order.held_for_review,
    recentPayments: recentPayments.map((payment) => ({ ...payment })),
    isRepeated,
    attempt: toPageAttempt(attempts.at(-1)),
    deadline: deadlineOf(order, attempts.at(-1)).toISOString(),
    extensionsLeft: findExtensionObstacle(order, attempts, services.clock.now()) === null ? order.extensions_left : 0,
    continuesElsewhere: true,
    serverTime: services.clock.now().toISOString(),
    paymentPageDto: await toPageDto(services, order, partner, language),
    customerDetail: {
      email: customer?.email ?? null,
      phoneNumber: customer?.phoneNumber ?? null,
      partneruserkey: partnerUserKeyOf(partner, customer),
      profile: customer?.profile.map(({ key, value }) => ({ key, value })) ?? [],
    },
    paymentPreferenceDetail: {
      emailPreference: null,
      phoneNumberPreference: null,
      paymentMethodPreference: attempts.at(-1)?.method ?? null,
    },
    cardEncryptionKey: { ...services.cardDataKey.publicJwk },
  });
}

/** Finds the last successful attempt of an identified customer with this partner. */
async function findLastPaidAttempt({ db }: Services, order: Order) {
  const owner = partnerCustomerAccount(order);
  if (owner === null) return undefined;
  return db
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.refid', 'attempts.order_refid')
    .select('attempts.method')
    .where('orders.partner_key', '=', order.partner_key)
    .where('orders.account_number', '=', owner)
    .where('orders.customer', 'is not', null)
    .where('attempts.state', '=', 'successful')
    .orderBy('attempts.confirmed_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Reads the customer's stored details, the "UES" details: payment.customer. Empty for a customer whom the partner has not identified. The contact is
 * the partner's: whoever paid last may have typed their own. Security, row 43.
 */
export async function readCustomer(
  services: Services,
  { refid }: RequestOf<typeof paymentCustomer>,
): Promise<Result<ResponseInputOf<typeof paymentCustomer>, Refusal<ErrorCodeOf<typeof paymentCustomer>>>> {
  const found = await loadPayment(services.db, { refid });
  if (!found.ok) return refuse(found.error);
  const { order } = found.value;
  const [cards, last] = await Promise.all([savedCardsOf(services, order), findLastPaidAttempt(services, order)]);
  return success({
    email: order.customer?.email ?? null,
    phoneNumber: order.customer?.phoneNumber ?? null,
    favouriteCardList: cards.map(toFavouriteCard),
    paymentMethodPreference: last?.method ?? null,
  });
}
