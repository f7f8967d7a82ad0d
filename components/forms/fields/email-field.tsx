'use client';

import { useTranslations } from 'next-intl';
import { useState, type ComponentProps, type FocusEvent } from 'react';
import { Button } from '@/components/ui/button';
import { emailMaxLength } from '@/lib/domain/forms/input-formats';
import { useFieldContext } from '../form-context';
import { TextField } from './text-field';

const loadCorrection = () => import('./correct-email');
/** Without its code nothing is suggested. */
const ignore = () => undefined;

type EmailFieldProps = Omit<ComponentProps<typeof TextField>, 'kind' | 'autoComplete' | 'maxLength'>;

/** An email address. Where its domain looks mistyped, a button below the field corrects it. */
export function EmailField(props: EmailFieldProps) {
  const t = useTranslations('layout');
  const { afterPointerUp, form } = useFieldContext();
  const [corrected, setCorrected] = useState<string | null>(null);

  function suggestCorrection({ target }: FocusEvent) {
    if (!(target instanceof HTMLInputElement)) return;
    const suggest = () => loadCorrection().then(({ correctEmail }) => setCorrected(correctEmail(target.value)), ignore);
    afterPointerUp(() => void suggest());
  }

  function correct() {
    form.setValue(props.name, corrected, { shouldValidate: true });
    form.setFocus(props.name);
    setCorrected(null);
  }

  return (
    <div onBlur={suggestCorrection} onInput={() => setCorrected(null)}>
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
