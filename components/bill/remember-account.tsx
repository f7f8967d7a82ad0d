'use client';

import { useTranslations } from 'next-intl';
import { useEffect } from 'react';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { parseAccountNumber } from '@/lib/domain/bill/account-number';
import { useBillStore } from '@/lib/stores/bill-store-provider';
import { useUserStore } from '@/lib/stores/user-store-provider';

const name = 'rememberAccount';

/**
 * The checkbox that stores the account number on this device. A stored number fills an empty field. It is stored when its bill is found
 * and removed when the box is unticked. The server ignores the field.
 */
export function RememberAccount() {
  const t = useTranslations('home');
  const { getValues, setValue } = useFormMethods();
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
    // Storing needs a script.
    <div className="-my-2 noscript:hidden">
      <CheckboxField
        name={name}
        label={t('remember')}
        onChange={(event) => event.target.checked || remember({ rememberedAccount: null })}
      />
    </div>
  );
}
