import { paymentFieldOrder } from '@/components/payment/field-order';
import { useTranslations } from 'next-intl';
import { BrandMarks } from '@/components/payment/brand-marks';
import { fieldOf, type FormState } from '@/components/ui/form-state';
import { Field } from '@/components/ui/field';
import {
  cardCvvMaxLength,
  cardExpiryMaxLength,
  cardNameMaxLength,
  cardNumberMaxLength,
  type CardBrand,
} from '@/lib/domain/card-fields';

/** By which names a typed card is posted. */
interface CardNames {
  readonly number: string;
  readonly expiry: string;
  readonly cvv: string;
  readonly name: string;
}

interface CardInputsProps {
  readonly names: CardNames;
  readonly brands: readonly CardBrand[];
  readonly brandsLabel: string;
  readonly form: FormState;
  /** The card was sent before and is asked for again: nothing of it comes back. */
  readonly wasSent: boolean;
}

/** A card that is typed in. Plain fields with the browser's own tokens, so that autofill works; never filled by the server. */
export function CardInputs({ names, brands, brandsLabel, form, wasSent }: CardInputsProps) {
  const t = useTranslations('payment');
  const emptyField = (name: string) => ({ ...fieldOf(form, name, paymentFieldOrder), defaultValue: '' });
  return (
    <>
      <BrandMarks brands={brands} label={brandsLabel} />
      {wasSent ? <p className="text-ink-soft">{t('cardKept')}</p> : null}
      <Field
        {...emptyField(names.number)}
        label={t('cardNumber')}
        kind="numeric"
        spaced
        autoComplete="cc-number"
        maxLength={cardNumberMaxLength}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          {...emptyField(names.expiry)}
          label={t('cardExpiry')}
          kind="numeric"
          placeholder={t('expiryExample')}
          autoComplete="cc-exp"
          maxLength={cardExpiryMaxLength}
        />
        <Field
          {...emptyField(names.cvv)}
          label={t('cardCvv')}
          hint={t(brands.includes('amex') ? 'cardCvvHint' : 'cardCvvHintBack')}
          hintBelow
          kind="numeric"
          autoComplete="cc-csc"
          maxLength={cardCvvMaxLength}
        />
      </div>
      <Field
        {...emptyField(names.name)}
        label={t('cardName')}
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={cardNameMaxLength}
      />
    </>
  );
}
