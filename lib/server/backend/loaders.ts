import 'server-only';
import { getLocale } from 'next-intl/server';
import { cache } from 'react';
import { autoDebitInfo, autoDebitMandate } from '@/lib/contract/auto-debit';
import { billLink } from '@/lib/contract/bill';
import type { Call, ResponseOf } from '@/lib/contract/call';
import {
  toAutoDebit,
  toAutoDebitRegistration,
  toAutoDebitTexts,
  toBill,
  toPaymentPage,
  toPaymentResult,
  withCustomer,
} from '@/lib/contract/mapping';
import {
  cardList,
  paymentBlacklisted,
  paymentCustomer,
  paymentPage,
  paymentProcessed,
  paymentResult,
} from '@/lib/contract/payment';
import {
  resolveAutoDebitTexts,
  type AutoDebit,
  type AutoDebitRegistration,
  type AutoDebitTexts,
} from '@/lib/domain/auto-debit';
import { reminderGet } from '@/lib/contract/reminders';
import type { Bill } from '@/lib/domain/bill/bill';
import type { LinkedReminder } from '@/lib/domain/bill/email-reminder';
import { sen, type Sen } from '@/lib/domain/money';
import { resultSources, type ResultRoute, type ResultSource } from '@/lib/domain/payment/outcomes';
import type { PaymentPage, PaymentResult } from '@/lib/domain/payment/payment';
import { withAllowedCardEntry } from '@/lib/domain/payment/own-card-entry';
import type { PaymentReference, Refid } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { callBackend, type BackendError } from './backend-client';
import { readDeviceToken } from '../session/device-token';
import { readVisitId } from '../session/visit-id';
import { readBillOfVisit } from '../session/visit-payments';
import { loadCommonConfig } from './common-config';
import { readEnvironment } from '../environment';
import { makeIdempotencyKey } from './idempotency';
import { loadAutoDebitTexts, optionalTextsTimeoutMs } from './auto-debit-texts';
import { loadTheme } from './theme';
import { readRequestId } from '../visit/visit-headers';

export { loadCommonConfig } from './common-config';
export { loadTheme, type PartnerTheme } from './theme';

type WirePage = ResponseOf<typeof paymentPage>;

/** The bill behind a direct link. With an amount it is already a payment, and the payer is redirected to it. */
export interface LinkedBill {
  readonly bill: Bill;
  /** For `sealBill`: the token in the bill's form. */
  readonly response: ResponseOf<typeof billLink>['bill'];
  readonly amount: Sen | null;
  readonly transactionRefid: string | null;
}

/** Returns the bill of a direct link (`/pay/direct/ebill?refid=…`). Loaded once per request. */
export const loadBillLink = cache(async (refid: Refid): Promise<Result<LinkedBill, BackendError>> => {
  const response = await callBackend(
    billLink,
    { refid, language: await getLocale() },
    { idempotencyKey: makeIdempotencyKey(), requestId: await readRequestId() },
  );
  if (!response.ok) return failure(response.error);
  const { bill, amount, transactionRefId } = response.value;
  return success({
    bill: toBill(bill),
    response: bill,
    amount: amount === null ? null : sen(amount),
    transactionRefid: transactionRefId,
  });
});

/** Returns the data of the payment page. Loaded once per request. */
export function loadPaymentPage(reference: PaymentReference): Promise<Result<PaymentPage, BackendError>> {
  return loadPaymentPageBy(reference.refid, reference.paymentId);
}

const loadPaymentPageBy = cache(
  async (refid: string | undefined, paymentId: string | undefined): Promise<Result<PaymentPage, BackendError>> => {
    const requestId = await readRequestId();
    const response = await callBackend(paymentPage, { refid, paymentId, language: await getLocale() }, { requestId });
    if (!response.ok) return failure(response.error);
    const { makeUesCall } = response.value.paymentPageDto;
    const [withCards, customer] = await Promise.all([
      withDeviceCards(response.value, requestId),
      // Optional: it only prefills fields.
      makeUesCall ? callBackend(paymentCustomer, { refid: response.value.refid }, { requestId }) : null,
    ]);
    const page = await withNamesForVisit(withAllowedCardEntry(toPaymentPage(withCards), readEnvironment().cardEntry));
    return success(customer?.ok ? withCustomer(page, customer.value) : page);
  },
);

