import { createFormControl } from 'react-hook-form';
import { enhanceForm, makeResolver } from '@/components/ui/enhance-form';
import { judgeFields } from '@/lib/domain/forms/judge-fields';
import { otpFormSchema } from '@/lib/domain/forms/otp-form';
import { pickSendingWords, sayMessages, type IslandWords } from '@/lib/i18n/form-words';

/** Takes over the form of the PIN: what is typed is judged as the server will judge it. */
export function enhancePinForm(form: HTMLFormElement, words: IslandWords): () => void {
  const resolver = makeResolver(form, (fields) => sayMessages(judgeFields(otpFormSchema, fields), words));
  return enhanceForm(form, {
    control: createFormControl({ mode: 'onTouched', shouldFocusError: false, resolver }),
    order: ['otp'],
    words: pickSendingWords(words),
  });
}
