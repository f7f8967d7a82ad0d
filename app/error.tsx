'use client';

import { useEffect } from 'react';
import { routes } from '@/lib/routes';

/**
 * The page for a bug of ours. It is a client component without props of our own, so its words wait on the body, where the layout
 * has put them in the payer's language.
 */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => console.error(error), [error]);
  const { faultTitle, faultText, faultRetry, faultHome } = typeof document === 'undefined' ? {} : document.body.dataset;
  return (
    <div className="mx-auto flex w-full max-w-xl flex-col gap-4 p-4">
      <h1 className="text-2xl font-semibold">{faultTitle}</h1>
      <p>{faultText}</p>
      <p className="flex flex-wrap gap-6">
        <a className="py-3 underline" href="">
          {faultRetry}
        </a>
        <a className="py-3 underline" href={routes.home}>
          {faultHome}
        </a>
      </p>
    </div>
  );
}
