import { createFormControl } from 'react-hook-form';
import { enhanceForm, makeResolver } from '@/components/ui/enhance-form';
import { judgeFields } from '@/lib/domain/forms/judge-fields';
import { mobileFormSchema } from '@/lib/domain/forms/mobile-form';
import { tacFormSchema } from '@/lib/domain/forms/tac-form';
import { pickSendingWords, sayMessages, type IslandWords } from '@/lib/i18n/form-words';

/** What a form of pay by mobile asks for. */
export type AskedOfMobile = 'number' | 'code';

const schemas = { number: mobileFormSchema, code: tacFormSchema } as const;
const orders = { number: ['mobileNumber'], code: ['tac'] } as const;

/** Takes over a form of pay by mobile: what is typed is judged as the server will judge it. */
export function enhanceMobileForm(form: HTMLFormElement, asks: AskedOfMobile, words: IslandWords): () => void {
  const resolver = makeResolver(form, (fields) => sayMessages(judgeFields(schemas[asks], fields), words));
  return enhanceForm(form, {
    control: createFormControl({ mode: 'onTouched', shouldFocusError: false, resolver }),
    order: orders[asks],
    words: pickSendingWords(words),
  });
}
