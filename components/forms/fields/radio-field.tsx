'use client';

import { createContext, use, type ComponentProps } from 'react';
import { RadioCard } from '@/components/ui/fields/radio-card';
import { RadioGroup } from '@/components/ui/fields/radio-group';
import { useFieldError, useInitialField, useRadioRegistration } from './use-field';

/** Whether the group is in error: its radio buttons read it here, so that only the group subscribes to the form's state. */
const InvalidGroupContext = createContext(false);

/** A group of radio buttons in a `<Form>`. */
export function RadioGroupField(props: Omit<ComponentProps<typeof RadioGroup>, 'error' | 'autoFocus'>) {
  const { autoFocus } = useInitialField(props.name);
  const error = useFieldError(props.name);
  return (
    <InvalidGroupContext value={error !== undefined}>
      <RadioGroup {...props} error={error} autoFocus={autoFocus} />
    </InvalidGroupContext>
  );
}

type RadioFieldProps = Omit<ComponentProps<typeof RadioCard>, 'input' | 'isInvalid'> & {
  /** Called when the payer chooses it. */
  readonly onChosen?: () => void;
};

/** One radio button of a group. `defaultChecked` is the server's choice. */
export function RadioField({ onChosen, ...props }: RadioFieldProps) {
  const { onChange, ...registration } = useRadioRegistration(props.name);
  const isInvalid = use(InvalidGroupContext);
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
