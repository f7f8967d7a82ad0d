import { useCallback, useEffect, useRef } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { nextTask } from '../next-task';
import type { InputFormat } from '@/lib/domain/forms/input-formats';

/** Loads and applies the mask when the field is first used. Returns a function that removes it. */
function attachMask(input: HTMLInputElement, format: InputFormat): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  let isRequested = false;
  let isComposing = false;

  const loadMask = async () => {
    await nextTask();
    try {
      const { maskInput } = await import('./input-mask');
      const attach = () => {
        if (!signal.aborted) signal.addEventListener('abort', maskInput(input, format));
      };
      // Changing the value would interrupt an input method's composition.
      if (isComposing) input.addEventListener('compositionend', attach, { once: true, signal });
      else attach();
    } catch {
      // Offline or a new release: the field works unformatted, and the next focus tries again.
      isRequested = false;
    }
  };
  const load = () => {
    if (!isRequested) void loadMask();
    isRequested = true;
  };

  input.addEventListener('compositionstart', () => (isComposing = true), { signal });
  input.addEventListener('compositionend', () => (isComposing = false), { signal });
  input.addEventListener('focus', load, { signal });
  // Autofill changes fields without focusing them.
  input.addEventListener('input', load, { once: true, signal });
  // Already used before hydration.
  if (input.matches(':focus') || input.value !== input.defaultValue) load();
  return () => controller.abort();
}

/**
 * Formats an uncontrolled input while the payer types. Returns a function that maps React Hook Form's registration to the input's props.
 * It listens to `input` events, because React fires no `onChange` for a value that a native listener has changed.
 */
export function useFormattedInput(format: InputFormat | undefined) {
  const inputRef = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (inputRef.current !== null && format !== undefined) return attachMask(inputRef.current, format);
  }, [format]);

  return useCallback(
    ({ ref, onChange, ...registration }: UseFormRegisterReturn) => ({
      ...registration,
      ...(format === undefined ? { onChange } : { onInput: onChange }),
      // `register` returns another ref on every render; the mask and its undo history stay.
      ref: (input: HTMLInputElement | null) => {
        ref(input);
        inputRef.current = input;
      },
    }),
    [format],
  );
}
