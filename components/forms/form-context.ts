'use client';

import { createContext, use } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { FormState } from './form-state';
import type { Submission } from './submission/use-submission';

/** React Hook Form's methods without its state, of which each field subscribes to its own part (`useFormState`). */
export type FormMethods = Omit<UseFormReturn, 'formState'>;

/** What a form shares with its fields. */
export interface FieldContextValue {
  /** The same object in every render. */
  readonly form: FormMethods;
  /** The form as the server rendered it. */
  readonly state: FormState;
  /** Names of the fields in page order. */
  readonly fieldOrder: readonly string[];
  /** Runs a callback once no pointer is down. */
  readonly afterPointerUp: (callback: () => void) => void;
}

export const FieldContext = createContext<FieldContextValue | null>(null);

/** Returns what the `<Form>` shares with its fields. Throws outside a `<Form>`. */
export function useFieldContext(): FieldContextValue {
  const context = use(FieldContext);
  if (context === null) throw new Error('A form field needs a <Form> around it');
  return context;
}

/** The state of the form's submission. A separate context, so that fields do not render when it changes. */
export type SubmissionContextValue = Pick<Submission, 'isBusy' | 'status' | 'failures' | 'focusErrors' | 'repeat'>;

export const SubmissionContext = createContext<SubmissionContextValue>({
  isBusy: false,
  status: '',
  failures: 0,
  focusErrors: () => undefined,
  repeat: () => false,
});
