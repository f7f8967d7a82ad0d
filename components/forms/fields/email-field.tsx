'use client';

import { useTranslations } from 'next-intl';
import { useCallback, useEffect, useState, type ComponentProps } from 'react';
import { Button } from '@/components/ui/button';
import { emailMaxLength } from '@/lib/domain/forms/input-formats';
import { useFieldContext } from '../form-context';
import { TextField } from './text-field';

const loadCorrection = () => import('./correct-email');
/** Without its code nothing is suggested. */
const ignore = () => undefined;

interface EmailFieldProps extends Omit<ComponentProps<typeof TextField>, 'kind' | 'autoComplete' | 'maxLength'> {
  /** What the field is filled with before the payer edits it. */
  readonly prefilled?: string | null;
}

/** An email address. Where its domain looks mistyped, a button below the field corrects it. */
export function EmailField({ prefilled, ...props }: EmailFieldProps) {
  const { name } = props;
  const t = useTranslations('layout');
  const { afterPointerUp, form } = useFieldContext();
  const [corrected, setCorrected] = useState<string | null>(null);

  const suggestCorrection = useCallback(
    () =>
      void loadCorrection().then(({ correctEmail }) => {
        const email: unknown = form.getValues(name);
        if (typeof email === 'string') setCorrected(correctEmail(email));
      }, ignore),
    [form, name],
  );

  useEffect(() => {
    if (prefilled) suggestCorrection();
  }, [prefilled, suggestCorrection]);

  function correct() {
    form.setValue(name, corrected, { shouldValidate: true });
    form.setFocus(name);
    setCorrected(null);
  }

  return (
    <div onBlur={() => afterPointerUp(suggestCorrection)} onInput={() => setCorrected(null)}>
      <TextField {...props} kind="email" autoComplete="email" maxLength={emailMaxLength} />
      <div role="status" className="wrap-anywhere">
        {corrected === null ? null : (
          <Button type="button" variant="quiet" testId="correct-email" onClick={correct}>
            {t('didYouMean', { email: corrected })}
          </Button>
        )}
      </div>
    </div>
  );
}
