import { getLocale } from 'next-intl/server';
import { getPaymentStep, isBoundToVisit } from '@/lib/domain/payment/payment-step';
import { loadPayment } from '@/lib/server/payment/load-payment';
import { getResultUrl } from '@/lib/server/payment/result-url';
import { toPaymentStart } from '@/lib/contract/mapping';
import { paymentInit } from '@/lib/contract/payment';
import { toNetworkPrefix } from '@/lib/domain/visit/client-network';
import { paymentFormSchema, type PaymentForm } from '@/lib/domain/forms/payment-form';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import { methodTable } from '@/lib/domain/methods/method-table';
import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { PaymentStart } from '@/lib/domain/payment/payment';
import type { Refid } from '@/lib/domain/payment/references';
import { failure, success, type Result } from '@/lib/domain/result';
import { paymentPath } from '@/lib/routes';
import { callWithInFlightRetry } from '@/lib/server/backend/call-with-in-flight-retry';
import { makeDeviceTokenCookie, deriveDeviceToken, readDeviceToken } from '@/lib/server/session/device-token';
import {
  backendFailed,
  makeFormHandler,
  type FormIssue,
  type FormRefusal,
  type FormSuccess,
  type FormContext,
  type PostedProofOfWork,
} from '@/lib/server/forms/form-pipeline';
import type { FormFields } from '@/lib/server/forms/form-request';
import { parsePaymentFields } from '@/lib/server/payment/payment-fields';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { parseForm } from '@/lib/server/forms/parse-form';
import { clearDraftCookie } from '@/lib/server/forms/payment-draft';
import { makeVisitPaymentCookie, sealBegunAttempt } from '@/lib/server/session/visit-payments';
import { clearSentTacCookie } from '@/lib/server/session/sent-tac';
import { readVisitId } from '@/lib/server/session/visit-id';
import { pseudonyms } from '@/lib/server/visit/analytics';
import { getNextStepUrl, loadNextStepUrl, handleAttemptInProgress } from '@/lib/server/payment/next-step-url';
import { buildPaymentRequest } from '../../../../lib/server/payment/payment-request';
import { refuseCardAttempt } from '../../../../lib/server/payment/card-attempt-refusal';
import { makeUnavailableIssue, addOutageNotice } from '../../../../lib/server/payment/unavailable-method';

interface Payment {
  readonly refid: Refid;
  readonly form: PaymentForm;
  readonly page: PaymentPage;
  /** Sen, as shown by the form: the backend charges no other total. */
  readonly shownAmount: number;
  readonly idempotencyKey: string;
}

/**
 * Validates the form with the current payment. A payment that can no longer be paid is not parsed: the payer is redirected to its result.
 */
async function parse(fields: FormFields): Promise<Result<Payment, FormRefusal | FormSuccess>> {
  const common = parsePaymentFields(fields);
  if (!common.ok) return common;
  const { refid, idempotencyKey } = common.value;
  const shownAmount = parseShownAmount(fields['shownAmount']);
  if (shownAmount === null) return failure(formExpired);
  const loaded = await loadPayment({ refid });
  if (!loaded.ok) {
    return failure(
      loaded.error === 'not-found' ? { next: paymentPath(refid) } : backendFailed('errors.initiateFailed'),
    );
  }
  const page = loaded.value;
  const resultUrl = getResultUrl(page, page.orderState === 'paid' ? 'paid-already' : undefined);
  if (resultUrl !== null) return failure({ next: resultUrl });
  // Whether the payer must confirm a repeated payment is decided by the backend, under its lock: what the payer was shown may be older than `page`.
  const form = parseForm(paymentFormSchema({ ...page, isRepeated: false, now: page.serverTime }), fields);
  if (!form.ok) return failure(await addOutageNotice(form.error, fields, page));
  return success({
    refid,
    form: form.value,
    page,
    shownAmount,
    idempotencyKey,
  });
}

/** The page has sent what no current page sends: it is shown again. */
const formExpired: FormRefusal = { issues: [{ field: null, key: 'errors.formExpired' }] };

/** Returns the total that the form showed, in sen; null when it is not an amount that a page can show. */
function parseShownAmount(text = ''): number | null {
  return /^[1-9]\d{0,10}$/.test(text) ? Number(text) : null;
}

/** Starts the attempt and redirects to its next action, or to the result. */
export const POST = makeFormHandler<Payment>({
  name: 'payment',
  page: (fields) => paymentPath(fields['refid'] ?? ''),
  retainedFields: retainedFields.payment,
  parse,
  addressLimit: 'paymentsByAddress',
  rateLimits: (_payment, { clientAddress }) => [
    { limit: 'paymentsByNetwork', key: toNetworkPrefix(clientAddress) },
    { limit: 'paymentsByNetworkHardLimit', key: toNetworkPrefix(clientAddress) },
  ],
  // The same proof covers the limits of the site and those of the backend for cards.
  proofOfWork: ({ refid = '' }) => ({ for: 'payment', subject: refid }),
  send: async (payment, visit, proof) => {
    const { refid } = payment;
    const deviceToken = await findDeviceToken(payment);
    const response = await initPayment(payment, visit, { deviceToken, proof });
    if (response.ok) return success(await buildSuccess(payment, toPaymentStart(response.value), visit, deviceToken));
    const { error } = response;
    const { method } = payment.form.choice;
    if (error.kind === 'fault') return redirectToCurrentStep(payment, visit);
    switch (error.code) {
      case 'invalid-card':
      case 'card-expired':
        return failure({ issues: [cardIssue(method, error.code)] });
      case 'method-unavailable':
        return failure({ issues: [await makeUnavailableIssue(method, error.parameters, payment.page)] });
      case 'amount-not-allowed':
        return failure({ issues: [{ field: 'selectedPaymentMethod', key: 'validation.methodUnavailable' }] });
      case 'amount-changed':
        return failure(formExpired);
      case 'repeated-payment':
        return failure(refuseRepeatedPayment(refid));
      case 'captcha-required':
        return failure({
          ...(await refuseCardAttempt(method, error)),
          proofOfWork: { ...proof.purpose, isHard: error.parameters['proofOfWork'] === 'hard' },
        });
      case 'rate-limited':
        return failure(await refuseCardAttempt(method, error));
      case 'initiation-failed':
        return failure(backendFailed('errors.initiateFailed'));
      // The form was submitted before with other choices: that attempt is in progress.
      case 'idempotency-key-reused':
      case 'attempt-under-way':
        return handleAttemptInProgress(refid);
      default:
        return redirectToCurrentStep(payment, visit);
    }
  },
});

