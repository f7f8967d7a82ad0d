import { downtimeOf } from '@/lib/domain/downtime';
import { malaysiaDayOf, millisecondsOf } from '@/lib/domain/malaysia-time';
import type { CurrentAttempt, Onward, PaymentPage } from '@/lib/domain/payment';
import { formatMoment, formatTimeOfDay } from '@/lib/i18n/format-time';
import type { Locale } from '@/lib/i18n/locale';

/** An outage of a method, bank, wallet or carrier, its times as the payer reads them. */
export type Outage =
  | { readonly state: 'down'; readonly until: string }
  | { readonly state: 'announced'; readonly from: string; readonly until: string };

/** What the browser is sent of a payment. Times are formatted by the server: browsers format some of them differently. */
export type PaymentView = Pick<
  PaymentPage,
  | 'refid'
  | 'productName'
  | 'lines'
  | 'itemTotal'
  | 'charges'
  | 'total'
  | 'serverTime'
  | 'methods'
  | 'savedCards'
  | 'savingCards'
  | 'cardsBelongTo'
  | 'autoDebitOption'
  | 'instalmentPlans'
  | 'personalBanks'
  | 'corporateBanks'
  | 'wallets'
  | 'carriers'
  | 'customer'
  | 'preferredMethod'
  | 'cardEncryptionKey'
> & {
  readonly attempt:
    (Pick<CurrentAttempt, 'state' | 'resultRoute'> & { readonly onward: Pick<Onward, 'kind'> | null }) | null;
  /** Milliseconds left to pay, by the backend's clock, when the page was rendered. */
  readonly remaining: number;
  /** Until when the payer has to pay. */
  readonly payBefore: string;
  /** By the id of the method, bank, wallet or carrier. */
  readonly outages: Readonly<Record<string, Outage>>;
};

/** Returns what the browser is sent of a payment, and no more. */
export function viewPayment(page: PaymentPage, locale: Locale): PaymentView {
  const { attempt, deadline, serverTime } = page;
  const isToday = malaysiaDayOf(deadline) === malaysiaDayOf(serverTime);
  return {
    refid: page.refid,
    productName: page.productName,
    // A single line says what the product's name says, and may name an account.
    lines: page.lines.length > 1 || page.charges.length > 0 ? page.lines : [],
    itemTotal: page.itemTotal,
    charges: page.charges,
    total: page.total,
    serverTime,
    methods: page.methods,
    savedCards: page.savedCards,
    savingCards: page.savingCards,
    cardsBelongTo: page.cardsBelongTo,
    autoDebitOption: page.autoDebitOption,
    instalmentPlans: page.instalmentPlans,
    personalBanks: page.personalBanks,
    corporateBanks: page.corporateBanks,
    wallets: page.wallets,
    carriers: page.carriers,
    customer: { email: page.customer.email, phoneNumber: page.customer.phoneNumber },
    preferredMethod: page.preferredMethod,
    cardEncryptionKey: page.cardEncryptionKey,
    attempt: attempt && {
      state: attempt.state,
      resultRoute: attempt.resultRoute,
      onward: attempt.onward && { kind: attempt.onward.kind },
    },
    remaining: millisecondsOf(deadline) - millisecondsOf(serverTime),
    payBefore: isToday ? formatTimeOfDay(deadline, locale) : formatMoment(deadline, locale),
    outages: listOutages(page, locale),
  };
}

function listOutages({ downtimes, serverTime }: PaymentPage, locale: Locale): PaymentView['outages'] {
  const outages: Record<string, Outage> = {};
  for (const { target } of downtimes) {
    const downtime = downtimeOf([target], downtimes, serverTime);
    if (downtime.state === 'none') continue;
    const until = formatMoment(downtime.until, locale);
    outages[target] =
      downtime.state === 'down'
        ? { state: 'down', until }
        : { state: 'announced', from: formatMoment(downtime.from, locale), until };
  }
  return outages;
}
