import type { CardBrand } from '@/lib/domain/card/card-fields';
import type { Locale } from '@/lib/domain/locales';
import { formatDay } from '@/lib/domain/format-time';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import type { RefundDestination } from '@/lib/domain/payment/refund-destination';
import { formatRinggit, type Sen } from '@/lib/domain/money';
import { catalogues } from '@/messages/catalogues';
import { formatMessage } from '../format-message';

export function tacText(code: string, amount: Sen, language: Locale): string {
  return formatMessage(catalogues[language].textMessage.tac, language, { code, amount: formatRinggit(amount) });
}

export function oneTimePinText(code: string, language: Locale): string {
  return formatMessage(catalogues[language].textMessage.oneTimePin, language, { code });
}

/** A registration, for its payer. */
interface AutoDebitRegistration {
  readonly accountNumber: string;
  readonly cardBrand: CardBrand;
  readonly cardLastFour: string;
}

/** `link` opens the auto-debit registration of the paid account. */
export function autoDebitReminderText(
  offer: { readonly title: string; readonly message: string },
  link: string,
  language: Locale,
): string {
  const setUpHere = formatMessage(catalogues[language].autoDebitOffer.setUpHere, language, { link });
  return [offer.title, offer.message, setUpHere].join('\n');
}

/** `link` cancels the registration. */
export function autoDebitRegisteredText(
  { accountNumber, cardBrand, cardLastFour }: AutoDebitRegistration,
  link: string,
  language: Locale,
): string {
  const { autoDebitMessage, cardBrands } = catalogues[language];
  const account = maskAccountNumber(accountNumber);
  const card = { brand: cardBrands[cardBrand], lastFour: cardLastFour };
  return [
    formatMessage(autoDebitMessage.registered, language, { account }),
    formatMessage(autoDebitMessage.registeredCard, language, card),
    formatMessage(autoDebitMessage.cancelHere, language, { link }),
  ].join('\n');
}

export function autoDebitCancelledText(
  { accountNumber, cardBrand, cardLastFour }: AutoDebitRegistration,
  language: Locale,
): string {
  const { autoDebitMessage, cardBrands } = catalogues[language];
  const account = maskAccountNumber(accountNumber);
  const card = { brand: cardBrands[cardBrand], lastFour: cardLastFour };
  return [
    formatMessage(autoDebitMessage.cancelled, language, { account }),
    formatMessage(autoDebitMessage.cancelledCard, language, card),
  ].join('\n');
}

/** A charge, for the payer of its registration. Days are `YYYY-MM-DD`. */
interface AutoDebitCharge extends AutoDebitRegistration {
  /** Sen. */
  readonly amount: Sen;
}

function chargeWords(
  { accountNumber, cardBrand, cardLastFour, amount }: AutoDebitCharge,
  language: Locale,
  more: Readonly<Record<string, string>> = {},
) {
  const values = {
    ...{ account: maskAccountNumber(accountNumber), amount: formatRinggit(amount) },
    ...{ brand: catalogues[language].cardBrands[cardBrand], lastFour: cardLastFour },
    ...more,
  };
  return (name: keyof (typeof catalogues)[typeof language]['autoDebitCharge']) =>
    formatMessage(catalogues[language].autoDebitCharge[name], language, values);
}

/** Tells of a charge before it is made. `cancelLink` ends the registration. */
export function chargeAnnouncedText(
  charge: AutoDebitCharge & { readonly chargeOn: string },
  cancelLink: string,
  language: Locale,
): string {
  const t = chargeWords(charge, language, { date: formatDay(charge.chargeOn, language) });
  const cancelHere = formatMessage(catalogues[language].autoDebitMessage.cancelHere, language, { link: cancelLink });
  return [t('announced'), t('announcedCard'), cancelHere].join('\n');
}

/** Tells of a declined charge, and when it is made again; `retryOn` null: never. `link` is where bills are paid. */
export function chargeDeclinedText(
  charge: AutoDebitCharge & { readonly retryOn: string | null },
  link: string,
  language: Locale,
): string {
  const date = charge.retryOn === null ? '' : formatDay(charge.retryOn, language);
  const t = chargeWords(charge, language, { link, date });
  return [t('declined'), t(charge.retryOn === null ? 'declinedLast' : 'declinedRetry'), t('payHere')].join('\n');
}

/** Tells that a charge was declined because the payer must approve it, and is not repeated. */
export function chargeNeedsPayerText(charge: AutoDebitCharge, link: string, language: Locale): string {
  const t = chargeWords(charge, language, { link });
  return [t('declined'), t('declinedNeedsPayer'), t('payHere')].join('\n');
}

/** Tells that the card cannot be charged any more, which has ended the registration. */
export function cardEndedText(charge: AutoDebitCharge, link: string, language: Locale): string {
  const t = chargeWords(charge, language, { link });
  return [t('cardEnded'), t('cardEndedReason'), t('payHere')].join('\n');
}

/** Tells that a bill is not charged, since it is larger than one payment can be. */
export function chargeTooLargeText(charge: AutoDebitCharge, link: string, language: Locale): string {
  const t = chargeWords(charge, language, { link });
  return [t('tooLarge'), t('tooLargeReason'), t('payHere')].join('\n');
}

/** Money that was returned, for its payer. */
interface ReturnedMoney {
  readonly amount: Sen;
  /** Of a payment of several accounts: the account whose money it is; null for any other. */
  readonly accountNumber: string | null;
  readonly productName: string;
  readonly paymentId: string;
  readonly destination: RefundDestination;
}

/** `link` opens the payment's result. */
export function refundText(
  { accountNumber, amount, productName, paymentId, destination }: ReturnedMoney,
  link: string,
  language: Locale,
): string {
  const { refundMessage } = catalogues[language];
  const t = (message: string, values: Readonly<Record<string, string>>) => formatMessage(message, language, values);
  const money = { amount: formatRinggit(amount), destination };
  return [
    t(refundMessage.title, { ...money, product: productName }),
    `${t(refundMessage.returned, money)} ${t(refundMessage.shows, money)}`,
    ...(accountNumber === null ? [] : [t(refundMessage.account, { account: maskAccountNumber(accountNumber) })]),
    t(refundMessage.paymentId, { paymentId }),
    t(refundMessage.seeOnline, { link }),
  ].join('\n');
}
