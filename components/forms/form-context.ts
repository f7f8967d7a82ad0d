'use client';

import { createContext, use } from 'react';
import type { FormState } from './form-state';

/** What the fields of a form share. */
export interface FieldContextValue {
  /** As the server rendered the form. */
  readonly state: FormState;
  /** Names of the fields in the order of the page. */
  readonly fieldOrder: readonly string[];
  /** Runs a callback once no finger or mouse button is down. */
  readonly afterPointerUp: (callback: () => void) => void;
}

export const FieldContext = createContext<FieldContextValue | null>(null);

/** Returns what the form around shares with its fields. Throws without a `<Form>`: that is a bug. */
export function useFieldContext(): FieldContextValue {
  const context = use(FieldContext);
  if (context === null) throw new Error('A form field needs a <Form> around it');
  return context;
}

/** How the form's submission stands. A context of its own: fields do not render when it changes. */
export interface SubmissionContextValue {
  readonly isBusy: boolean;
  readonly status: string;
  readonly failures: number;
  /** Moves the focus to the error summary, where the errors that were set are listed. */
  readonly focusErrors: () => void;
}

export const SubmissionContext = createContext<SubmissionContextValue>({
  isBusy: false,
  status: '',
  failures: 0,
  focusErrors: () => undefined,
});
