'use client';

import { useWatch } from 'react-hook-form';

/** Returns the current value of a text field of the `<Form>`; empty on the server and before hydration. */
export function useFieldValue(name: string): string {
  const value: unknown = useWatch({ name });
  return typeof value === 'string' ? value : '';
}
