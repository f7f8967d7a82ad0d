'use client';

import { useCallback, useEffect } from 'react';
import { useFormContext } from '@/components/forms/use-form-context';
import { useFormValues, type FormValues } from '@/components/forms/use-form-values';
import type { PaymentRequest } from '@/lib/stores/payment-store';
import { usePaymentStoreApi } from '@/lib/stores/payment-store-provider';
import { useUserStore } from '@/lib/stores/user-store-provider';
import { choicesToFields, readChoices } from './choices';
import { methodFields } from './field-order';
import { availabilityOf } from '../methods/method-availability';
import type { PaymentView } from './payment-view';

interface PaymentChoicesProps {
  readonly page: PaymentView;
  /** What the server has rendered. */
  readonly rendered: PaymentRequest;
  /** The form came back with what was sent: that goes before what this device has kept. */
  readonly wasSubmitted: boolean;
}

/**
 * The one subscription that copies the choices in the form to the payment store. Choices that this device has kept fill the fields that the
 * payer has not touched: those of this payment, else the method that was used last.
 */
export function PaymentChoices({ page, rendered, wasSubmitted }: PaymentChoicesProps) {
  const { clearErrors, getFieldState, getValues, setValue, formState } = useFormContext();
  const { isReady } = formState;
  const store = usePaymentStoreApi();
  const lastMethod = useUserStore((state) => state.lastMethod);

  const copyChoices = useCallback(
    (values: FormValues) => {
      const before = store.getState();
      before.updatePaymentRequest(readChoices(values));
      const after = store.getState();
      if (after.paymentAttempt && !after.isPaymentProcessing) after.clearPaymentAttempt();
      if (after.paymentRequest.selectedPaymentMethod === before.paymentRequest.selectedPaymentMethod) return;
      // What was wrong with one method's fields is no concern of the next one.
      const inError = methodFields.filter((name) => getFieldState(name).invalid);
      if (inError.length > 0) clearErrors(inError);
    },
    [store, clearErrors, getFieldState],
  );
  useEffect(() => {
    if (wasSubmitted || !isReady) return;
    const untouched = new Map(choicesToFields(rendered, page));
    void store.persist.rehydrate();
    const { paymentRequest } = store.getState();
    for (const [name, value] of choicesToFields(paymentRequest, page)) {
      if ((getValues(name) || undefined) === untouched.get(name)) setValue(name, value);
    }
    if (getValues('isAutoDebitOption') !== undefined) setValue('isAutoDebitOption', paymentRequest.isAutoDebitOption);
    copyChoices(getValues());
  }, [isReady, page, rendered, wasSubmitted, store, getValues, setValue, copyChoices]);

  // After the effect above: a change of the store replaces what was kept.
  useFormValues(copyChoices);

  useEffect(() => {
    if (!isReady || lastMethod === null || store.getState().paymentRequest.selectedPaymentMethod !== null) return;
    const isOffered = page.methods.includes(lastMethod) && availabilityOf(lastMethod, page).state === 'available';
    if (isOffered) setValue('selectedPaymentMethod', lastMethod);
  }, [isReady, lastMethod, page, store, setValue]);

  return null;
}