/** Adds the cards saved on this device to a page without a customer's cards. Optional: without them the payment works. */
async function withDeviceCards(page: WirePage, requestId: string | null): Promise<WirePage> {
  const { paymentPageDto: dto } = page;
  const mayHaveCards = dto.rememberCardFlag || dto.providerKeys.includes('savedCard');
  if (!mayHaveCards || dto.favouriteCardList.length > 0) return page;
  const deviceToken = await readDeviceToken();
  if (deviceToken === undefined) return page;
  const cards = await callBackend(cardList, { refid: page.refid, deviceToken }, { requestId });
  return cards.ok ? { ...page, paymentPageDto: { ...dto, ...cards.value } } : page;
}

/** Leaves the names of the accounts' holders to the visit that was shown their bills: the reference alone opens the page. Security, row 14. */
async function withNamesForVisit(page: PaymentPage): Promise<PaymentPage> {
  if (page.accounts.length === 0 || (await readBillOfVisit(page.refid)).cameFromBill) return page;
  return { ...page, accounts: page.accounts.map((account) => ({ ...account, accountName: null })) };
}

const resultCalls = {
  result: paymentResult,
  processed: paymentProcessed,
  blacklisted: paymentBlacklisted,
} satisfies Record<ResultSource, Call>;

/** Returns what the result screen behind one of its eleven routes shows of a payment. Loaded once per request. */
export const loadPaymentResult = cache(
  async (route: ResultRoute, refid: Refid, approvalToken?: string): Promise<Result<PaymentResult, BackendError>> => {
    const requestId = await readRequestId();
    const request = { refid, language: await getLocale(), visitId: await readVisitId(), approvalToken };
    const [response, config] = await Promise.all([
      callBackend(resultCalls[resultSources[route]], request, { requestId }),
      loadCommonConfig(),
    ]);
    if (!response.ok) return failure(response.error);
    return success(toPaymentResult(response.value, config.ok ? config.value.promotion : null));
  },
);

/** Returns the offer of auto debit that follows a payment, and the state of its registration. Loaded once per request. */
export const loadAutoDebit = cache(async (refid: Refid): Promise<Result<AutoDebit, BackendError>> => {
  const request = { refid, language: await getLocale(), visitId: await readVisitId() };
  const response = await callBackend(autoDebitInfo, request, { requestId: await readRequestId() });
  return response.ok ? success(toAutoDebit(response.value)) : failure(response.error);
});

/** Returns the registration that a link to cancel it is for. */
export async function loadAutoDebitRegistration(token: string): Promise<Result<AutoDebitRegistration, BackendError>> {
  const response = await callBackend(autoDebitMandate, { token }, { requestId: await readRequestId() });
  return response.ok ? success(toAutoDebitRegistration(response.value)) : failure(response.error);
}

/** Returns the reminders that a link is for. */
export async function loadReminder(token: string): Promise<Result<LinkedReminder, BackendError>> {
  const response = await callBackend(reminderGet, { token }, { requestId: await readRequestId() });
  return response.ok ? success(response.value) : failure(response.error);
}

/**
 * Returns the offer of auto debit with its texts, each from the first source that has it (`resolveAutoDebitTexts`). `resultTexts`: those of
 * the payment's result, if the page has loaded it. A source that does not respond is skipped.
 */
export async function loadAutoDebitOffer(
  refid: Refid,
  resultTexts?: AutoDebitTexts | null,
): Promise<Result<AutoDebit, BackendError>> {
  const [offer, result, partner] = await Promise.all([
    loadAutoDebit(refid),
    resultTexts === undefined ? loadResultTexts(refid) : resultTexts,
    loadTextsOfPartner(refid),
  ]);
  if (!offer.ok) return offer;
  return success({ ...offer.value, ...resolveAutoDebitTexts({ result, partner, offer: offer.value }) });
}

async function loadResultTexts(refid: Refid): Promise<AutoDebitTexts | null> {
  const response = await callBackend(
    paymentResult,
    { refid, language: await getLocale() },
    { requestId: await readRequestId() },
    { backendUrl: readEnvironment().backendUrl, timeLimit: optionalTextsTimeoutMs },
  );
  if (!response.ok || response.value.autoDebitResponse === null) return null;
  return toAutoDebitTexts(response.value.autoDebitResponse);
}

async function loadTextsOfPartner(refid: Refid): Promise<AutoDebitTexts | null> {
  const theme = await loadTheme({ refid });
  if (!theme.ok) return null;
  const texts = await loadAutoDebitTexts(theme.value.partnerKey, await getLocale());
  return texts.ok ? texts.value : null;
}
