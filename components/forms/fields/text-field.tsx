'use client';

import type { ComponentProps } from 'react';
import { Field } from '@/components/ui/fields/field';
import { inputMaxLengths, type InputFormat } from '@/lib/domain/forms/input-formats';
import { useFieldError, useInitialField, useTextRegistration } from './use-field';
import { useFormattedInput } from './use-formatted-input';

type TextFieldProps = Omit<ComponentProps<typeof Field>, 'error' | 'autoFocus'> & {
  /** The format that is applied while the payer types. */
  readonly format?: InputFormat;
  /** Focuses the field on page load unless another field is in error. */
  readonly autoFocus?: boolean;
  /** Card data or a one-time code: never filled with the submitted value. */
  readonly sensitive?: boolean;
};

/**
 * A text input in a `<Form>`. Its initial value is the one submitted before, else `defaultValue`. One that is not marked as optional is required, which
 * the schema checks, not the browser.
 */
export function TextField({ defaultValue, format, autoFocus, sensitive = false, onChange, ...field }: TextFieldProps) {
  const initial = useInitialField(field.name);
  const error = useFieldError(field.name);
  const registration = useTextRegistration(field.name, { onChange });
  const formatted = useFormattedInput(format);
  return (
    <Field
      aria-required={field.optionalLabel === undefined}
      maxLength={format && inputMaxLengths[format]}
      {...field}
      {...formatted(registration)}
      defaultValue={sensitive ? '' : (initial.value ?? defaultValue)}
      autoFocus={initial.autoFocus ?? autoFocus}
      error={error}
    />
  );
}
