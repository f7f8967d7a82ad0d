import type { ComponentProps, ReactNode, Ref } from 'react';
import { joinClasses } from '../join-classes';

interface RadioCardProps {
  name: string;
  value: string;
  label: string;
  /** A second line: a hint, or why the choice is unavailable. */
  note?: ReactNode;
  noteTestId?: string;
  /** At the end of the row, for example an amount or a logo. */
  aside?: ReactNode;
  defaultChecked?: boolean;
  disabled?: boolean;
  /** The group is in error. */
  isInvalid?: boolean;
  /** The group's error is about this choice, or about none: the radio button is described by the group's message. */
  hasError?: boolean;
  testId?: string;
  /** Attributes of the radio button, for example from a form library. */
  input?: Pick<ComponentProps<'input'>, 'ref' | 'onChange' | 'onBlur'>;
  /** The row without its panel. */
  ref?: Ref<HTMLLabelElement>;
  onPointerDown?: ComponentProps<'div'>['onPointerDown'];
  /** At the end of its box: a button that does something with the choice, beside the row or, where it has no room, below. */
  action?: ReactNode;
  /** Shown by CSS while this choice is selected. */
  children?: ReactNode;
}

function joinIds(...ids: readonly (string | null)[]): string | undefined {
  return ids.filter((id) => id !== null).join(' ') || undefined;
}

/** One choice of a RadioGroup: the whole row can be pressed. */
export function RadioCard({
  name,
  value,
  label,
  note,
  noteTestId,
  aside,
  defaultChecked,
  disabled,
  isInvalid = false,
  hasError = false,
  testId,
  input,
  ref,
  onPointerDown,
  action,
  children,
}: RadioCardProps) {
  const id = `${name}-${value}`;
  return (
    <div className="choice" data-testid={testId} onPointerDown={onPointerDown}>
      <input
        {...input}
        type="radio"
        id={id}
        name={name}
        value={value}
        defaultChecked={defaultChecked}
        disabled={disabled}
        // The note is inside the label to be pressable, but it is a description, not part of the name.
        aria-labelledby={note ? `${id}-label` : undefined}
        aria-describedby={joinIds(note ? `${id}-note` : null, hasError ? `${name}-error` : null)}
        aria-invalid={isInvalid || undefined}
      />
      <label ref={ref} htmlFor={id}>
        <span className="min-w-0 flex-[1_1_min-content]">
          <span
            id={`${id}-label`}
            // A word with a hyphen, such as E-wallet, stays whole, and a Chinese name as far as there is room.
            className={joinClasses(
              'block font-semibold text-balance break-keep',
              /^[^\s-]+-[^\s-]+$/.test(label) && 'whitespace-nowrap',
            )}
          >
            {label}
          </span>
          {note ? (
            <span id={`${id}-note`} data-testid={noteTestId} className="text-ink-soft block text-sm">
              {note}
            </span>
          ) : null}
        </span>
        {aside}
      </label>
      {action}
      {children ? <div className="choice-panel">{children}</div> : null}
    </div>
  );
}
