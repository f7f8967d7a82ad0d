'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import { useFormContext } from '@/components/forms/use-form-context';
import { parseAccountNumber } from '@/lib/domain/bill/account-number';
import { useBillStore } from '@/lib/stores/bill-store-provider';
import { useUserStore } from '@/lib/stores/user-store-provider';

/** The server ignores it. */
const name = 'rememberAccount';

/**
 * The box by which a payer asks this device to remember the account number. A remembered number is filled in unless something is typed
 * already; it is forgotten as soon as the box is unticked, and stored when its bill was found.
 */
export function RememberAccount() {
  const t = useTranslations('home');
  const { getValues, setValue } = useFormContext();
  const rememberedAccount = useUserStore((state) => state.rememberedAccount);
  const remember = useUserStore((state) => state.remember);
  const isFound = useBillStore((state) => state.redirectToBillView);

  useEffect(() => {
    if (rememberedAccount === null) return;
    setValue(name, true);
    if (getValues('accountNumber') === '') setValue('accountNumber', rememberedAccount);
  }, [rememberedAccount, getValues, setValue]);

  useEffect(() => {
    if (!isFound) return;
    const account = parseAccountNumber(String(getValues('accountNumber')));
    remember({ rememberedAccount: getValues(name) && account.ok ? account.value : null });
  }, [isFound, getValues, remember]);

  return (
    // Only a script can keep it on the device.
    <div className="-my-2 noscript:hidden">
      <CheckboxField
        name={name}
        label={t('remember')}
        onChange={(event) => event.target.checked || remember({ rememberedAccount: null })}
      />
    </div>
  );
}
