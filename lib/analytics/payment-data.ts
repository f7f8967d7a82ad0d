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

/** Text in all fields: amounts in ringgit with two decimals, such as `138.78`. */
export type PaymentData = Readonly<Record<PaymentDataField, string>>;
type KnownData = Partial<PaymentData>;

/** What analytics gets in place of a value; always the same for the same value. */
export interface Pseudonyms {
  /** Of a reference: useless for opening the payment. */
  readonly ofReference: (reference: string) => string;
  /** Of what names a person: an account number, an e-mail address, a user id. */
  readonly ofPerson: (value: string) => string;
}

/** What an earlier step of a visit has known of its payment, as analytics gets it. Null where it is not known. */
export interface CarriedData {
  readonly accountNumber: string | null;
  readonly totalAmountDue: string | null;
  readonly customerType: string | null;
  readonly partnerUserKey: string | null;
}

/** The known data of a visit that has come to a payment without a bill. */
export const nothingCarried: CarriedData = {
  accountNumber: null,
  totalAmountDue: null,
  customerType: null,
  partnerUserKey: null,
};

/** A payment's data besides the backend's: what the visit carries, and the e-mail address as it was typed or vouched for. */
interface VisitData {
  readonly carried: CarriedData;
  readonly email: string | null;
}

/** Returns all fields, in the order of the specification. */
export function fillPaymentData(known: KnownData): PaymentData {
  const { transactionRefId, totalAmount, channel, accountType, totalAmountDue, customerType } = known;
  const { accountNumber, channelKey, paymentId, paymentType, partnerUserKey, email, amount } = known;
  return {
    transactionRefId: transactionRefId ?? notAvailable,
    totalAmount: totalAmount ?? notAvailable,
    channel: channel ?? notAvailable,
    accountType: accountType ?? notAvailable,
    accountNumber: accountNumber ?? notAvailable,
    totalAmountDue: totalAmountDue ?? notAvailable,
    customerType: customerType ?? notAvailable,
    channelKey: channelKey ?? notAvailable,
    paymentId: paymentId ?? notAvailable,
    paymentType: paymentType ?? notAvailable,
    partnerUserKey: partnerUserKey ?? notAvailable,
    email: email ?? notAvailable,
    amount: amount ?? notAvailable,
  };
}

function writeAmount(amount: Sen): string {
  return (amount / 100).toFixed(2);
}

/** What is described of a bill; the account number is null where the visit is not shown it. */
interface DescribedBill extends Pick<Bill, 'currentBalance' | 'customerType'> {
  readonly accountNumber: string | null;
}

/** The data that is known while a bill is shown. */
export function describeBill(bill: DescribedBill, pseudonyms: Pseudonyms): PaymentData {
  const { accountNumber, totalAmountDue, customerType } = carryBill(bill, pseudonyms);
  return fillPaymentData({ accountNumber: accountNumber ?? undefined, totalAmountDue, customerType });
}

/** What the payment of a bill carries of it. */
export function carryBill(bill: DescribedBill, { ofPerson }: Pseudonyms) {
  return {
    accountNumber: bill.accountNumber === null ? null : ofPerson(bill.accountNumber),
    totalAmountDue: writeAmount(bill.currentBalance),
    customerType: bill.customerType,
  };
}

/** Returns the pseudonym of a value, nothing for nothing. */
const nameIfKnown = (value: string | null, { ofPerson }: Pseudonyms) => (value === null ? undefined : ofPerson(value));

/** The data that is known while a payment's page is shown. */
export function describePayment(
  page: Pick<PaymentPage, 'refid' | 'paymentId' | 'partnerKey' | 'partnerUserKey' | 'total' | 'itemTotal'>,
  { carried, email }: VisitData,
  pseudonyms: Pseudonyms,
): PaymentData {
  return fillPaymentData({
    transactionRefId: pseudonyms.ofReference(page.refid),
    paymentId: pseudonyms.ofReference(page.paymentId),
    channelKey: page.partnerKey,
    totalAmount: writeAmount(page.total),
    amount: writeAmount(page.itemTotal),
    accountNumber: carried.accountNumber ?? undefined,
    totalAmountDue: carried.totalAmountDue ?? undefined,
    customerType: carried.customerType ?? undefined,
    partnerUserKey: nameIfKnown(page.partnerUserKey, pseudonyms),
    email: nameIfKnown(email, pseudonyms),
  });
}

/** The data that is known of a payment from its result: its total, without the items' sum. */
export function describeResult(
  result: Pick<PaymentResult, 'refid' | 'paymentId' | 'partnerKey' | 'accountNumber' | 'amount'>,
  { carried, email }: VisitData,
  pseudonyms: Pseudonyms,
): PaymentData {
  return fillPaymentData({
    transactionRefId: pseudonyms.ofReference(result.refid),
    paymentId: pseudonyms.ofReference(result.paymentId),
    channelKey: result.partnerKey,
    totalAmount: writeAmount(result.amount),
    amount: writeAmount(result.amount),
    accountNumber: nameIfKnown(result.accountNumber, pseudonyms),
    totalAmountDue: carried.totalAmountDue ?? undefined,
    customerType: carried.customerType ?? undefined,
    partnerUserKey: carried.partnerUserKey ?? undefined,
    email: nameIfKnown(email, pseudonyms),
  });
}
