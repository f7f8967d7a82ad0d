'use client';

import { useEffect } from 'react';
import { useFormContext } from 'react-hook-form';

/** The values of a form's fields by name, as React Hook Form has them. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Returns a text field's or a choice's value; empty for a group without a choice. */
export function textOf(values: FormValues, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Calls `onChange` with the values of the `<Form>` around: once they are registered, with what was typed or chosen before hydration, and
 * each time one changes. It must be the same function at each render.
 */
export function useFormValues(onChange: (values: FormValues) => void): void {
  const { getValues, subscribe, formState } = useFormContext();
  // Before that React Hook Form returns its default values: effects of a form's children run before its own.
  const { isReady } = formState;
  useEffect(() => {
    if (!isReady) return undefined;
    onChange(getValues());
    return subscribe({ formState: { values: true }, callback: ({ values }) => onChange(values) });
  }, [isReady, getValues, subscribe, onChange]);
}
