'use client';

import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react';

/** Input of a form that has not been submitted yet. */
export interface FormDraft {
  /** The form's name on the server. */
  readonly form: string;
  readonly fields: Readonly<Record<string, string>>;
}

type ReadFormDraft = () => FormDraft;

const FormDraftContext = createContext<RefObject<ReadFormDraft | null> | null>(null);

/** Lets another component read the draft of the page's form, for example the language switch before it reloads the page. */
export function FormDraftProvider({ children }: { readonly children: ReactNode }) {
  const readerRef = useRef<ReadFormDraft | null>(null);
  return <FormDraftContext value={readerRef}>{children}</FormDraftContext>;
}

/** Registers the form's draft. `form` is its name on the server; undefined for a form whose draft is not carried over. */
export function useRegisterFormDraft(form: string | undefined, read: () => Readonly<Record<string, string>>): void {
  const readerRef = use(FormDraftContext);
  useEffect(() => {
    if (form === undefined || readerRef === null) return undefined;
    const readForm = () => ({ form, fields: read() });
    readerRef.current = readForm;
    return () => {
      if (readerRef.current === readForm) readerRef.current = null;
    };
  });
}

/** Reads the named fields as the browser would submit them: an unchecked box is missing. */
export function readFormFields(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && names.includes(name)) fields[name] = value;
  }
  return fields;
}

/** Returns a function that reads the draft of the page's form, null without one. */
export function useReadFormDraft(): () => FormDraft | null {
  const readerRef = use(FormDraftContext);
  return () => readerRef?.current?.() ?? null;
}
