'use client';

import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';

/** React Hook Form's values by field name. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Returns the value of a text field or radio group; empty for a group without a choice. */
export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Calls `onChange` with the values of the `<Form>` when the fields are registered (including input from before hydration) and on each
 * change. `onChange` must be memoized.
 */
export function useFormValues(onChange: (values: FormValues) => void): void {
  const { getValues, subscribe, formState } = useFormContext();
  // Until then React Hook Form returns default values: effects of a form's children run before its own.
  const { isReady } = formState;
  useEffect(() => {
    if (!isReady) return undefined;
    onChange(getValues());
    return subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) });
  }, [isReady, getValues, subscribe, onChange]);
}
