import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { cookies } from 'next/headers';
import { notFound } from 'next/navigation';
import { LoadErrorPage } from '@/app/load-error-page';
import { OptionalPageEvent } from '@/components/analytics/optional-page-event';
import { emptyFormState, type FormState } from '@/components/forms/form-state';
import { PaymentScreen } from '@/components/payment/page/payment-screen';
import { stepEvent } from '@/lib/analytics/events';
import { describePayment } from '@/lib/analytics/payment-data';
import { isCardMethod } from '@/lib/domain/methods/method-table';
import type { PaymentPage, PaymentResult } from '@/lib/domain/payment/payment';
import { isBoundToVisit } from '@/lib/domain/payment/payment-step';
import { preferredMethodOf } from '@/lib/domain/payment/preferred-method';
import { deviceHints } from '@/lib/domain/visit/device-hints';
import { ClientMessages, formMessages } from '@/lib/i18n/client-messages';
import type { MessagePath } from '@/lib/i18n/pick-messages';
import { readEnvironment } from '@/lib/server/environment';
import { readFlash } from '@/lib/server/forms/flash';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readDraft } from '@/lib/server/forms/payment-draft';
import { loadNameWithoutLogo, loadPartnerName } from '@/lib/server/visit/partner-name';
import { loadPayablePayment, loadResult, type SearchParams } from '@/lib/server/payment/load-payment';
import {
  hasBegunAttempt,
  readBillOfVisit,
  readCarriedData,
  readTypedContact,
} from '@/lib/server/session/visit-payments';
import { loadPageEvent } from '@/lib/server/visit/analytics';

