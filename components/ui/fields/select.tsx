import type { ComponentProps } from 'react';
import { describeField, FieldFrame, type FieldText } from './field-frame';
import { Icon } from '../icon';

export interface SelectOption {
  value: string;
  label: string;
  disabled?: boolean;
}

type SelectProps = FieldText &
  Omit<ComponentProps<'select'>, 'className' | 'style' | 'value' | 'children'> & {
    name: string;
    options: readonly SelectOption[];
    /** The label of the first, empty option. */
    emptyLabel?: string;
  };

/** A native `<select>` with label, hint and error. Its id defaults to its name. */
export function Select({ label, optionalLabel, hint, error, options, emptyLabel, ...select }: SelectProps) {
  const id = select.id ?? select.name;
  return (
    <FieldFrame id={id} text={{ label, optionalLabel, hint, error }}>
      <div className="relative">
        <select
          {...select}
          id={id}
          className="control"
          aria-invalid={error ? true : undefined}
          aria-describedby={describeField(id, { hint, error })}
        >
          {emptyLabel === undefined ? null : <option value="">{emptyLabel}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon name="chevron" className="pointer-events-none absolute top-3.5 right-2.5" />
      </div>
    </FieldFrame>
  );
}
