import type { ComponentProps, ReactNode } from 'react';
import { describeField, FieldFrame, type FieldText } from './field-frame';
import { joinClasses } from '../join-classes';

/** Input attributes by kind, which select the phone's keyboard. Digits are text: a number input drops zeros and changes on scroll. */
const inputAttributes = {
  text: { type: 'text' },
  email: { type: 'email', inputMode: 'email', autoCapitalize: 'none', spellCheck: false },
  tel: { type: 'tel', inputMode: 'tel' },
  numeric: { type: 'text', inputMode: 'numeric', spellCheck: false },
  decimal: { type: 'text', inputMode: 'decimal', spellCheck: false },
} as const satisfies Record<string, ComponentProps<'input'>>;

type FieldProps = FieldText &
  Omit<ComponentProps<'input'>, 'type' | 'className' | 'style' | 'value' | 'prefix'> & {
    name: string;
    kind?: keyof typeof inputAttributes;
    hintBelow?: boolean;
    /** Shown before the value inside the field, for example a currency. */
    prefix?: string;
    /**
     * Shown at the end of the field, 42 pixels wide: for example the logo of a card. Where the text is large for the width, it is above the field, or
     * nowhere. The field then has all the width for its value and stops growing with the text: a card number of 19 characters stays in view.
     */
    suffix?: ReactNode;
    /** Tabular figures with letter spacing, for long numbers and codes. */
    spaced?: boolean;
  };

/** A text input with label, hint and error. Its id defaults to its name; a text with the id `aria-describedby` is read before its hint. */
export function Field({ label, optionalLabel, hint, hintBelow, error, kind = 'text', ...rest }: FieldProps) {
  const { prefix, suffix, spaced, ...input } = rest;
  const id = input.id ?? input.name;
  return (
    <FieldFrame id={id} text={{ label, optionalLabel, hint, error }} hintBelow={hintBelow}>
      <div className={joinClasses('relative', Boolean(suffix) && '@container')}>
        {prefix ? (
          <span aria-hidden="true" className="text-ink-soft absolute inset-y-0 left-3.5 grid items-center">
            {prefix}
          </span>
        ) : null}
        <input
          {...inputAttributes[kind]}
          {...input}
          id={id}
          className={joinClasses(
            'control',
            prefix && 'pl-12',
            Boolean(suffix) && 'pr-14 @max-[15rem]:px-[1.5cqi] @max-[15rem]:text-[min(1rem,8.8cqi)]',
            spaced && 'figures sm:tracking-wider',
          )}
          aria-invalid={error ? true : undefined}
          aria-describedby={describeField(id, { hint, error }, input['aria-describedby'])}
        />
        {suffix ? (
          <span className="pointer-events-none absolute top-2.5 right-2.5 @max-[15rem]:top-auto @max-[15rem]:right-0 @max-[15rem]:bottom-full @max-[15rem]:mb-1.5 @max-[9rem]:hidden">
            {suffix}
          </span>
        ) : null}
      </div>
    </FieldFrame>
  );
}
