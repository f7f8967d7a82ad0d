import { getTranslations } from 'next-intl/server';
import { OptionalPageEvent } from '@/components/analytics/optional-page-event';
import { BackendErrorScreen } from '@/components/layout/backend-error-screen';
import { loadErrorEvent } from '@/lib/server/visit/analytics';
import { readKioskVisit, readVisitedAddress } from '@/lib/server/visit/visit-headers';

/** Renders a page whose data the backend did not return; its retry link is the same URL. */
export async function UnavailablePage() {
  const [{ path, search }, isKiosk, t] = await Promise.all([
    readVisitedAddress(),
    readKioskVisit(),
    getTranslations('errors'),
  ]);
  return (
    <>
      <BackendErrorScreen retryHref={path + search} isKiosk={isKiosk} />
      <OptionalPageEvent event={await loadErrorEvent(t('pageText'))} />
    </>
  );
}
