import type { ReactNode } from 'react';
import { Icon } from './icon';
import { joinClasses } from './join-classes';

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

/** The place of a field's error: always in the page, empty and hidden while there is none. */
export function FieldError({ id, error }: { id: string; error?: string }) {
  return (
    <p id={`${id}-error`} hidden={!error} className="text-danger mt-1.5 flex gap-1.5 font-medium">
      {error ? (
        <>
          <Icon name="warning" className="mt-0.5" />
          <span>{error}</span>
        </>
      ) : null}
    </p>
  );
}

interface FieldFrameProps {
  id: string;
  words: FieldWords;
  /** The hint goes below the control, which so stays level with the one beside it. */
  hintBelow?: boolean;
  children: ReactNode;
}

/** What every field has around it: label above, then hint, the control, and the error below. */
export function FieldFrame({ id, words, hintBelow = false, children }: FieldFrameProps) {
  const hint = words.hint ? (
    <p id={`${id}-hint`} className={joinClasses('text-ink-soft', hintBelow && 'mt-1.5 text-sm')}>
      {words.hint}
    </p>
  ) : null;
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {words.label}
        {words.optionalLabel ? <span className="text-ink-soft font-normal"> ({words.optionalLabel})</span> : null}
      </label>
      {hintBelow ? null : hint}
      <div className="mt-1.5">{children}</div>
      <FieldError id={id} error={words.error} />
      {hintBelow ? hint : null}
    </div>
  );
}
