'use client';

import { useTranslations } from 'next-intl';
import { CardFields } from '@/components/payment/card/card-fields';
import { EncryptionNote } from '@/components/payment/card/encryption-note';
import { CheckboxField } from '@/components/forms/fields/checkbox-field';
import { Icon } from '@/components/ui/icon';
import { cardBrands } from '@/lib/domain/card/card-brands';
import { newCard, newCardNames } from '@/lib/domain/methods/new-card';
import { usePaymentStore } from '@/lib/stores/payment-store-provider';
import type { MethodFieldsProps, MethodView } from '../method-view';

/** A card that is typed in here, or on the next page. */
function NewCardFields(props: MethodFieldsProps) {
  const { cardEntry } = props.page;
  return cardEntry === 'own' ? <OwnCardFields {...props} /> : <CardPageNote cardEntry={cardEntry} />;
}

function CardPageNote({ cardEntry }: { readonly cardEntry: 'gateway' | 'direct' }) {
  const t = useTranslations('payment');
  return (
    <p className="text-ink-soft flex items-start gap-2 text-sm">
      <Icon name="lock" />
      {t(cardEntry === 'direct' ? 'cardOnNextPageDirect' : 'cardOnNextPage')}
    </p>
  );
}

/** The fields of a card, which is saved if the server allows it. */
function OwnCardFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const isCardRemoved = usePaymentStore((state) => state.favouriteCardList.length < page.savedCards.length);
  const isFull = page.savingCards === 'full' && !isCardRemoved;
  const hint = isFull ? t('saveCardFull') : page.cardsBelongTo === 'device' ? t('saveCardOnDevice') : undefined;
  return (
    <div className="grid gap-4">
      <CardFields
        names={newCardNames}
        brands={cardBrands}
        brandsLabel={t('cardsAccepted')}
        wasSubmitted={form.values['selectedPaymentMethod'] === newCard.id}
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

export const newCardView: MethodView = { sign: ['visa', 'mastercard', 'amex'], Fields: NewCardFields };
