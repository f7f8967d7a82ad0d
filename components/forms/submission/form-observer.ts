'use client';

import { createContext } from 'react';

/** A request of a form that has failed: not one that the server rejected because of what was typed. */
export interface FailedSubmission {
  /** The path that the form was posted to. */
  readonly action: string;
  /** As the payer reads it. */
  readonly message: string;
}

/** Told of the forms of a page, for instance by analytics. */
export interface FormObserver {
  readonly onSubmissionFailed: (failure: FailedSubmission) => void;
}

export const FormObserverContext = createContext<FormObserver>({ onSubmissionFailed: () => undefined });