/** Returns the URL of a new attempt's next step, and the cookies that record the attempt for this visit. */
async function buildSuccess(
  payment: Payment,
  start: PaymentStart,
  { isFramed }: FormContext,
  deviceToken: string | undefined,
): Promise<FormSuccess> {
  const { refid, form, page } = payment;
  const gatewayRequest = isBoundToVisit(start.nextAction) ? start.nextAction : null;
  const contact = contactOf(form);
  const cookies = [
    clearDraftCookie(isFramed),
    await makeVisitPaymentCookie(refid, { contact, gatewayRequest, ...carryUser(page) }, isFramed),
  ];
  if (!continuesPayByMobile(payment)) cookies.push(clearSentTacCookie(isFramed));
  if (isSaving(payment) && deviceToken !== undefined) {
    cookies.push(await makeDeviceTokenCookie(deviceToken, isFramed));
  }
  const attempt = isFramed && gatewayRequest !== null ? await sealBegunAttempt(refid, gatewayRequest) : undefined;
  return { next: getNextStepUrl(start, attempt), cookies };
}

function contactOf({ userEmailAddress, phoneNumber }: Payment['form']) {
  return { email: userEmailAddress, phoneNumber: phoneNumber ?? null };
}

/** What the result carries of the payment page for analytics. */
function carryUser({ partnerUserKey }: PaymentPage) {
  return partnerUserKey === null ? {} : { carried: { partnerUserKey: pseudonyms.ofPerson(partnerUserKey) } };
}

/** The pay-by-mobile attempt in progress continues: its TAC is still valid. */
function continuesPayByMobile({ form: { choice }, page }: Payment): boolean {
  const nextAction = getPaymentStep(page) === 'enter-tac' ? page.attempt?.nextAction : null;
  return choice.method === 'dcb' && nextAction?.kind === 'tac' && nextAction.carrier === choice.carrier;
}

function isSaving({ form: { choice } }: Payment): boolean {
  return choice.method === 'newCard' && choice.saveCard;
}

/** The token of a device with saved cards; a device that saves its first card gets one. */
async function findDeviceToken(payment: Payment): Promise<string | undefined> {
  const known = await readDeviceToken();
  if (known !== undefined || !isSaving(payment)) return known;
  return deriveDeviceToken(payment.page.refid, payment.idempotencyKey);
}

async function initPayment(
  { form, page, shownAmount, idempotencyKey }: Payment,
  visit: FormContext,
  { deviceToken, proof }: { readonly deviceToken: string | undefined; readonly proof: PostedProofOfWork },
) {
  const strength = await proof.redeem();
  const request = {
    refid: page.refid,
    deviceToken,
    shownAmount,
    payerAddress: visit.clientAddress,
    visitId: await readVisitId(),
    payAgain: form.payAgain,
    proofOfWork: strength !== null,
    hardProofOfWork: strength === 'hard',
    language: await getLocale(),
    paymentRequest: await buildPaymentRequest(form, page.cardEncryptionKey),
  };
  return callWithInFlightRetry(paymentInit, request, { idempotencyKey, requestId: visit.requestId });
}

/** Another payment of the bill has begun since the page was shown: the page shows it and asks for a confirmation. */
function refuseRepeatedPayment(refid: string): FormRefusal {
  return {
    issues: [{ field: 'payAgain', key: 'validation.payAgainRequired' }],
    startAgain: { form: 'payment', page: paymentPath(refid), keepsValues: true },
  };
}

/** After a fault it is unknown whether the attempt has begun: the payment's state shows it. If the payment is still open, it has not. */
async function redirectToCurrentStep(
  { refid, form }: Payment,
  { isFramed }: FormContext,
): Promise<Result<FormSuccess, FormRefusal>> {
  const next = await loadNextStepUrl(refid, form.choice.method);
  if (next === null || next === paymentPath(refid)) return failure(backendFailed('errors.initiateFailed'));
  // The step may lead back to the payment page, which then has what was typed.
  return success({ next, cookies: [await makeVisitPaymentCookie(refid, { contact: contactOf(form) }, isFramed)] });
}

function cardIssue(method: PaymentMethod, code: 'invalid-card' | 'card-expired'): FormIssue {
  const { card, instalments } = methodTable[method];
  const isExpired = code === 'card-expired';
  if (!card?.names) {
    return isExpired
      ? { field: 'uniqueCardId', key: 'validation.savedCardExpired' }
      : { field: 'savedCardCvv', key: 'validation.cardCvv' };
  }
  if (isExpired) return { field: card.names.expiry, key: 'validation.cardExpiry' };
  return {
    field: card.names.number,
    key: instalments ? 'validation.cardNumberInstalments' : 'validation.cardNumber',
  };
}
