'use client';

import type { ComponentProps } from 'react';
import { RadioCard } from '@/components/ui/fields/radio-card';
import { RadioGroup } from '@/components/ui/fields/radio-group';
import { useFieldError, useInitialField, useRadioRegistration } from './use-field';

/** A group of radio buttons in a `<Form>`. */
export function RadioGroupField(props: Omit<ComponentProps<typeof RadioGroup>, 'error' | 'autoFocus'>) {
  const { autoFocus } = useInitialField(props.name);
  return <RadioGroup {...props} error={useFieldError(props.name)} autoFocus={autoFocus} />;
}

type RadioFieldProps = Omit<ComponentProps<typeof RadioCard>, 'input' | 'isInvalid'> & {
  /** The payer has chosen it. */
  readonly onChosen?: () => void;
};

/** One choice of a group. `defaultChecked` says what the server rendered. */
export function RadioField({ onChosen, ...props }: RadioFieldProps) {
  const { onChange, ...registration } = useRadioRegistration(props.name);
  const isInvalid = useFieldError(props.name) !== undefined;
  return (
    <RadioCard
      {...props}
      isInvalid={isInvalid}
      input={{
        ...registration,
        onChange: (event) => {
          void onChange(event);
          onChosen?.();
        },
      }}
    />
  );
}
