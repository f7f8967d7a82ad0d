import { getTranslations } from 'next-intl/server';
import { BackendErrorScreen } from '@/components/layout/backend-error-screen';
import { tellOfFault } from './analytics';
import { readVisitHeaders } from './visit-headers';

/** Answers a page whose data the backend did not give; trying again is the same address once more. */
export async function FaultPage() {
  const { path, search } = await readVisitHeaders();
  return (
    <>
      <BackendErrorScreen retryHref={path + search} />
      {await tellOfFault((await getTranslations('errors'))('pageText'))}
    </>
  );
}
