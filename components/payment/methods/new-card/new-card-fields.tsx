'use client';

import { useTranslations } from 'next-intl';
import { CardFields } from '@/components/payment/card/card-fields';
import { EncryptionNote } from '@/components/payment/card/encryption-note';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import { newCardFieldNames } from '@/components/payment/card/card-field-names';
import { cardBrands } from '@/lib/domain/card/card-brands';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import type { MethodFieldsProps } from '../method-views';

/** A card that is typed in and, where the server allows it, saved. */
export function NewCardFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const isCardRemoved = usePaymentStore((state) => state.favouriteCardList.length < page.savedCards.length);
  const isFull = page.savingCards === 'full' && !isCardRemoved;
  const hint = isFull ? t('saveCardFull') : page.cardsBelongTo === 'device' ? t('saveCardOnDevice') : undefined;
  return (
    <div className="grid gap-4">
      <CardFields
        names={newCardFieldNames}
        brands={cardBrands}
        brandsLabel={t('cardsAccepted')}
        wasSubmitted={form.values['selectedPaymentMethod'] === 'newCard'}
      />
      {page.savingCards === 'not-offered' ? null : (
        <CheckboxField
          name="saveCard"
          value="true"
          label={t('saveCard')}
          hint={hint}
          disabled={isFull}
          defaultChecked={page.savingCards === 'offered' && form.values['saveCard'] === 'true'}
        />
      )}
      <EncryptionNote />
    </div>
  );
}
