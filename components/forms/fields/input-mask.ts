import { Maskito, maskitoTransform, maskitoUpdateElement, type MaskitoOptions } from '@maskito/core';
import { formatInput, isUsableIn, rangeToDelete } from '@/lib/domain/forms/format-input';
import type { InputFormat } from '@/lib/domain/forms/input-formats';

/** The rules of `lib/domain` as options of Maskito, which knows the events: typing, paste, autofill, input methods, undo. */
function createMaskOptions(format: InputFormat): MaskitoOptions {
  return {
    // Any text: what is kept is for the processors to say.
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

/** Formats a field from now on, and what is in it already. Returns a function that stops it. */
export function maskInput(input: HTMLInputElement, format: InputFormat): () => void {
  const options = createMaskOptions(format);
  const { value, selectionStart, selectionEnd } = input;
  const selection = [selectionStart ?? value.length, selectionEnd ?? value.length] as const;
  const formatted = maskitoTransform({ value, selection }, options);
  if (formatted.value !== value) maskitoUpdateElement(input, formatted);
  const mask = new Maskito(input, options);
  return () => mask.destroy();
}
