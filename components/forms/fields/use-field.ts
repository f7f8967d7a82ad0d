'use client';

import { useFormContext, useFormState, type RegisterOptions, type UseFormRegisterReturn } from 'react-hook-form';
import { useFieldContext } from '../form-context';
import { listProblems } from '../form-state';

/** Returns the error of a field as it is now. */
export function useFieldError(name: string): string | undefined {
  const { errors } = useFormState({ name, exact: true });
  const message = errors[name]?.message;
  return typeof message === 'string' ? message : undefined;
}

/** What a field starts with: the value typed before, and the focus if its error is the first that the server rendered. */
export function useInitialField(name: string): {
  readonly value: string | undefined;
  readonly autoFocus: true | undefined;
} {
  const { state, fieldOrder } = useFieldContext();
  const [first] = listProblems(state.fieldErrors, fieldOrder);
  return { value: state.values[name], autoFocus: first?.fieldId === name || undefined };
}

/** Returns a function that takes away what the server has said of a field: it was about the value before. */
function useClearServerError(name: string): () => void {
  const { clearErrors, getFieldState } = useFormContext();
  return () => {
    if (getFieldState(name).error?.type === 'server') clearErrors(name);
  };
}

/**
 * Registers a text field or a select. It is validated when it is left, but not while it is empty: a field that is only passed through is not
 * wrong yet. What the server has said of a value stays until the value changes.
 */
export function useTextRegistration(name: string, options?: RegisterOptions): UseFormRegisterReturn {
  const { register, getFieldState } = useFormContext();
  const { afterPointerUp } = useFieldContext();
  const registration = register(name, options);
  const clearServerError = useClearServerError(name);
  return {
    ...registration,
    onChange: (event) => {
      clearServerError();
      return registration.onChange(event);
    },
    onBlur: async (event: { readonly target: unknown; readonly type?: unknown }) => {
      const { target, type } = event;
      const isText = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
      if (!isText || target.value === '' || getFieldState(name).error?.type === 'server') return;
      afterPointerUp(() => void registration.onBlur({ target, type }));
    },
  };
}

/** Registers one radio button of a group. */
export function useRadioRegistration(name: string): UseFormRegisterReturn {
  const { register, setValue } = useFormContext();
  const registration = register(name);
  const clearServerError = useClearServerError(name);
  return {
    ...registration,
    onChange: (event) => {
      clearServerError();
      return registration.onChange(event);
    },
    ref: (element: HTMLInputElement | null) => {
      // React Hook Form clears a group when its second button registers: what was chosen before hydration is chosen again.
      const isChosen = element?.checked === true;
      registration.ref(element);
      if (isChosen) setValue(name, element.value);
    },
  };
}
