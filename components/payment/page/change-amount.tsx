'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useReadFormDraft } from '@/components/forms/form-draft';
import { Button } from '@/components/ui/button';
import { actions } from '@/lib/routes';

/**
 * Leads back to the bill, to pay another amount. With scripts the contact that is typed here is carried over; the server knows the one that
 * was typed on the bill.
 */
export function ChangeAmount({ refid }: { readonly refid: string }) {
  const t = useTranslations('payment');
  const readTypedValues = useReadFormDraft();
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const { userEmailAddress: email, phoneNumber } = typed;
  return (
    <form
      method="post"
      action={actions.lookUpAgain}
      className="-mx-5 -mt-2"
      // Rendered before the browser collects the fields of the form that it is about to post.
      onSubmit={() => flushSync(() => setTyped(readTypedValues()?.fields ?? {}))}
    >
      {Object.entries({ refid, email, phoneNumber }).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Button variant="quiet" testId="change-amount">
        {t('changeAmount')}
      </Button>
    </form>
  );
}
