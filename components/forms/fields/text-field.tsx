'use client';

import type { ComponentProps } from 'react';
import { Field } from '@/components/ui/fields/field';
import { inputMaxLengths, type InputFormat } from '@/lib/domain/forms/input-formats';
import { useFieldError, useInitialField, useTextRegistration } from './use-field';
import { useFormattedInput } from './use-formatted-input';

type TextFieldProps = Omit<ComponentProps<typeof Field>, 'error' | 'autoFocus'> & {
  /** What the value is formatted as while it is typed. */
  readonly format?: InputFormat;
  /** Takes the focus when the page opens, unless another field is in error. */
  readonly autoFocus?: boolean;
  /** A card or a one-time code: it starts empty whatever was typed before. */
  readonly sensitive?: boolean;
};

/** One line of text in a `<Form>`. It starts with what was typed before, else with `defaultValue`. */
export function TextField({ defaultValue, format, autoFocus, sensitive = false, onChange, ...field }: TextFieldProps) {
  const initial = useInitialField(field.name);
  const error = useFieldError(field.name);
  const registration = useTextRegistration(field.name, { onChange });
  const formatted = useFormattedInput(format);
  return (
    <Field
      maxLength={format && inputMaxLengths[format]}
      {...field}
      {...formatted(registration)}
      defaultValue={sensitive ? '' : (initial.value ?? defaultValue)}
      autoFocus={initial.autoFocus ?? autoFocus}
      error={error}
    />
  );
}
