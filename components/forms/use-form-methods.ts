'use client';

import { useFieldContext, type FormMethods } from './form-context';

/**
 * Returns React Hook Form's methods of the `<Form>`, for components that read or set its values. They are the same in every render: unlike
 * `useFormContext`, this does not render a component when the form's state changes.
 */
export function useFormMethods(): FormMethods {
  return useFieldContext().form;
}
