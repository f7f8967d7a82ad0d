import { findDowntime } from '@/lib/domain/payment/downtime';
import { methodOfReturningPayer } from '@/lib/domain/payment/preferred-method';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { hasEnded } from '@/lib/domain/payment/payment-states';
import { displayPhoneNumber } from '@/lib/domain/contact/phone';
import { formatMoment } from '@/lib/domain/format-time';
import type { Locale } from '@/lib/domain/locales';
import { cardWalletNames } from '@/lib/domain/methods/card-wallets';
import { listMainBanks, type MainBank } from '@/lib/domain/methods/main-banks';
import { paymentMethods, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { findUsableCard } from '@/lib/domain/card/saved-cards';
import type { ProviderWarnings } from './provider-warnings';
import { isKioskVisit } from '@/lib/domain/visit/kiosk-visit';

/** An outage of a method, bank, wallet or carrier, with formatted times. */
export type Outage =
  | { readonly state: 'down'; readonly until: string; readonly message?: string | null }
  | { readonly state: 'announced'; readonly from: string; readonly until: string; readonly message?: string | null };

/** The part of a payment that is sent to the browser. The server formats times, because browsers format some differently. */
export type PaymentView = Pick<
  PaymentPage,
  | 'refid'
  | 'total'
  | 'isRepeated'
  | 'serverTime'
  | 'cardEntry'
  | 'methodLimits'
  | 'savedCards'
  | 'savingCards'
  | 'cardsBelongTo'
  | 'autoDebitOption'
  | 'instalmentPlans'
  | 'monthTerm'
  | 'personalBanks'
  | 'corporateBanks'
  | 'wallets'
  | 'carriers'
  | 'customer'
  | 'cardEncryptionKey'
> & {
  /** The method of the last attempt, if it has failed, else the customer's: a saved card for one who has paid by a new card. */
  readonly preferredMethod: PaymentMethod | null;
  /** The names of the wallets that the gateway's page offers for a new card, as a list in words; null: none. */
  readonly cardWallets: string | null;
  /** The offered methods, in the order of the page. */
  readonly methods: readonly PaymentMethod[];
  /** Those that follow under a heading; empty: all are in one list. */
  readonly moreMethods: readonly PaymentMethod[];
  /** The banks with shortcuts before the list of all banks. */
  readonly mainBanks: { readonly personal: readonly MainBank[]; readonly corporate: readonly MainBank[] };
  /** An attempt was begun and has not ended. */
  readonly isInProgress: boolean;
  /** Shown at a kiosk, where no link may leave the payment. */
  readonly isKiosk: boolean;
  /** By the id of the method, bank, wallet or carrier. */
  readonly outages: Readonly<Record<string, Outage>>;
  /** By method: the banks and wallets that are slow or failing just now. */
  readonly warnings: ProviderWarnings;
};

/** Picks the part of a payment that is sent to the browser. `mainMethods` are listed first, the other methods under a heading. */
export function toPaymentView(
  page: PaymentPage,
  locale: Locale,
  mainMethods: readonly PaymentMethod[] = [],
  warnings: ProviderWarnings = {},
): PaymentView {
  const main = mainMethods.filter((method) => page.methods.includes(method));
  const others = paymentMethods.filter((method) => page.methods.includes(method) && !main.includes(method));
  return {
    refid: page.refid,
    isKiosk: isKioskVisit(new URLSearchParams({ refid: page.refid, paymentId: page.paymentId }).toString()),
    total: page.total,
    isRepeated: page.isRepeated,
    isInProgress: page.attempt !== null && !hasEnded(page.attempt.state),
    serverTime: page.serverTime,
    methods: [...main, ...others],
    moreMethods: main.length === 0 ? [] : others,
    cardEntry: page.cardEntry,
    cardWallets: listCardWallets(page, locale),
    methodLimits: page.methodLimits,
    savedCards: page.savedCards,
    savingCards: page.savingCards,
    cardsBelongTo: page.cardsBelongTo,
    autoDebitOption: page.autoDebitOption,
    instalmentPlans: page.instalmentPlans,
    monthTerm: page.monthTerm,
    personalBanks: page.personalBanks,
    corporateBanks: page.corporateBanks,
    mainBanks: {
      personal: listMainBanks('personal', page.personalBanks),
      corporate: listMainBanks('corporate', page.corporateBanks),
    },
    wallets: page.wallets,
    carriers: page.carriers,
    customer: { email: page.customer.email, phoneNumber: displayPhoneNumber(page.customer.phoneNumber ?? '') },
    preferredMethod:
      page.attempt?.state === 'failed'
        ? page.attempt.method
        : methodOfReturningPayer(page.preferredMethod, page, findUsableCard(page.savedCards)?.uniqueCardId ?? null),
    cardEncryptionKey: page.cardEncryptionKey,
    outages: listOutages(page, locale),
    warnings,
  };
}

/** Where a card is typed in on our page, no gateway's page follows. */
function listCardWallets({ cardEntry, cardWallets }: PaymentPage, locale: Locale): string | null {
  if (cardEntry === 'own' || cardWallets.length === 0) return null;
  const list = new Intl.ListFormat(locale, { type: 'disjunction' });
  return list.format(cardWallets.map((wallet) => cardWalletNames[wallet]));
}

function listOutages({ downtimes, serverTime }: PaymentPage, locale: Locale): PaymentView['outages'] {
  const outages: Record<string, Outage> = {};
  for (const { target } of downtimes) {
    const downtime = findDowntime([target], downtimes, serverTime);
    if (downtime.state === 'none') continue;
    const { message } = downtime;
    const until = formatMoment(downtime.until, locale);
    outages[target] =
      downtime.state === 'down'
        ? { state: 'down', until, message }
        : { state: 'announced', from: formatMoment(downtime.from, locale), until, message };
  }
  return outages;
}
