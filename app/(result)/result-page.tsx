import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { resultMessages } from '@/components/result/client-messages';
import { FeedbackWidget } from '@/components/result/feedback-widget';
import { PaymentNotFound } from '@/components/result/payment-not-found';
import { ResultScreen } from '@/components/result/result-screen';
import { ResultUnknown } from '@/components/result/result-unknown';
import { outcomeMessages } from '@/components/result/message/outcome-messages';
import { tellOfFault, tellOfPage } from '@/app/analytics';
import { paymentResult } from '@/lib/analytics/events';
import { describeResult } from '@/lib/analytics/payment-data';
import type { PaymentResult } from '@/lib/domain/payment/payment';
import { makeAutoDebitOffer } from './auto-debit-offer';
import { readPaymentReference } from '@/lib/domain/payment/references';
import type { ResultRoute } from '@/lib/domain/payment/outcomes';
import { failure, type Result } from '@/lib/domain/result';
import { ClientMessages } from '@/lib/i18n/client-messages';
import { loadCommonConfig, loadPaymentResult } from '@/lib/server/backend/loaders';
import { readEnvironment } from '@/lib/server/environment';
import { resultPath } from '@/lib/routes';

interface PageProps {
  readonly searchParams: Promise<Record<string, string | string[] | undefined>>;
}

async function load(
  route: ResultRoute,
  { searchParams }: PageProps,
): Promise<Result<PaymentResult, { kind: 'no-payment' } | { kind: 'fault'; refid: string }>> {
  const refid = readPaymentReference({ refid: (await searchParams)['refid'] })?.refid;
  if (refid === undefined) return failure({ kind: 'no-payment' });
  const loaded = await loadPaymentResult(route, refid);
  if (loaded.ok) return loaded;
  const isUnknown = loaded.error.kind === 'problem' && loaded.error.code === 'unknown-payment';
  return failure(isUnknown ? { kind: 'no-payment' } : { kind: 'fault', refid });
}

/** The feedback widget, when the operator has turned it on. */
async function loadFeedback() {
  const config = await loadCommonConfig();
  const accessToken = config.ok ? config.value.feedbackAccessToken : null;
  if (accessToken === null) return null;
  return <FeedbackWidget accessToken={accessToken} scriptUrl={readEnvironment().feedback.scriptUrl} />;
}

function tellOfResult(result: PaymentResult) {
  return tellOfPage((nameReference) =>
    paymentResult(result.outcome, result.method, describeResult(result, nameReference)),
  );
}

/**
 * Makes the page behind one of the eleven result routes: the same screen for all, fed by the call that tells the route's story. It
 * shows what the backend has stored and nothing that the address claims. Specification, section 2.
 */
export function makeResultPage(route: ResultRoute) {
  async function generateMetadata(props: PageProps): Promise<Metadata> {
    const [t, loaded] = await Promise.all([getTranslations('result'), load(route, props)]);
    if (loaded.ok) return { title: t(outcomeMessages(loaded.value).title) };
    return { title: loaded.error.kind === 'fault' ? t('error.title') : t('sessionExpired.title') };
  }

  async function Page(props: PageProps) {
    const loaded = await load(route, props);
    if (loaded.ok) {
      const [offer, feedback, event] = await Promise.all([
        makeAutoDebitOffer(loaded.value, route),
        loadFeedback(),
        tellOfResult(loaded.value),
      ]);
      return (
        <>
          <ClientMessages paths={resultMessages}>
            <ResultScreen result={loaded.value} offer={offer} feedback={feedback} />
          </ClientMessages>
          {event}
        </>
      );
    }
    if (loaded.error.kind === 'fault') {
      const words = await getTranslations('errors');
      return (
        <>
          <ResultUnknown retryHref={resultPath(route, loaded.error.refid)} />
          {await tellOfFault(words('technical'))}
        </>
      );
    }
    return <PaymentNotFound />;
  }

  return { Page, generateMetadata };
}
