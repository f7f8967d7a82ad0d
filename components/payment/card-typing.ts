import { brandOfCardNumber, groupCardNumber, type CardBrand } from '@/lib/domain/card-fields';

/** What stands in a field and where its caret is. */
export interface Typed {
  readonly text: string;
  readonly caret: number;
}

function countDigits(text: string): number {
  return text.replace(/\D/g, '').length;
}

/** Gives the place in a text behind so many of its digits. */
function placeBehindDigits(text: string, digits: number): number {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (seen === digits) return place;
    if (/\d/.test(text.charAt(place))) seen += 1;
  }
  return text.length;
}

/** Groups a card number as it is typed; the caret stays behind the digit that it stood behind, also in the middle of the number. */
export function groupAsTyped({ text, caret }: Typed): Typed {
  const grouped = groupCardNumber(text);
  return { text: grouped, caret: placeBehindDigits(grouped, countDigits(text.slice(0, caret))) };
}

/**
 * Puts the stroke into an expiry as it is typed: `1` `12/` `12/2`, and `5` becomes `05/`. While something is taken away, and in the
 * middle of the text, nothing is put in, so that the stroke can be deleted too.
 */
export function strokeAsTyped(typed: Typed, isInsertion: boolean): Typed {
  const { text, caret } = typed;
  if (!isInsertion || caret !== text.length || !/^\d{1,4}$/.test(text)) return typed;
  const month = /^[2-9]/.test(text) ? `0${text}` : text;
  const stroked = month.length < 2 ? month : `${month.slice(0, 2)}/${month.slice(2, 4)}`;
  return { text: stroked, caret: stroked.length };
}

function retype(input: HTMLInputElement, write: (typed: Typed) => Typed): void {
  const before = { text: input.value, caret: input.selectionStart ?? input.value.length };
  const after = write(before);
  if (after.text === before.text) return;
  input.value = after.text;
  input.setSelectionRange(after.caret, after.caret);
}

function showBrand(fields: Element, brand: CardBrand | null): void {
  for (const mark of fields.querySelectorAll('[data-brand]')) {
    mark.toggleAttribute('data-dim', brand !== null && mark.getAttribute('data-brand') !== brand);
  }
}

/** Has a group of card fields (`[data-card-fields]`) shape what is typed. Autofill and paste go the same way. */
export function shapeCardTyping(fields: Element): void {
  fields.addEventListener('input', (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || (event instanceof InputEvent && event.isComposing)) return;
    if (input.autocomplete === 'cc-number') {
      retype(input, groupAsTyped);
      showBrand(fields, brandOfCardNumber(input.value));
    } else if (input.autocomplete === 'cc-exp') {
      const isInsertion = event instanceof InputEvent && event.inputType === 'insertText';
      retype(input, (typed) => strokeAsTyped(typed, isInsertion));
    }
  });
}
