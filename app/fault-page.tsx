import { FaultScreen } from '@/components/layout/fault-screen';
import { readVisitHeaders } from './visit-headers';

/** Answers a page whose data the backend did not give; trying again is the same address once more. */
export async function FaultPage() {
  const { path, search } = await readVisitHeaders();
  return <FaultScreen retryHref={path + search} />;
}
