'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { useHomeHref } from '@/components/layout/home-href';

const buttonLook =
  'inline-flex min-h-tap items-center justify-center rounded-md border px-5 py-2.5 no-underline transition-colors';

/**
 * The page for a bug. Every page loads its code: it looks like BackendErrorScreen (components/layout), whose parts would add 1.2 KB of
 * compressed script to each. The root layout provides its messages and the path of home.
 */
export default function ErrorPage({ error }: { error: Error & { digest?: string } }) {
  const t = useTranslations();
  const homeHref = useHomeHref();
  useEffect(() => console.error(error), [error]);
  return (
    <div className="max-w-page mx-auto px-4 py-12 text-center text-balance sm:px-6 md:py-16">
      <span className="bg-accent-soft text-accent-ink mx-auto grid size-16 place-items-center rounded-full text-3xl font-bold">
        <span aria-hidden="true">!</span>
      </span>
      <h1 className="mt-6 text-2xl tracking-tight md:text-3xl">{t('errors.pageTitle')}</h1>
      <p className="text-ink mt-3 text-lg">{t('errors.pageText')}</p>
      <p className="mt-6 grid gap-3 sm:flex sm:justify-center">
        <a className={`${buttonLook} border-accent-ink bg-accent text-on-accent min-h-13 text-lg font-bold`} href="">
          {t('errors.retry')}
        </a>
        {homeHref === null ? null : (
          <a className={`${buttonLook} border-line-strong bg-surface text-ink font-semibold`} href={homeHref}>
            {t('layout.goHome')}
          </a>
        )}
      </p>
    </div>
  );
}
