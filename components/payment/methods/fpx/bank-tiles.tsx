'use client';

import { useTranslations } from 'next-intl';
import { useFieldValue } from '@/components/forms/use-field-value';
import { Logo } from '@/components/layout/logo';
import type { MainBank } from '@/lib/domain/methods/main-banks';

interface BankTilesProps {
  /** The field of the list. */
  readonly name: string;
  readonly banks: readonly MainBank[];
  /** The banks of the list that they select from. */
  readonly options: readonly { readonly value: string; readonly label: string; readonly disabled: boolean }[];
  readonly onChoose: (id: string) => void;
}

/** Shortcuts to the banks that most payers use. They set the list below them, and need scripts. */
export function BankTiles({ name, banks, options, onChoose }: BankTilesProps) {
  const t = useTranslations('payment');
  const chosen = useFieldValue(name);
  return (
    <div role="group" aria-label={t('mainBanks')} className="bank-tiles noscript:hidden">
      {banks.map(({ id, mark }) => {
        const option = options.find(({ value }) => value === id);
        return (
          <button
            key={id}
            type="button"
            aria-pressed={id === chosen}
            disabled={option?.disabled}
            onClick={() => onChoose(id)}
          >
            <Logo name={mark} />
            {option?.label}
          </button>
        );
      })}
    </div>
  );
}
