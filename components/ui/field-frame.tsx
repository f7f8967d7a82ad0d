import type { ReactNode } from 'react';
import { Icon } from './icon';

export interface FieldWords {
  label: string;
  /** Stands after the label where a field may stay empty, for example 'optional'. */
  optionalLabel?: string;
  hint?: string;
  error?: string;
}

/** Names the elements that describe a field: its hint, and its error while there is one. */
export function describeField(id: string, { hint, error }: Pick<FieldWords, 'hint' | 'error'>): string | undefined {
  const ids = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return ids === '' ? undefined : ids;
}

/** The place of a field's error. It is always there, hidden while empty, so that a script can fill it. */
export function FieldError({ id, error }: { id: string; error?: string }) {
  return (
    <p id={`${id}-error`} hidden={!error} className="text-danger mt-1.5 font-medium">
      <Icon name="warning" className="mr-1.5 inline-block align-[-0.25rem]" />
      <span data-error-text="">{error}</span>
    </p>
  );
}

/** What every field has around it: label above, then hint, the control, and the error below. */
export function FieldFrame({ id, words, children }: { id: string; words: FieldWords; children: ReactNode }) {
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {words.label}
        {words.optionalLabel ? <span className="text-ink-soft font-normal"> ({words.optionalLabel})</span> : null}
      </label>
      {words.hint ? (
        <p id={`${id}-hint`} className="text-ink-soft">
          {words.hint}
        </p>
      ) : null}
      <div className="mt-1.5">{children}</div>
      <FieldError id={id} error={words.error} />
    </div>
  );
}
