'use client';

import { useEffect } from 'react';
import { routes } from '@/lib/routes';

const buttonLook =
  'inline-flex min-h-tap items-center justify-center rounded-md border px-5 py-2.5 font-semibold no-underline transition-colors';

/**
 * The page for a bug of ours. It is a client component without props of our own, so its words wait on the body, where the layout
 * has put them in the payer's language. It looks like FaultScreen, whose parts would weigh on every page from here.
 */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  useEffect(() => console.error(error), [error]);
  const { faultTitle, faultText, faultRetry, faultHome } = typeof document === 'undefined' ? {} : document.body.dataset;
  return (
    <div className="max-w-page mx-auto px-4 py-12 text-center text-balance sm:px-6 md:py-16">
      <h1 className="text-2xl tracking-tight md:text-3xl">{faultTitle}</h1>
      <p className="mt-3 text-lg">{faultText}</p>
      <p className="mt-6 grid gap-3 sm:flex sm:justify-center">
        <a className={`${buttonLook} border-accent-ink bg-accent text-on-accent`} href="">
          {faultRetry}
        </a>
        <a className={`${buttonLook} border-line-strong bg-surface text-ink`} href={routes.home}>
          {faultHome}
        </a>
      </p>
    </div>
  );
}
