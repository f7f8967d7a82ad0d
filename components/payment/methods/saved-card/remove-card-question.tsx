'use client';

import { useTranslations } from 'next-intl';
import { use, useEffect, useId, useRef } from 'react';
import { SubmissionContext } from '@/components/forms/form-context';
import { submitForm } from '@/components/forms/submission/submit-form';
import { useFormMethods } from '@/components/forms/use-form-methods';
import { Button } from '@/components/ui/button';
import type { SavedCard } from '@/lib/domain/payment/payment';
import { findUsableCard } from '@/lib/domain/card/saved-cards';
import { actions } from '@/lib/routes';
import { usePaymentStore, usePaymentStoreApi } from '@/lib/stores/payment-store-provider';

interface RemoveCardQuestionProps {
  readonly card: SavedCard;
  readonly refid: string;
  readonly onKeep: () => void;
  readonly onRemoved: () => void;
}

/** Asks for confirmation in the card's place before it is removed from the list. Specification, section 4: delete saved card. */
export function RemoveCardQuestion({ card, refid, onKeep, onRemoved }: RemoveCardQuestionProps) {
  const t = useTranslations('payment');
  const errors = useTranslations('errors');
  const brands = useTranslations('cardBrands');
  const { clearErrors, resetField, setError, setValue } = useFormMethods();
  const { focusErrors } = use(SubmissionContext);
  const store = usePaymentStoreApi();
  const removal = usePaymentStore((state) => state.cardRemoval);
  const id = useId();
  const question = useRef<HTMLDivElement>(null);
  const idempotencyKey = useRef<string | null>(null);

  useEffect(() => question.current?.focus(), []);

  function keep() {
    clearErrors('root');
    store.getState().askCardRemoval(null);
    onKeep();
  }

  async function remove() {
    const { uniqueCardId } = card;
    const { deleteSavedCardStarted, deleteSavedCardCompleted, deleteSavedCardError } = store.getState();
    if (removal?.isFetching === true) return;
    clearErrors('root');
    deleteSavedCardStarted(uniqueCardId);
    idempotencyKey.current ??= crypto.randomUUID();
    const fields = new URLSearchParams({ refid, uniqueCardId, idempotencyKey: idempotencyKey.current });
    const submitted = await submitForm(actions.removeCard, fields);
    if (submitted.kind !== 'accepted') {
      const message = submitted.kind === 'rejected' ? submitted.formError : null;
      deleteSavedCardError(uniqueCardId);
      setError('root.server', { type: 'server', message: message ?? errors('removeCardFailed') });
      return focusErrors();
    }
    deleteSavedCardCompleted(uniqueCardId);
    onRemoved();
    const { favouriteCardList, paymentRequest } = store.getState();
    // Without saved cards the method is not available.
    if (favouriteCardList.length === 0 && paymentRequest.selectedPaymentMethod === 'savedCard')
      setValue('selectedPaymentMethod', null);
    if (paymentRequest.cardDetails.uniqueCardId !== uniqueCardId) return;
    clearErrors('uniqueCardId');
    setValue('uniqueCardId', findUsableCard(favouriteCardList)?.uniqueCardId ?? null);
    // The CVV that was typed is of the card that is gone.
    resetField('savedCardCvv', { defaultValue: '' });
  }

  return (
    <div
      ref={question}
      tabIndex={-1}
      role="group"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      className="grid w-full gap-3 rounded-md p-3"
    >
      <p id={`${id}-title`} className="font-semibold">
        {t('removeTitle')}
      </p>
      <p id={`${id}-text`}>{t('removeText', { brand: brands(card.brand), lastFour: card.lastFour })}</p>
      <div className="grid gap-3 sm:flex">
        <Button type="button" variant="secondary" onClick={keep}>
          {t('removeKeep')}
        </Button>
        <Button
          type="button"
          variant="danger"
          testId="confirm"
          busy={removal?.isFetching === true}
          onClick={() => void remove()}
        >
          {t('removeConfirm')}
        </Button>
      </div>
    </div>
  );
}
