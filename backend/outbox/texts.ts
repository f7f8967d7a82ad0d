import type { CardBrand } from '@/lib/domain/card/card-fields';
import type { Locale } from '@/lib/domain/locales';
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

/** Money that was returned, for its payer. */
interface ReturnedMoney {
  readonly amount: Sen;
  readonly productName: string;
  readonly paymentId: string;
  readonly destination: RefundDestination;
}

/** `link` opens the payment's result. */
export function refundText(
  { amount, productName, paymentId, destination }: ReturnedMoney,
  link: string,
  language: Locale,
): string {
  const { refundMessage } = catalogues[language];
  const t = (message: string, values: Readonly<Record<string, string>>) => formatMessage(message, language, values);
  const money = { amount: formatRinggit(amount), destination };
  return [
    t(refundMessage.title, { ...money, product: productName }),
    `${t(refundMessage.returned, money)} ${t(refundMessage.shows, money)}`,
    t(refundMessage.paymentId, { paymentId }),
    t(refundMessage.seeOnline, { link }),
  ].join('\n');
}
