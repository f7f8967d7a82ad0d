import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { keepMessages } from '@/components/history/client-messages';
import { resultMessages } from '@/components/result/client-messages';
import { OptionalPageEvent } from '@/components/analytics/optional-page-event';
import { AutoDebitOffer } from '@/components/auto-debit/auto-debit-offer';
import { KeepPayment } from '@/components/history/keep-payment';
import { FeedbackWidget } from '@/components/result/feedback-widget';
import { PaymentNotFound } from '@/components/result/payment-not-found';
import { ResultScreen } from '@/components/result/result-screen';
import { ResultUnknown } from '@/components/result/result-unknown';
import { outcomeMessages } from '@/components/result/message/outcome-messages';
import { paymentResultEvent } from '@/lib/analytics/events';
import { describeResult } from '@/lib/analytics/payment-data';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { canKeepPayment, toKeptPayment } from '@/lib/domain/payment/payment-history';
import { originParameter, resultOrigins, type ResultRoute } from '@/lib/domain/payment/outcomes';
import { parseRefid } from '@/lib/domain/payment/references';
import { ClientMessages } from '@/lib/i18n/client-messages';
import { loadResultOffer, sealOffer } from '@/lib/server/auto-debit/offer';
import type { BackendError } from '@/lib/server/backend/backend-client';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { makeIdempotencyKey } from '@/lib/server/backend/idempotency';
import { readEnvironment } from '@/lib/server/environment';
import { readCarriedData, readTypedContact } from '@/lib/server/session/visit-payments';
import { loadResult, type SearchParams } from '@/lib/server/payment/load-payment';
import { loadPartnerName } from '@/lib/server/visit/partner-name';
import { loadErrorEvent, loadPageEvent } from '@/lib/server/visit/analytics';
import { readKioskVisit } from '@/lib/server/visit/visit-headers';
import { resultPath } from '@/lib/routes';

interface PageProps {
  readonly searchParams: Promise<SearchParams>;
}

/** The feedback widget, if the operator has enabled it. */
async function loadFeedback() {
  const config = await loadCommonConfig();
  const accessToken = config.ok ? config.value.feedbackAccessToken : null;
  if (accessToken === null) return null;
  return <FeedbackWidget accessToken={accessToken} scriptUrl={readEnvironment().feedback.scriptUrl} />;
}

/**
 * Makes the page of one of the eleven result routes: the same screen for all, with the data of that route's call. It shows what the backend has
 * stored and nothing that the URL claims. Specification, section 2.
 */
export function makeResultPage(route: ResultRoute) {
  async function generateMetadata({ searchParams }: PageProps): Promise<Metadata> {
    const [t, loaded] = await Promise.all([getTranslations('result'), loadResult(route, await searchParams)]);
    if (loaded.ok) return { title: t(outcomeMessages(loaded.value).title) };
    return { title: loaded.error === 'not-found' ? t('sessionExpired.title') : t('error.title') };
  }

  async function Page({ searchParams }: PageProps) {
    const query = await searchParams;
    const loaded = await loadResult(route, query);
    if (!loaded.ok) {
      const isKiosk = await readKioskVisit();
      return loaded.error === 'not-found' ? (
        <PaymentNotFound isKiosk={isKiosk} />
      ) : (
        <UnavailableResult route={route} query={query} isKiosk={isKiosk} error={loaded.error} />
      );
    }
    const result = loaded.value;
    const origin = resultOrigins.find((one) => one === query[originParameter]) ?? null;
    const [offer, feedback, event, partnerName] = await Promise.all([
      origin === 'email' ? null : loadResultOffer(result),
      loadFeedback(),
      loadResultEvent(result),
      loadPartnerName(query),
    ]);
    const { billerName, publicOrigin } = readEnvironment();
    const offerSection = offer && (
      <ClientMessages paths={['errors.enablePopups']}>
        <AutoDebitOffer
          offer={offer}
          returnTo={route}
          idempotencyKeys={{ enable: makeIdempotencyKey(), later: makeIdempotencyKey() }}
          offerToken={await sealOffer(offer.refid)}
        />
      </ClientMessages>
    );
    const kept = canKeepPayment(result) ? toKeptPayment(result, route) : null;
    const keepSection = kept && (
      <ClientMessages paths={keepMessages}>
        <KeepPayment payment={kept} />
      </ClientMessages>
    );
    return (
      <>
        <ClientMessages paths={resultMessages}>
          <ResultScreen
            result={result}
            route={route}
            origin={origin}
            siteUrl={publicOrigin}
            partnerName={partnerName}
            biller={billerName}
            offer={offerSection}
            isAutoDebitRequested={offer?.isRequested}
            keep={keepSection}
            feedback={feedback}
          />
        </ClientMessages>
        <OptionalPageEvent event={event} />
      </>
    );
  }

  return { Page, generateMetadata };
}

async function loadResultEvent(result: PaymentResult) {
  const [contact, carried] = await Promise.all([readTypedContact(result.refid), readCarriedData(result.refid)]);
  return loadPageEvent((pseudonyms) => {
    const data = describeResult(result, { carried, email: contact?.email ?? null }, pseudonyms);
    return paymentResultEvent(result.outcome, result.method, data);
  });
}

interface UnavailableResultProps {
  readonly route: ResultRoute;
  readonly query: SearchParams;
  readonly isKiosk: boolean;
  readonly error: BackendError;
}

async function UnavailableResult({ route, query, isKiosk, error }: UnavailableResultProps) {
  const refid = parseRefid(query['refid']) ?? '';
  return (
    <>
      <ResultUnknown refid={refid} retryHref={resultPath(route, refid)} isKiosk={isKiosk} />
      <OptionalPageEvent event={await loadErrorEvent(error)} />
    </>
  );
}
