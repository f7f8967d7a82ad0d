import { useTranslations } from 'next-intl';
import { paymentFieldOrder } from '@/components/payment/field-order';
import { Field } from '@/components/ui/field';
import { fieldOf } from '@/components/ui/form-state';
import { RadioGroup } from '@/components/ui/radio-group';
import { cardCvvMaxLength } from '@/lib/domain/card-fields';
import { sortSavedCards } from '@/lib/domain/saved-cards';
import type { MethodFieldsProps } from './method-fields';
import { SavedCardChoice } from './saved-card-choice';

/** The customer's cards, the usual one first and taken. The CVV is asked for beside a card whose issuer wants it. */
export function SavedCardFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const chosen = fieldOf(form, 'uniqueCardId', paymentFieldOrder);
  const cards = sortSavedCards(page.savedCards);
  const taken =
    cards.find(({ uniqueCardId }) => uniqueCardId === chosen.defaultValue) ??
    cards.find((card) => !card.isExpired && !card.isOffline);
  return (
    <div className="saved-cards grid gap-4">
      <RadioGroup name="uniqueCardId" legend={t('savedCard')} error={chosen.error} autoFocus={chosen.autoFocus}>
        {cards.map((card) => (
          <SavedCardChoice key={card.uniqueCardId} card={card} isTaken={card === taken} />
        ))}
      </RadioGroup>
      {cards.some(({ needsCvv }) => needsCvv) ? (
        <div className="saved-card-cvv max-w-60" data-card-fields="">
          <Field
            {...fieldOf(form, 'savedCardCvv', paymentFieldOrder)}
            defaultValue=""
            label={t('savedCardCvv')}
            hint={t(cards.some(({ brand }) => brand === 'amex') ? 'cardCvvHint' : 'cardCvvHintBack')}
            kind="numeric"
            autoComplete="cc-csc"
            maxLength={cardCvvMaxLength}
          />
        </div>
      ) : null}
    </div>
  );
}
