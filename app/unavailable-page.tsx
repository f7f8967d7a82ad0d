import { OptionalPageEvent } from '@/components/analytics/optional-page-event';
import { BackendErrorScreen } from '@/components/layout/backend-error-screen';
import type { BackendError } from '@/lib/server/backend/backend-client';
import { loadErrorEvent } from '@/lib/server/visit/analytics';
import { readKioskVisit, readVisitedAddress } from '@/lib/server/visit/visit-headers';

/** Renders a page whose data the backend did not return, for the error of that call; its retry link is the same URL. */
export async function UnavailablePage({ error }: { readonly error: BackendError }) {
  const [{ path, search }, isKiosk] = await Promise.all([readVisitedAddress(), readKioskVisit()]);
  return (
    <>
      <BackendErrorScreen retryHref={path + search} isKiosk={isKiosk} />
      <OptionalPageEvent event={await loadErrorEvent(error)} />
    </>
  );
}
