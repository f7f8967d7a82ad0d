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

type RadioFieldProps = Omit<ComponentProps<typeof RadioCard>, 'input'> & {
  /** Called when the payer chooses it. */
  readonly onChosen?: () => void;
};

/** One radio button of a group. `defaultChecked` is the server's choice. */
export function RadioField({ onChosen, ...props }: RadioFieldProps) {
  const { onChange, ...registration } = useRadioRegistration(props.name);
  return (
    <RadioCard
      {...props}
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
