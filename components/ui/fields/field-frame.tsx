import type { ReactNode } from 'react';
import { Icon } from '../icon';
import { joinClasses } from '../join-classes';

export interface FieldText {
  label: string;
  /** Shown after the label of an optional field. */
  optionalLabel?: string;
  hint?: string;
  error?: string;
}

/** Returns the value of `aria-describedby`: the id of a text elsewhere, and those of the hint and the error. */
export function describeField(
  id: string,
  { hint, error }: Pick<FieldText, 'hint' | 'error'>,
  elsewhere = '',
): string | undefined {
  const ids = [elsewhere, hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return ids === '' ? undefined : ids;
}

/** The error of a field: always rendered, hidden while empty. */
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
  text: FieldText;
  /** Puts the hint below the control, to align it with the control beside it. */
  hintBelow?: boolean;
  children: ReactNode;
}

/** The label, hint and error around a control. */
export function FieldFrame({ id, text, hintBelow = false, children }: FieldFrameProps) {
  const hint = text.hint ? (
    <p id={`${id}-hint`} className={joinClasses('text-ink-soft', hintBelow && 'mt-1.5 text-sm')}>
      {text.hint}
    </p>
  ) : null;
  return (
    <div>
      <label htmlFor={id} className="block font-semibold">
        {text.label}
        {text.optionalLabel ? <span className="text-ink-soft font-normal"> ({text.optionalLabel})</span> : null}
      </label>
      {hintBelow ? null : hint}
      <div className="mt-1.5">{children}</div>
      <FieldError id={id} error={text.error} />
      {hintBelow ? hint : null}
    </div>
  );
}
