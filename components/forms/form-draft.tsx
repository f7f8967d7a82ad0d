'use client';

import { createContext, use, useEffect, useRef, type ReactNode, type RefObject } from 'react';

/** What a payer has typed into a form and not sent yet. */
export interface TypedValues {
  /** The form's name, as the server knows it. */
  readonly form: string;
  readonly fields: Readonly<Record<string, string>>;
}

type ReadTypedValues = () => TypedValues;

const TypedValuesContext = createContext<RefObject<ReadTypedValues | null> | null>(null);

/** Lets one form of a page be read from outside, for instance by the language switch before it loads the page in another language. */
export function TypedValuesProvider({ children }: { readonly children: ReactNode }) {
  const readerRef = useRef<ReadTypedValues | null>(null);
  return <TypedValuesContext value={readerRef}>{children}</TypedValuesContext>;
}

/** Registers what the form has typed in it. `form` is its name on the server; undefined for a form that is not kept. */
export function useTypedValues(form: string | undefined, read: () => Readonly<Record<string, string>>): void {
  const readerRef = use(TypedValuesContext);
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
export function readFields(form: HTMLFormElement, names: readonly string[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of new FormData(form)) {
    if (typeof value === 'string' && names.includes(name)) fields[name] = value;
  }
  return fields;
}

/** Returns a function that reads what is typed in the page's form now, null where no form is kept. */
export function useReadTypedValues(): () => TypedValues | null {
  const readerRef = use(TypedValuesContext);
  return () => readerRef?.current?.() ?? null;
}
