'use client';

import { createContext } from 'react';

/** A failed request of a form; a rejection of invalid input is not one. */
export interface FailedSubmission {
  /** The path that the form was posted to. */
  readonly action: string;
  /** The message shown to the payer. */
  readonly message: string;
}

/** Receives events of the forms on a page, for example for analytics. */
export interface FormEventListener {
  readonly onSubmissionFailed: (failure: FailedSubmission) => void;
}

export const FormEventListenerContext = createContext<FormEventListener>({ onSubmissionFailed: () => undefined });
