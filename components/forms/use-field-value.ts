'use client';

import { useWatch } from 'react-hook-form';

/** Returns what is typed in a text field of the `<Form>` around, as it changes; empty on the server and before hydration. */
export function useFieldValue(name: string): string {
  const value: unknown = useWatch({ name });
  return typeof value === 'string' ? value : '';
}
