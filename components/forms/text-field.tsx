'use client';

import type { ComponentProps } from 'react';
import { Field } from '@/components/ui/field';
import { useFieldError, useInitialField, useTextRegistration } from './use-field';

type TextFieldProps = Omit<ComponentProps<typeof Field>, 'error' | 'autoFocus'> & {
  /** Takes the focus when the page opens, unless another field is in error. */
  readonly autoFocus?: boolean;
  /** A card or a one-time code: it starts empty whatever was typed before. */
  readonly sensitive?: boolean;
};

/** One line of text in a `<Form>`. It starts with what was typed before, else with `defaultValue`. */
export function TextField({ defaultValue, autoFocus, sensitive = false, ...field }: TextFieldProps) {
  const initial = useInitialField(field.name);
  const error = useFieldError(field.name);
  const registration = useTextRegistration(field.name);
  return (
    <Field
      {...field}
      {...registration}
      defaultValue={sensitive ? '' : (initial.value ?? defaultValue)}
      autoFocus={initial.autoFocus ?? autoFocus}
      error={error}
    />
  );
}
