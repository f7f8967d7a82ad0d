'use client';

import { useCallback, useEffect, useState } from 'react';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { useFormReady } from '@/components/forms/use-form-ready';
import { textOf, useFormValues, type FormValues } from '@/components/forms/use-form-values';
import { getPayOptions } from '@/lib/domain/bill/pay-choice';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { keepBillDraft, readBillDraft } from '@/lib/stores/bill-draft';
import { useBillStore } from '@/lib/stores/bill-store-provider';
import type { PayFormBill } from './pay-form-bill';

interface PayDraftProps {
  readonly bill: PayFormBill;
  /** Identifies the bill as it is shown: another bill, or other balances, have another. */
  readonly draftKey: string;
  /** The form shows a submission that was rejected, which takes precedence over what was typed before. */
  readonly wasSubmitted: boolean;
}

/** Keeps the choice, the amount and the contact of a bill in this tab, and fills untouched fields with them after a reload or Back. */
export function PayDraft({ bill, draftKey, wasSubmitted }: PayDraftProps) {
  const { getValues, setValue } = useFormMethods();
  const isReady = useFormReady();
  const payOption = useBillStore((state) => state.payOption);
  const amount = useBillStore((state) => state.amount);
  const [rendered] = useState<FormValues>({ payOption, amount });

  useEffect(() => {
    if (wasSubmitted || !isReady) return;
    const draft = readBillDraft(draftKey);
    for (const name of retainedFields.bill) {
      const value = draft[name];
      const isOffered = name !== 'payOption' || getPayOptions(bill).some((option) => option === value);
      const isUntouched = textOf(getValues(), name) === textOf(rendered, name);
      if (value !== undefined && isOffered && isUntouched) setValue(name, value);
    }
  }, [isReady, bill, draftKey, rendered, wasSubmitted, getValues, setValue]);

  const keep = useCallback(
    (values: FormValues) =>
      keepBillDraft(draftKey, Object.fromEntries(retainedFields.bill.map((name) => [name, textOf(values, name)]))),
    [draftKey],
  );
  // After the effect above, because it overwrites what was kept.
  useFormValues(keep);

  return null;
}
