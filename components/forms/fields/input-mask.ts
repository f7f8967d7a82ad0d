import { Maskito, maskitoTransform, maskitoUpdateElement, type MaskitoOptions } from '@maskito/core';
import { formatInput, isUsableIn, rangeToDelete } from '@/lib/domain/forms/format-input';
import type { InputFormat } from '@/lib/domain/forms/input-formats';

/** The formatting rules of `lib/domain` as Maskito options. Maskito handles typing, paste, autofill, input methods and undo. */
function createMaskOptions(format: InputFormat): MaskitoOptions {
  return {
    // Any text: the processors decide what is kept.
    mask: /^.*$/,
    preprocessors: [
      ({ elementState, data }, action) => {
        if (action === 'validation') return { elementState, data };
        if (action === 'insert') return { elementState, data: isUsableIn(format, data, elementState) ? data : '' };
        const [start, end] = rangeToDelete(format, elementState, action === 'deleteForward');
        return { elementState: { value: elementState.value, selection: [start, end] }, data };
      },
    ],
    postprocessors: [(elementState) => formatInput(format, elementState)],
  };
}

/** Formats a field's current value and every later one. Returns a function that removes the mask. */
export function maskInput(input: HTMLInputElement, format: InputFormat): () => void {
  const options = createMaskOptions(format);
  const { value, selectionStart, selectionEnd } = input;
  const selection = [selectionStart ?? value.length, selectionEnd ?? value.length] as const;
  const formatted = maskitoTransform({ value, selection }, options);
  if (formatted.value !== value) maskitoUpdateElement(input, formatted);
  const mask = new Maskito(input, options);
  return () => mask.destroy();
}
