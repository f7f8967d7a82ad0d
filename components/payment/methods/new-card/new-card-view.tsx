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

/** A card that is typed in here, or on the next page. It is saved if the payer asks for it and the server allows it. */
function NewCardFields(props: MethodFieldsProps) {
  const t = useTranslations('payment');
  const { cardEntry } = props.page;
  const isOwn = cardEntry === 'own';
  return (
    <div className="grid gap-4">
      {isOwn ? (
        <CardFields
          names={newCardNames}
          brands={cardBrands}
          brandsLabel={t('cardsAccepted')}
          wasSubmitted={props.form.values['selectedPaymentMethod'] === newCard.id}
        />
      ) : (
        <p className="text-ink-soft flex items-start gap-2 text-sm">
          <Icon name="lock" />
          {t(cardEntry === 'direct' ? 'cardOnNextPageDirect' : 'cardOnNextPage')}
        </p>
      )}
      {props.page.savingCards === 'not-offered' ? null : <SaveCardField {...props} />}
      {isOwn ? <EncryptionNote /> : null}
    </div>
  );
}

function SaveCardField({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const isCardRemoved = usePaymentStore((state) => state.favouriteCardList.length < page.savedCards.length);
  const isFull = page.savingCards === 'full' && !isCardRemoved;
  const ofDevice = page.cardEntry === 'own' ? 'saveCardOnDevice' : 'saveCardAtGatewayOnDevice';
  const ofCustomer = page.cardEntry === 'own' ? undefined : t('saveCardAtGateway');
  return (
    <CheckboxField
      name="saveCard"
      value="true"
      label={t('saveCard')}
      hint={isFull ? t('saveCardFull') : page.cardsBelongTo === 'device' ? t(ofDevice) : ofCustomer}
      disabled={isFull}
      defaultChecked={page.savingCards === 'offered' && form.values['saveCard'] === 'true'}
    />
  );
}

export const newCardView: MethodView = {
  sign: ['visa', 'mastercard', 'amex'],
  note: (t, { cardWallets: wallets }) => wallets && t('payment.cardWallets', { wallets }),
  Fields: NewCardFields,
};
