'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { parseAccountNumber } from '@/lib/domain/bill/account-number';
import { forgetRememberedBill } from '@/lib/stores/forget-remembered-bill';
import { useBillStore } from '@/lib/stores/bill-store-provider';
import { useUserStore } from '@/lib/stores/user-store-provider';

const name = 'rememberAccount';

/**
 * The checkbox that stores the account number on this device when its bill is found. The server ignores the field. Without a card of the remembered
 * account, its number fills an empty field, and unticking the box removes it. Below a card (`hasCard`) the form is for another account, which replaces the
 * remembered one only if the box is ticked.
 */
export function RememberAccount({ hasCard }: { readonly hasCard: boolean }) {
  const t = useTranslations('home');
  const { getValues, setValue } = useFormMethods();
  const rememberedAccount = useUserStore((state) => state.rememberedAccount);
  const remember = useUserStore((state) => state.remember);
  const isFound = useBillStore((state) => state.redirectToBillView);

  useEffect(() => {
    if (rememberedAccount === null || hasCard) return;
    setValue(name, true);
    if (getValues('accountNumber') === '') setValue('accountNumber', rememberedAccount);
  }, [rememberedAccount, hasCard, getValues, setValue]);

  useEffect(() => {
    if (!isFound) return;
    forgetRememberedBill();
    if (hasCard && !getValues(name)) return;
    const account = parseAccountNumber(String(getValues('accountNumber')));
    remember({ rememberedAccount: getValues(name) && account.ok ? account.value : null });
  }, [isFound, hasCard, getValues, remember]);

  return (
    // Storing needs a script.
    <div className="-my-2 noscript:hidden">
      <CheckboxField
        name={name}
        label={t('remember')}
        onChange={(event) => event.target.checked || hasCard || remember({ rememberedAccount: null })}
      />
    </div>
  );
}
