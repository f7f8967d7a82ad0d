'use client';

import { useFormContext } from 'react-hook-form';

/** Whether the fields of the `<Form>` are registered. Until then React Hook Form returns default values: effects of a form's children run before its own. */
export function useFormReady(): boolean {
  return useFormContext().formState.isReady;
}
