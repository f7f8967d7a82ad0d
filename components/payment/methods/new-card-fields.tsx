import { useTranslations } from 'next-intl';
import { Checkbox } from '@/components/ui/checkbox';
import { cardBrands } from '@/lib/domain/card-fields';
import { CardInputs } from './card-inputs';
import type { MethodFieldsProps } from './method-fields';
import { SecureNote } from './secure-note';

const names = { number: 'cardNumber', expiry: 'cardExpiry', cvv: 'cardCvv', name: 'cardName' } as const;

function hintOnSaving({ savingCards, cardsBelongTo }: MethodFieldsProps['page']) {
  if (savingCards === 'full') return 'saveCardFull';
  return cardsBelongTo === 'device' ? 'saveCardOnDevice' : null;
}

/** A card that is typed in and, where the server allows it, saved. */
export function NewCardFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const hint = hintOnSaving(page);
  return (
    <div className="grid gap-4" data-card-fields="">
      <CardInputs
        names={names}
        brands={cardBrands}
        brandsLabel={t('cardsAccepted')}
        form={form}
        wasSent={form.values['selectedPaymentMethod'] === 'newCard'}
      />
      {page.savingCards === 'not-offered' ? null : (
        <Checkbox
          name="saveCard"
          value="true"
          label={t('saveCard')}
          hint={hint === null ? undefined : t(hint)}
          disabled={page.savingCards === 'full'}
          defaultChecked={page.savingCards === 'offered' && form.values['saveCard'] === 'true'}
        />
      )}
      <SecureNote />
    </div>
  );
}
