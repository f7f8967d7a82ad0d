'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';

interface BankSearchProps {
  readonly id: string;
  readonly query: string;
  readonly found: readonly unknown[];
  /** The name of the bank, when there is only one. */
  readonly only: string | undefined;
  readonly onSearch: (query: string) => void;
}

/** Filters the list of banks, and announces how many match. It is not a field of the form, and needs scripts. */
export function BankSearch({ id, query, found, only, onSearch }: BankSearchProps) {
  const t = useTranslations('payment');
  const input = useRef<HTMLInputElement>(null);

  // Applies input from before hydration.
  useEffect(() => {
    const typed = input.current?.value ?? '';
    if (typed !== '') onSearch(typed);
  }, [onSearch]);

  const status =
    found.length === 0
      ? t('searchedNone')
      : only === undefined
        ? t('searchedMany', { count: String(found.length) })
        : t('searchedOne', { bank: only });
  return (
    <div className="noscript:hidden">
      <label htmlFor={id} className="block font-semibold">
        {t('searchBank')}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        autoComplete="off"
        spellCheck={false}
        className="control mt-1.5"
        value={query}
        onChange={(event) => onSearch(event.currentTarget.value)}
        // Enter in the search does not submit the form.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
      />
      <p role="status" className="text-ink-soft not-empty:mt-1.5">
        {query.trim() === '' ? '' : status}
      </p>
    </div>
  );
}
