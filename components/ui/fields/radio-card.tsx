import type { ComponentProps, ReactNode, Ref } from 'react';

interface RadioCardProps {
  name: string;
  value: string;
  label: string;
  /** A second, quieter line: a hint, or why the choice is not to be had. */
  note?: string;
  noteTestId?: string;
  /** At the end of the row: an amount, a badge, a logo. */
  aside?: ReactNode;
  defaultChecked?: boolean;
  disabled?: boolean;
  /** The group is in error: each of its choices says so, by the group's message. */
  isInvalid?: boolean;
  testId?: string;
  /** Further attributes of the radio button, for instance those of a form library. */
  input?: Pick<ComponentProps<'input'>, 'ref' | 'onChange' | 'onBlur'>;
  /** The whole row. */
  ref?: Ref<HTMLDivElement>;
  onPointerDown?: ComponentProps<'div'>['onPointerDown'];
  /** Shown while this choice is chosen; no script is needed. */
  children?: ReactNode;
}

function joinIds(...ids: readonly (string | null)[]): string | undefined {
  return ids.filter((id) => id !== null).join(' ') || undefined;
}

/** One choice of a RadioGroup as a row that can be pressed anywhere. */
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
  testId,
  input,
  ref,
  onPointerDown,
  children,
}: RadioCardProps) {
  const id = `${name}-${value}`;
  return (
    <div ref={ref} className="choice" data-testid={testId} onPointerDown={onPointerDown}>
      <input
        {...input}
        type="radio"
        id={id}
        name={name}
        value={value}
        defaultChecked={defaultChecked}
        disabled={disabled}
        // The note stands in the label so that it can be pressed, but it describes the choice and does not name it.
        aria-labelledby={note ? `${id}-label` : undefined}
        aria-describedby={joinIds(note ? `${id}-note` : null, isInvalid ? `${name}-error` : null)}
        aria-invalid={isInvalid || undefined}
      />
      <label htmlFor={id}>
        <span className="min-w-0 flex-[1_1_min-content]">
          <span id={`${id}-label`} className="block font-semibold text-balance">
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
      {children ? <div className="choice-panel">{children}</div> : null}
    </div>
  );
}
