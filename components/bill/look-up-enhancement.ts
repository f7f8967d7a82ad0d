import { createFormControl } from 'react-hook-form';
import { enhanceForm, makeResolver } from '@/components/ui/enhance-form';
import { judgeFields } from '@/lib/domain/forms/judge-fields';
import { lookupFormSchema } from '@/lib/domain/forms/lookup-form';
import { createBillStore } from '@/lib/stores/bill-store';
import { pickSendingWords, sayMessages, type IslandWords } from '@/lib/i18n/form-words';
import { findAccountId } from './find-account';
import { keepAsAsked } from './remembered-account';

/** Takes over the form that looks a bill up, and drives the bill store (specification, section 4: Bill flow). */
export function enhanceLookUp(form: HTMLFormElement, words: IslandWords): () => void {
  const actions = createBillStore().getState();
  const resolver = makeResolver(form, (fields) => sayMessages(judgeFields(lookupFormSchema, fields), words));
  return enhanceForm(form, {
    control: createFormControl({ mode: 'onTouched', shouldFocusError: false, resolver }),
    order: ['accountNumber'],
    words: pickSendingWords(words),
    onSending: () => actions.fetchAccountBillStarted(),
    onRefused: (message) => {
      actions.fetchAccountBillError({ message });
      if (form.querySelector('[aria-invalid]') !== null) showWhereToFind();
    },
    onAccepted: (next) => {
      // The bill itself stays in its sealed cookie: the page that shows it is the first to have it.
      actions.fetchAccountBillClear();
      actions.setRedirectToBillView();
      keepAsAsked(form);
      window.location.assign(next);
    },
  });
}

/** Unfolds where the number stands on a bill. */
function showWhereToFind(): void {
  document.getElementById(findAccountId)?.closest('details')?.setAttribute('open', '');
}
