'use client';

import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react';

/** What a payer has typed into a form and not sent yet. */
export interface FormDraft {
  /** The form's name, as the server knows it. */
  readonly form: string;
  readonly fields: Readonly<Record<string, string>>;
}

type ReadFormDraft = () => FormDraft;

const FormDraftContext = createContext<RefObject<ReadFormDraft | null> | null>(null);

/** Lets one form of a page be read from outside, for instance by the language switch before it loads the page in another language. */
export function FormDraftProvider({ children }: { readonly children: ReactNode }) {
  const readerRef = useRef<ReadFormDraft | null>(null);
  return <FormDraftContext value={readerRef}>{children}</FormDraftContext>;
}

/** Registers what the form has typed in it. `form` is its name on the server; undefined for a form that is not kept. */
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

/** Reads fields of a form as the browser would send them: an unchecked box is not among them. */
export function readFormFields(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && names.includes(name)) fields[name] = value;
  }
  return fields;
}

/** Returns a function that reads what is typed in the page's form now, null where no form is kept. */
export function useReadFormDraft(): () => FormDraft | null {
  const readerRef = use(FormDraftContext);
  return () => readerRef?.current?.() ?? null;
}
