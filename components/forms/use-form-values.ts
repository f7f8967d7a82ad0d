'use client';

import { useEffect } from 'react';
import { useFormMethods } from './use-form-methods';
import { useFormReady } from './use-form-ready';

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
  const { getValues, subscribe } = useFormMethods();
  const isReady = useFormReady();
  useEffect(() => {
    if (!isReady) return undefined;
    onChange(getValues());
    return subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) });
  }, [isReady, getValues, subscribe, onChange]);
}
