'use client';

import { useEffect } from 'react';
import { FaultScreen } from '@/components/layout/fault-screen';

/** The page for a bug of ours. Its messages come from the root layout, as an error page has no props of ours. */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => console.error(error), [error]);
  return <FaultScreen retryHref="" />;
}
