'use client';

import type { ComponentProps } from 'react';
import { Select } from '@/components/ui/fields/select';
import { useFieldError, useInitialField, useTextRegistration } from './use-field';

/** A native `<select>` in a `<Form>`. Required unless it is marked as optional. */
export function SelectField({ defaultValue, ...select }: Omit<ComponentProps<typeof Select>, 'error' | 'autoFocus'>) {
  const initial = useInitialField(select.name);
  const error = useFieldError(select.name);
  const registration = useTextRegistration(select.name);
  return (
    <Select
      aria-required={select.optionalLabel === undefined}
      {...select}
      {...registration}
      defaultValue={initial.value ?? defaultValue}
      autoFocus={initial.autoFocus}
      error={error}
    />
  );
}