interface PageProps {
  readonly params: Promise<{ readonly entry: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payment'))('metaTitle') };
}

/** The client messages of the payment page; `downtime` only if there is an outage, current or scheduled. */
const paymentMessages = [
  'payment',
  'methods',
  'cardBrands',
  'wallets',
  'carriers',
  'validation',
  'errors.removeCardFailed',
  'layout.opensInNewTab',
  'layout.didYouMean',
  'layout.notCancelled',
  ...formMessages,
] as const;

/** Of these, the messages of other forms, and those that only the server renders: the title, the summary, and the notices about the last attempt. */
const otherMessages = [
  'validation.accountNumberFormat',
  'validation.accountNumberUnknown',
  'validation.amountFormat',
  'validation.amountAboveBalance',
  'validation.amountMaximum',
  'validation.amountAdvanceLimit',
  'validation.payOptionRequired',
  'validation.mobileNumber',
  'validation.tac',
  'validation.otp',
  'validation.otpWrong',
  'validation.cardNameLatin',
  'validation.cardNumberInText',
  'validation.companyName',
  'validation.companyNameLatin',
  'validation.companyNameRequired',
  'payment.metaTitle',
  'payment.cardRemoved',
  'payment.title',
  'payment.productName',
  'payment.account',
  'payment.accountEnding',
  'payment.maskedName',
  'payment.itemTotal',
  'payment.lines',
  'payment.accounts',
  'payment.processedBy',
  'payment.total',
  'payment.payBefore',
  'payment.payBeforeLast',
  'payment.failedAttempt',
  'payment.cardAgain',
  'payment.inProgressTitle',
  'payment.inProgressText',
  'payment.inProgressTextElsewhere',
  'payment.inProgressTitleHere',
  'payment.inProgressTextHere',
  'payment.inProgressChooseAgain',
  'payment.inProgressCheck',
  'payment.inProgressContinue',
] as const;

/** Of these, the messages of cards that are entered at a gateway. */
const gatewayCardMessages = [
  'payment.saveCardAtGateway',
  'payment.saveCardAtGatewayOnDevice',
  'payment.cardOnNextPage',
  'payment.cardOnNextPageDirect',
] as const;

/** Of these, the messages of a payer's saved cards. */
const savedCardMessages = [
  'methods.savedCard',
  'payment.savedCard',
  'payment.savedCardExpiry',
  'payment.savedCardExpired',
  'payment.savedCardOffline',
  'payment.savedCardDefault',
  'payment.savedCardCvv',
  'payment.savedCardNoCvv',
  'payment.useNewCard',
  'payment.savedCardsUnusable',
  'payment.removeCard',
  'payment.removeCardLabel',
  'payment.removeTitle',
  'payment.removeText',
  'payment.removeConfirm',
  'payment.removeKeep',
  'payment.removedCard',
  'payment.removedLastCard',
  'validation.savedCardRequired',
  'validation.savedCardExpired',
  'validation.savedCardOffline',
  'errors.removeCardFailed',
] as const;

/** Of these, the messages of payments that lead back to a partner. */
const partnerMessages = ['payment.cancelAndReturn', 'payment.cancelTextAtPartner'] as const;

type UsedMessages = Pick<PaymentPage, 'cardEntry' | 'returnsToPartner' | 'savedCards'>;

/** Returns the messages that a payment does not use. */
function unusedMessages({ cardEntry, returnsToPartner, savedCards }: UsedMessages): MessagePath[] {
  return [
    ...otherMessages,
    ...(returnsToPartner ? [] : partnerMessages),
    ...(cardEntry === 'own' ? gatewayCardMessages : []),
    ...(savedCards.length === 0 ? savedCardMessages : []),
  ];
}

/** The payment details page: `/epayment/entry` and paths that begin with it. Specification, section 2 (`/epayment/entry*`). */
export default async function PaymentEntryPage({ params, searchParams }: PageProps) {
  if (!(await params).entry.startsWith('entry')) notFound();
  const query = await searchParams;
  const loaded = await loadPayablePayment(query);
  if (!loaded.ok) return <LoadErrorPage error={loaded.error} />;
  const page = loaded.value;
  const [form, kept, contact, carried, billOfVisit, canContinue, failedCard, partnerName, unseenPartner] =
    await Promise.all([
      loadFormState(page.refid),
      cookies(),
      readTypedContact(page.refid),
      readCarriedData(page.refid),
      readBillOfVisit(page.refid),
      canContinueHere(page),
      loadFailedCard(page),
      loadPartnerName(query),
      loadNameWithoutLogo(query),
    ]);
  const { mainMethods, billerName } = readEnvironment();
  const customer = contact ?? page.customer;
  const preferredMethod = preferredMethodOf(page, kept.has(deviceHints.method));
  const event = await loadPageEvent((pseudonyms) =>
    stepEvent('payment_view', describePayment(page, { carried, email: customer.email }, pseudonyms)),
  );
  return (
    <>
      <ClientMessages
        paths={page.downtimes.length > 0 ? [...paymentMessages, 'downtime'] : paymentMessages}
        except={unusedMessages(page)}
      >
        <PaymentScreen
          page={{ ...page, customer, preferredMethod }}
          mainMethods={mainMethods}
          partner={partnerName}
          unseenPartner={unseenPartner}
          biller={billerName}
          {...billOfVisit}
          failedCard={failedCard}
          canContinue={canContinue}
          wasCardRemoved={query['removed'] === 'card'}
          form={form}
          idempotencyKey={makeIdempotencyKey()}
          continuationKey={makeIdempotencyKey()}
        />
      </ClientMessages>
      <OptionalPageEvent event={event} />
    </>
  );
}

/** Whether this visit can continue the attempt under way: at a gateway only the visit that began it. */
async function canContinueHere({ refid, attempt }: PaymentPage): Promise<boolean> {
  const nextAction = attempt?.nextAction ?? null;
  if (nextAction === null) return false;
  return !isBoundToVisit(nextAction) || hasBegunAttempt(refid, nextAction);
}

/** Returns the card of the attempt that has failed, which only the result tells, and only the visit that began it; null: none. */
async function loadFailedCard({ refid, attempt }: PaymentPage): Promise<PaymentResult['card']> {
  if (attempt?.state !== 'failed' || !isCardMethod(attempt.method)) return null;
  const result = await loadResult(attempt.resultRoute, { refid });
  return result.ok ? result.value.card : null;
}

/** The state of the form: the last submission with its errors, else the draft that was stored when the payer left for another page. */
async function loadFormState(refid: string): Promise<FormState> {
  const [flash, draft] = await Promise.all([readFlash('payment'), readDraft(refid)]);
  const form = flash ?? emptyFormState;
  return Object.keys(form.values).length === 0 && draft !== null ? { ...form, values: draft } : form;
}
