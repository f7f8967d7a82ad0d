'use client';

import type { ComponentProps } from 'react';
import { Checkbox } from '@/components/ui/fields/checkbox';
import { useFieldError, useInitialField, useRegistration } from './use-field';

/** A checkbox in a `<Form>`. */
export function CheckboxField({ onChange, ...checkbox }: Omit<ComponentProps<typeof Checkbox>, 'error' | 'autoFocus'>) {
  const { autoFocus } = useInitialField(checkbox.name);
  const error = useFieldError(checkbox.name);
  const registration = useRegistration(checkbox.name, { onChange });
  return <Checkbox {...checkbox} {...registration} autoFocus={autoFocus} error={error} />;
}
