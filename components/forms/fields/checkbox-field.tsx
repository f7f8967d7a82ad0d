'use client';

import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { Checkbox } from '@/components/ui/fields/checkbox';

/** A checkbox in a `<Form>`. */
export function CheckboxField({ onChange, ...checkbox }: Omit<ComponentProps<typeof Checkbox>, 'error'>) {
  const { register } = useFormContext();
  return <Checkbox {...checkbox} {...register(checkbox.name, { onChange })} />;
}
