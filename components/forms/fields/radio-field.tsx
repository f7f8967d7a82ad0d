'use client';

import { createContext, use, useMemo, type ComponentProps } from 'react';
import { RadioCard } from '@/components/ui/fields/radio-card';
import { RadioGroup } from '@/components/ui/fields/radio-group';
import { useFormMethods } from '../use-form-methods';
import { useFieldError, useInitialField, useRadioRegistration } from './use-field';

/** The error of a group: its radio buttons read it here, so that only the group subscribes to the form's state. */
interface GroupError {
  /** The choice that the error is about; undefined when nothing is chosen. */
  readonly choice: string | undefined;
}

const GroupErrorContext = createContext<GroupError | null>(null);

/** A group of radio buttons in a `<Form>`. */
export function RadioGroupField(props: Omit<ComponentProps<typeof RadioGroup>, 'error' | 'autoFocus'>) {
  const { autoFocus, value } = useInitialField(props.name);
  const { getValues } = useFormMethods();
  const error = useFieldError(props.name);
  const isInvalid = error !== undefined;
  const chosen: unknown = isInvalid ? (getValues(props.name) ?? value) : undefined;
  const choice = typeof chosen === 'string' && chosen !== '' ? chosen : undefined;
  const groupError = useMemo(() => (isInvalid ? { choice } : null), [isInvalid, choice]);
  return (
    <GroupErrorContext value={groupError}>
      <RadioGroup {...props} error={error} autoFocus={autoFocus} />
    </GroupErrorContext>
  );
}

type RadioFieldProps = Omit<ComponentProps<typeof RadioCard>, 'input' | 'isInvalid' | 'hasError'> & {
  /** Called when the payer chooses it. */
  readonly onChosen?: () => void;
};

/** One radio button of a group. `defaultChecked` is the server's choice. */
export function RadioField({ onChosen, ...props }: RadioFieldProps) {
  const { onChange, ...registration } = useRadioRegistration(props.name);
  const groupError = use(GroupErrorContext);
  return (
    <RadioCard
      {...props}
      isInvalid={groupError !== null}
      hasError={groupError !== null && [undefined, props.value].includes(groupError.choice)}
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
