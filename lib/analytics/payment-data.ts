import type { Bill } from '@/lib/domain/bill/bill';
import type { Sen } from '@/lib/domain/money';
import type { PaymentPage, PaymentResult } from '@/lib/domain/payment/payment';

/** The part of a payment that analytics reads. Specification, section 3, Payment page data. */
export const paymentDataFields = [
  'transactionRefId',
  'totalAmount',
  'channel',
  'accountType',
  'accountNumber',
  'totalAmountDue',
  'customerType',
  'channelKey',
  'paymentId',
  'paymentType',
  'partnerUserKey',
  'email',
  'amount',
] as const;
type PaymentDataField = (typeof paymentDataFields)[number];

/** Written where a value is not available. Specification, section 3. */
export const notAvailable = 'NA';

/** Personal data, which analytics never receives although the site has it. */
export const withheldFields = [
  'accountNumber',
  'partnerUserKey',
  'email',
] as const satisfies readonly PaymentDataField[];

/** Text in all fields: amounts in ringgit with two decimals, such as `138.78`. */
export type PaymentData = Readonly<Record<PaymentDataField, string>>;
type KnownData = Partial<Readonly<Record<Exclude<PaymentDataField, (typeof withheldFields)[number]>, string>>>;

/** Returns the pseudonym of a reference: always the same for one reference, and useless for opening the payment. */
export type PseudonymizeReference = (reference: string) => string;

/** Returns all fields, in the order of the specification. */
export function fillPaymentData(known: KnownData): PaymentData {
  const { transactionRefId, totalAmount, channel, accountType, totalAmountDue, customerType } = known;
  const { channelKey, paymentId, paymentType, amount } = known;
  return {
    transactionRefId: transactionRefId ?? notAvailable,
    totalAmount: totalAmount ?? notAvailable,
    channel: channel ?? notAvailable,
    accountType: accountType ?? notAvailable,
    accountNumber: notAvailable,
    totalAmountDue: totalAmountDue ?? notAvailable,
    customerType: customerType ?? notAvailable,
    channelKey: channelKey ?? notAvailable,
    paymentId: paymentId ?? notAvailable,
    paymentType: paymentType ?? notAvailable,
    partnerUserKey: notAvailable,
    email: notAvailable,
    amount: amount ?? notAvailable,
  };
}

function writeAmount(amount: Sen): string {
  return (amount / 100).toFixed(2);
}

/** The data that is known while a bill is shown. */
export function describeBill(bill: Pick<Bill, 'currentBalance' | 'customerType'>): PaymentData {
  return fillPaymentData({ totalAmountDue: writeAmount(bill.currentBalance), customerType: bill.customerType });
}

/** The data that is known while a payment's page is shown. */
export function describePayment(
  page: Pick<PaymentPage, 'refid' | 'paymentId' | 'partnerKey' | 'total' | 'itemTotal'>,
  nameReference: PseudonymizeReference,
): PaymentData {
  return fillPaymentData({
    transactionRefId: nameReference(page.refid),
    paymentId: nameReference(page.paymentId),
    channelKey: page.partnerKey,
    totalAmount: writeAmount(page.total),
    amount: writeAmount(page.itemTotal),
  });
}

/** The data that is known of a payment from its result: its total, without the items' sum. */
export function describeResult(
  result: Pick<PaymentResult, 'refid' | 'paymentId' | 'partnerKey' | 'amount'>,
  nameReference: PseudonymizeReference,
): PaymentData {
  return fillPaymentData({
    transactionRefId: nameReference(result.refid),
    paymentId: nameReference(result.paymentId),
    channelKey: result.partnerKey,
    totalAmount: writeAmount(result.amount),
    amount: writeAmount(result.amount),
  });
}
