'use client';

import { useTranslations } from 'next-intl';
import type { ComponentProps } from 'react';
import { TextField } from '@/components/forms/fields/text-field';
import type { CardBrand } from '@/lib/domain/card/card-brands';
import { cardNameMaxLength } from '@/lib/domain/card/card-lengths';
import type { CardFieldNames } from '@/lib/domain/methods/method-descriptor';
import { BrandLogo, useTypedBrand } from './brand-logos';
import { cvvFormatOf } from './cvv-format';
import { useClearCardFields } from './use-clear-card-fields';

/** Attributes by which the browser itself checks a field. */
export type CardConstraints = {
  readonly [Field in keyof CardFieldNames]: Pick<
    ComponentProps<'input'>,
    'required' | 'pattern' | 'title' | 'maxLength'
  >;
};

interface CardFieldsProps {
  readonly names: CardFieldNames;
  readonly brands: readonly CardBrand[];
  readonly brandsLabel: string;
  /** The card was submitted before and must be typed again: the server never sends it back. */
  readonly wasSubmitted: boolean;
  /** For a form that another site validates. */
  readonly constraints?: CardConstraints;
}

/** The fields of a card in a `<Form>`, with autofill tokens. The server never fills them. */
export function CardFields({ names, brands, brandsLabel, wasSubmitted, constraints }: CardFieldsProps) {
  const t = useTranslations('payment');
  useClearCardFields(Object.values(names));
  const typedBrand = useTypedBrand(names.number);
  /** Of the number that is being typed, if it is accepted. */
  const brand = brands.find((accepted) => accepted === typedBrand);
  return (
    <>
      {wasSubmitted ? <p className="text-ink-soft">{t('cardKept')}</p> : null}
      <TextField
        name={names.number}
        sensitive
        format="cardNumber"
        label={t('cardNumber')}
        hint={brandsLabel}
        hintBelow
        suffix={brand === undefined ? null : <BrandLogo brand={brand} />}
        kind="numeric"
        spaced
        autoComplete="cc-number"
        {...constraints?.number}
      />
      <div className="field-pair">
        <TextField
          name={names.expiry}
          sensitive
          format="cardExpiry"
          label={t('cardExpiry')}
          kind="numeric"
          hint={t('cardExpiryHint')}
          hintBelow
          placeholder={t('expiryExample')}
          autoComplete="cc-exp"
          {...constraints?.expiry}
        />
        <TextField
          name={names.cvv}
          sensitive
          format="cardCvv"
          label={t('cardCvv')}
          hint={t(cvvFormatOf(brand === undefined ? brands : [brand]).hint)}
          hintBelow
          kind="numeric"
          autoComplete="cc-csc"
          {...constraints?.cvv}
        />
      </div>
      <TextField
        name={names.name}
        sensitive
        label={t('cardName')}
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={cardNameMaxLength}
        {...constraints?.name}
      />
    </>
  );
}
