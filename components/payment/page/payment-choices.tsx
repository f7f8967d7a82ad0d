'use client';

import { useCallback, useEffect } from 'react';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { useFormReady } from '@/components/forms/use-form-ready';
import { useFormValues, type FormValues } from '@/components/forms/use-form-values';
import { methodOfReturningPayer } from '@/lib/domain/payment/preferred-method';
import type { PaymentRequest } from '@/lib/stores/payment-store';
import { usePaymentStoreApi } from '@/lib/stores/payment-store-provider';
import { useUserStore } from '@/lib/stores/user-store-provider';
import { choicesToFields, isAvailable, readChoices } from './choices';
import { methodFields } from './field-order';
import type { PaymentView } from './payment-view';

interface PaymentChoicesProps {
  readonly page: PaymentView;
  /** The choices that the server rendered. */
  readonly rendered: PaymentRequest;
  /** The form shows a submission that was rejected, which takes precedence over stored choices. */
  readonly wasSubmitted: boolean;
}

/** Returns the choices and the contact as values of the form's fields. */
function toFields(request: PaymentRequest, page: PaymentView): readonly (readonly [string, string])[] {
  const { userEmailAddress, phoneNumber } = request;
  return [...choicesToFields(request, page), ['userEmailAddress', userEmailAddress], ['phoneNumber', phoneNumber]];
}

/**
 * Copies the form's choices and contact to the payment store. What is stored on this device fills untouched fields: that of this payment, else
 * the method and the wallet used last.
 */
export function PaymentChoices({ page, rendered, wasSubmitted }: PaymentChoicesProps) {
  const { clearErrors, getFieldState, getValues, setValue } = useFormMethods();
  const isReady = useFormReady();
  const store = usePaymentStoreApi();
  const lastMethod = useUserStore((state) => state.lastMethod);
  const lastWallet = useUserStore((state) => state.lastWallet);

  const copyChoices = useCallback(
    (values: FormValues) => {
      const before = store.getState();
      before.updatePaymentRequest(readChoices(values));
      const after = store.getState();
      if (after.paymentAttempt && !after.isPaymentProcessing) after.clearPaymentAttempt();
      if (after.paymentRequest.selectedPaymentMethod === before.paymentRequest.selectedPaymentMethod) return;
      // Errors of the previous method's fields no longer apply.
      const inError = methodFields.filter((name) => getFieldState(name).invalid);
      if (inError.length > 0) clearErrors(inError);
    },
    [store, clearErrors, getFieldState],
  );
  useEffect(() => {
    if (wasSubmitted || !isReady) return;
    const untouched = new Map(toFields(rendered, page));
    void store.persist.rehydrate();
    const { paymentRequest } = store.getState();
    for (const [name, value] of toFields(paymentRequest, page)) {
      if ((getValues(name) || '') === (untouched.get(name) || '')) setValue(name, value);
    }
    if (readChoices(getValues()).isAutoDebitOption === rendered.isAutoDebitOption) {
      setValue('isAutoDebitOption', paymentRequest.isAutoDebitOption);
    }
    copyChoices(getValues());
  }, [isReady, page, rendered, wasSubmitted, store, getValues, setValue, copyChoices]);

  // After the effect above, because a change of the store overwrites the stored choices.
  useFormValues(copyChoices);

  useEffect(() => {
    const method = methodOfReturningPayer(lastMethod, page, rendered.cardDetails.uniqueCardId);
    if (!isReady || method === null || store.getState().paymentRequest.selectedPaymentMethod !== null) return;
    const isOffered = page.methods.includes(method) && isAvailable(method, page);
    if (isOffered) setValue('selectedPaymentMethod', method);
  }, [isReady, lastMethod, page, rendered, store, setValue]);

  useEffect(() => {
    if (!isReady || lastWallet === null || store.getState().paymentRequest.selectedWallet !== null) return;
    const isOffered = page.wallets.includes(lastWallet) && page.outages[lastWallet]?.state !== 'down';
    if (isOffered) setValue('selectedWallet', lastWallet);
  }, [isReady, lastWallet, page, store, setValue]);

  return null;
}
