'use client';

import { useFormState, type RegisterOptions, type UseFormRegisterReturn } from 'react-hook-form';
import { useFieldContext } from '../form-context';
import { listProblems } from '../form-state';
import { useFormMethods } from '../use-form-methods';

/** Returns the current error of a field. */
export function useFieldError(name: string): string | undefined {
  const { errors } = useFormState({ name, exact: true });
  const message = errors[name]?.message;
  return typeof message === 'string' ? message : undefined;
}

/** Returns a field's initial state: the value submitted before, and the focus if its error is the first on the page. */
export function useInitialField(name: string): {
  readonly value: string | undefined;
  readonly autoFocus: true | undefined;
} {
  const { state, fieldOrder } = useFieldContext();
  const [first] = listProblems(state.fieldErrors, fieldOrder);
  return { value: state.values[name], autoFocus: first?.fieldId === name || undefined };
}

/** Registers a field, as a checkbox needs it. The server's error, which is about the value that was sent, stays until the value changes. */
export function useRegistration(name: string, options?: RegisterOptions): UseFormRegisterReturn {
  const { register, clearErrors, getFieldState } = useFormMethods();
  const registration = register(name, options);
  return {
    ...registration,
    onChange: (event) => {
      if (getFieldState(name).error?.type === 'server') clearErrors(name);
      return registration.onChange(event);
    },
  };
}

interface FieldEvent {
  readonly target: unknown;
  readonly type?: unknown;
  /** What takes the focus. */
  readonly relatedTarget?: unknown;
}

/** Returns a function that validates a field which has lost the focus, once no pointer is down, if it is due then: what was pressed may have emptied it. */
function useValidationOnBlur(
  { onBlur }: UseFormRegisterReturn,
  isDue: (target: unknown) => boolean,
): (event: FieldEvent) => void {
  const { afterPointerUp } = useFieldContext();
  return ({ target, type }) =>
    afterPointerUp(() => {
      if (isDue(target)) void onBlur({ target, type });
    });
}

/** Registers a text field or a select. It is validated on blur unless it is empty, so that tabbing through shows no error. */
export function useTextRegistration(name: string, options?: RegisterOptions): UseFormRegisterReturn {
  const { getFieldState } = useFormMethods();
  const registration = useRegistration(name, options);
  const validate = useValidationOnBlur(registration, (target) => {
    const isText = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    return isText && target.value !== '' && getFieldState(name).error?.type !== 'server';
  });
  return { ...registration, onBlur: async (event: FieldEvent) => validate(event) };
}

/** Registers one radio button of a group. The group is validated when the focus leaves it, unless nothing is chosen. */
export function useRadioRegistration(name: string): UseFormRegisterReturn {
  const { getValues, setValue } = useFormMethods();
  const registration = useRegistration(name);
  const validate = useValidationOnBlur(registration, () => Boolean(getValues(name)));
  return {
    ...registration,
    onBlur: async (event: FieldEvent) => {
      const { relatedTarget } = event;
      const staysInGroup = relatedTarget instanceof HTMLInputElement && relatedTarget.name === name;
      if (!staysInGroup) validate(event);
    },
    ref: (element: HTMLInputElement | null) => {
      // React Hook Form clears a group when its second button registers: restore the choice made before hydration.
      const isChosen = element?.checked === true;
      registration.ref(element);
      if (isChosen) setValue(name, element.value);
    },
  };
}
