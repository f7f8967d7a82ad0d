'use client';

import { useTranslations } from 'next-intl';
import { use, useEffect, useMemo, useState } from 'react';
import type { PaymentView } from '@/components/payment/page/payment-view';
import type { ProviderWarning } from '@/components/payment/page/provider-warnings';
import { SubmissionContext } from '@/components/forms/form-context';
import type { FormState } from '@/components/forms/form-state';
import { SelectField } from '@/components/forms/fields/select-field';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { Notice } from '@/components/ui/notice';
import type { MainBank } from '@/lib/domain/methods/main-banks';
import type { Bank } from '@/lib/domain/payment/payment';
import { BankSearch } from './bank-search';
import { BankTiles } from './bank-tiles';
import { useOutageText } from '../outage-text';
import { ProviderWarningNotice } from '../provider-warning-notice';
import { searchBanks } from './search-banks';

interface BankSelectProps {
  readonly name: 'fpxBankID' | 'fpxBankCorporateID';
  readonly label: string;
  readonly banks: readonly Bank[];
  /** Of these: those with a shortcut. */
  readonly mainBanks: readonly MainBank[];
  /** The bank that the payer used last. */
  readonly lastBank: string | null;
  readonly page: Pick<PaymentView, 'outages'>;
  /** The banks that are slow or failing just now. */
  readonly warning: ProviderWarning | undefined;
  readonly form: FormState;
}

/** A shorter list needs no search. */
const searchedFrom = 6;

/**
 * The banks with their live status. One that is offline or down stays in the list, so that its customers see why it cannot be chosen. The
 * last used bank is first and selected. Tiles select a main bank. A search removes the other banks from the list, since some browsers show hidden options. A search
 * with one match selects it, one without a match is emptied once the form is refused.
 */
export function BankSelect({ name, label, banks, mainBanks, lastBank, page, warning, form }: BankSelectProps) {
  const t = useTranslations('payment');
  const outageText = useOutageText();
  const { getValues, setValue } = useFormMethods();
  const [query, setQuery] = useState('');
  // A new object for each press: the same bank may be pressed again.
  const [pressed, setPressed] = useState<{ readonly id: string } | null>(null);
  const sent = form.values[name];

  const shown = useMemo(() => {
    const listed = banks.map((bank) => ({
      ...bank,
      isUsable: bank.isOnline && page.outages[bank.id]?.state !== 'down',
    }));
    return listed.toSorted((one, other) => Number(other.id === lastBank) - Number(one.id === lastBank));
  }, [banks, lastBank, page.outages]);
  const options = (listed: readonly (typeof shown)[number][]) =>
    listed.map((bank) => ({
      value: bank.id,
      label: bank.isUsable ? (warning?.names[bank.id] ?? bank.name) : t('bankOffline', { bank: bank.name }),
      // The submitted bank stays selected: an outage may end.
      disabled: !bank.isUsable && bank.id !== sent,
    }));
  const found = searchBanks(shown, query);
  const usable = found.filter(({ isUsable }) => isUsable);
  const only = query.trim() !== '' && usable.length === 1 ? usable[0] : undefined;

  // The error that no bank is chosen leads to a list with banks.
  const { failures } = use(SubmissionContext);
  const [seenFailures, setSeenFailures] = useState(failures);
  if (failures !== seenFailures) {
    setSeenFailures(failures);
    if (usable.length === 0) setQuery('');
  }

  useEffect(() => {
    const last = shown.find(({ id, isUsable }) => id === lastBank && isUsable);
    if (last !== undefined && getValues(name) === '') setValue(name, last.id);
  }, [shown, lastBank, name, getValues, setValue]);

  // After the search has been emptied: the list has its option again.
  useEffect(() => {
    if (pressed !== null) setValue(name, pressed.id, { shouldValidate: true });
  }, [pressed, name, setValue]);

  // A selected bank that the search does not match is no longer selected.
  const chosenBySearch = only?.id;
  const foundIds = found.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (query === '') return;
    const chosen: unknown = getValues(name);
    const isFound = typeof chosen === 'string' && foundIds.split(' ').includes(chosen);
    // A bank that is found ends the error that none is chosen; while one is sought, none is said.
    setValue(name, chosenBySearch ?? (isFound ? chosen : ''), { shouldValidate: chosenBySearch !== undefined });
  }, [query, chosenBySearch, foundIds, name, getValues, setValue]);

  return (
    <div className="grid grid-cols-1 gap-3">
      {mainBanks.length > 0 ? (
        <BankTiles
          name={name}
          banks={mainBanks}
          options={options(shown)}
          onChoose={(id) => {
            setQuery('');
            setPressed({ id });
          }}
        />
      ) : null}
      {banks.length > searchedFrom ? (
        <BankSearch id={`${name}-search`} query={query} found={usable} only={only?.name} onSearch={setQuery} />
      ) : null}
      <SelectField name={name} label={label} emptyLabel={t('chooseBank')} options={options(found)} />
      <ProviderWarningNotice warning={warning} />
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
