import type { ComponentProps } from 'react';
import { describeField, FieldError, type FieldText } from './field-frame';

type CheckboxProps = Omit<FieldText, 'optionalLabel'> &
  Omit<ComponentProps<'input'>, 'type' | 'className' | 'style'> & { name: string };

/** A checkbox with label, hint and error. Its id defaults to its name. */
export function Checkbox({ label, hint, error, ...input }: CheckboxProps) {
  const id = input.id ?? input.name;
  return (
    <div>
      <div className="min-h-tap relative flex items-start">
        <input
          {...input}
          type="checkbox"
          id={id}
          className="absolute top-2.5 left-0 size-6"
          aria-invalid={error ? true : undefined}
          aria-describedby={describeField(id, { hint, error })}
        />
        <label htmlFor={id} className="cursor-pointer py-2.5 pl-9">
          {label}
        </label>
      </div>
      <FieldError id={id} error={error} />
      {hint ? (
        <p id={`${id}-hint`} className="text-ink-soft pl-9 text-sm">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
