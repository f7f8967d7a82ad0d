import { paymentFieldOrder } from '@/components/payment/field-order';
import { useTranslations } from 'next-intl';
import { BrandMarks } from '@/components/payment/brand-marks';
import { fieldOf } from '@/components/ui/form-state';
import { Checkbox } from '@/components/ui/checkbox';
import { Field } from '@/components/ui/field';
import { Icon } from '@/components/ui/icon';
import {
  cardBrands,
  cardCvvMaxLength,
  cardExpiryMaxLength,
  cardNameMaxLength,
  cardNumberMaxLength,
} from '@/lib/domain/card-fields';
import type { MethodFieldsProps } from './method-fields';

/** A card that is typed in. Plain fields with the browser's own tokens, so that autofill works; never filled by the server. */
export function NewCardFields({ page, form }: MethodFieldsProps) {
  const t = useTranslations('payment');
  const wasSent = form.values['selectedPaymentMethod'] === 'newCard';
  return (
    <div className="grid gap-4" data-card-fields="">
      <BrandMarks brands={cardBrands} label={t('cardsAccepted')} />
      {wasSent ? <p className="text-ink-soft">{t('cardKept')}</p> : null}
      <Field
        {...fieldOf(form, 'cardNumber', paymentFieldOrder)}
        defaultValue=""
        label={t('cardNumber')}
        kind="numeric"
        spaced
        autoComplete="cc-number"
        maxLength={cardNumberMaxLength}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          {...fieldOf(form, 'cardExpiry', paymentFieldOrder)}
          defaultValue=""
          label={t('cardExpiry')}
          kind="numeric"
          placeholder={t('expiryExample')}
          autoComplete="cc-exp"
          maxLength={cardExpiryMaxLength}
        />
        <Field
          {...fieldOf(form, 'cardCvv', paymentFieldOrder)}
          defaultValue=""
          label={t('cardCvv')}
          hint={t('cardCvvHint')}
          kind="numeric"
          autoComplete="cc-csc"
          maxLength={cardCvvMaxLength}
        />
      </div>
      <Field
        {...fieldOf(form, 'cardName', paymentFieldOrder)}
        defaultValue=""
        label={t('cardName')}
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={cardNameMaxLength}
      />
      {page.savingCards === 'not-offered' ? null : (
        <Checkbox
          name="saveCard"
          value="true"
          label={t('saveCard')}
          hint={page.savingCards === 'full' ? t('saveCardFull') : undefined}
          disabled={page.savingCards === 'full'}
          defaultChecked={form.values['saveCard'] === 'true'}
        />
      )}
      <p className="text-ink-soft flex items-start gap-2 text-sm">
        <Icon name="lock" />
        {t('secureNote')}
      </p>
    </div>
  );
}
