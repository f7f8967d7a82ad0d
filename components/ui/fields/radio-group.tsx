import type { ReactNode, Ref } from 'react';
import { FieldError, describeField } from './field-frame';

interface RadioGroupProps {
  ref?: Ref<HTMLFieldSetElement>;
  /** The name of the radio buttons inside; the error has the id `{name}-error`. */
  name: string;
  legend: string;
  /** What the payer has just done with the choices. */
  hint?: string;
  error?: string;
  /** The error is shown in the choice that it is about, not above the choices. */
  isErrorInChoice?: boolean;
  /** The legend is the heading of a section. */
  prominent?: boolean;
  /** Focuses the legend on page load, because the error below it is the first: a browser would show the middle of a focused group. Not where it is in a choice. */
  autoFocus?: boolean;
  children: ReactNode;
}

/** A group of radio buttons. An error link leads to `#{name}`, the group itself; by scripts, to its first choice. */
export function RadioGroup({
  ref,
  name,
  legend,
  hint,
  error,
  isErrorInChoice,
  prominent = false,
  autoFocus,
  children,
}: RadioGroupProps) {
  const focus = autoFocus && !isErrorInChoice ? { autoFocus, tabIndex: -1 } : {};
  return (
    <fieldset
      ref={ref}
      id={name}
      tabIndex={-1}
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      aria-describedby={describeField(name, { hint, error })}
      className="min-w-0 rounded-md"
    >
      {prominent ? (
        <legend {...focus}>
          <h2 className="text-xl">{legend}</h2>
        </legend>
      ) : (
        <legend {...focus} className="font-semibold">
          {legend}
        </legend>
      )}
      {hint ? (
        <p id={`${name}-hint`} className="text-success font-medium">
          {hint}
        </p>
      ) : null}
      {isErrorInChoice ? null : <FieldError id={name} error={error} />}
      <div className="mt-3 grid grid-cols-1 gap-3">{children}</div>
    </fieldset>
  );
}
