'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useMemo, useState } from 'react';
import type { PaymentView } from '@/components/payment/page/payment-view';
import type { FormState } from '@/components/forms/form-state';
import { SelectField } from '@/components/forms/fields/select-field';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { Notice } from '@/components/ui/notice';
import type { Bank } from '@/lib/domain/payment/payment';
import { BankSearch } from './bank-search';
import { useOutageText } from '../outage-text';
import { searchBanks } from './search-banks';

interface BankSelectProps {
  readonly name: 'fpxBankID' | 'fpxBankCorporateID';
  readonly label: string;
  readonly banks: readonly Bank[];
  /** The bank that the payer used last. */
  readonly lastBank: string | null;
  readonly page: Pick<PaymentView, 'outages'>;
  readonly form: FormState;
}

/** A shorter list needs no search. */
const searchedFrom = 6;

/**
 * The banks with their live status. One that is offline or down stays in the list, so that its customers see why it cannot be chosen. The
 * last used bank is first and selected. A search removes the other banks from the list, since some browsers show hidden options. A search
 * with one match selects it.
 */
export function BankSelect({ name, label, banks, lastBank, page, form }: BankSelectProps) {
  const t = useTranslations('payment');
  const outageText = useOutageText();
  const { getValues, setValue } = useFormMethods();
  const [query, setQuery] = useState('');
  const sent = form.values[name];

  const shown = useMemo(() => {
    const listed = banks.map((bank) => ({
      ...bank,
      isUsable: bank.isOnline && page.outages[bank.id]?.state !== 'down',
    }));
    return listed.toSorted((one, other) => Number(other.id === lastBank) - Number(one.id === lastBank));
  }, [banks, lastBank, page.outages]);
  const found = searchBanks(shown, query);
  const usable = found.filter(({ isUsable }) => isUsable);
  const only = query.trim() !== '' && usable.length === 1 ? usable[0] : undefined;

  useEffect(() => {
    const last = shown.find(({ id, isUsable }) => id === lastBank && isUsable);
    if (last !== undefined && getValues(name) === '') setValue(name, last.id);
  }, [shown, lastBank, name, getValues, setValue]);

  // A selected bank that the search does not match is no longer selected.
  const chosenBySearch = only?.id;
  const foundIds = found.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (query === '') return;
    const chosen: unknown = getValues(name);
    const isFound = typeof chosen === 'string' && foundIds.split(' ').includes(chosen);
    setValue(name, chosenBySearch ?? (isFound ? chosen : ''), { shouldValidate: false });
  }, [query, chosenBySearch, foundIds, name, getValues, setValue]);

  return (
    <div className="grid gap-3">
      {banks.length > searchedFrom ? (
        <BankSearch id={`${name}-search`} found={usable} only={only?.name} onSearch={setQuery} />
      ) : null}
      <SelectField
        name={name}
        label={label}
        emptyLabel={t('chooseBank')}
        options={found.map((bank) => ({
          value: bank.id,
          label: bank.isUsable ? bank.name : t('bankOffline', { bank: bank.name }),
          // The submitted bank stays selected: an outage may end.
          disabled: !bank.isUsable && bank.id !== sent,
        }))}
      />
      {shown.map(({ id, name: bank }) => {
        const outage = page.outages[id];
        return outage === undefined ? null : (
          <Notice key={id} tone={outage.state === 'down' ? 'warning' : 'info'} testId="downtime-notice">
            {outageText(bank, outage)}
          </Notice>
        );
      })}
    </div>
  );
}
