import { createFormControl } from 'react-hook-form';
import { enhanceForm, makeResolver } from '@/components/ui/enhance-form';
import type { AmountLimits } from '@/lib/domain/amount-limits';
import type { Bill } from '@/lib/domain/bill';
import { billFormSchema } from '@/lib/domain/forms/bill-form';
import { judgeFields } from '@/lib/domain/forms/judge-fields';
import { formatRinggit, parseRinggit } from '@/lib/domain/money';
import { createBillStore } from '@/lib/stores/bill-store';
import { pickSendingWords, sayMessages, type IslandWords } from '@/lib/i18n/form-words';
import { payFieldOrder } from './pay-field-order';

interface PayEnhancement {
  readonly bill: Bill;
  readonly limits: AmountLimits;
  readonly words: IslandWords;
}

/** Takes over the form that pays a bill, and drives the bill store (specification, section 4: Bill flow). */
export function enhancePay(form: HTMLFormElement, { bill, limits, words }: PayEnhancement): () => void {
  const actions = createBillStore({ billview: bill }).getState();
  const schema = billFormSchema({ ...limits, overdueBalance: bill.overdueBalance });
  const resolver = makeResolver(form, (fields) => sayMessages(judgeFields(schema, fields), words));
  const stopTotal = keepTotal(form);
  const undo = enhanceForm(form, {
    control: createFormControl({ mode: 'onTouched', shouldFocusError: false, resolver }),
    order: payFieldOrder,
    words: pickSendingWords(words),
    onSending: () => actions.createTransactionStarted(),
    onRefused: (message) => actions.createTransactionError({ message }),
    onAccepted: (next) => {
      const refid = new URL(next, window.location.origin).searchParams.get('refid');
      if (refid !== null) actions.createTransactionSuccess({ transactionRefId: refid });
      actions.setRedirectToPayView();
      window.location.assign(next);
    },
  });
  return () => {
    stopTotal();
    undo();
  };
}

/** Shows the typed amount in the pay bar. Gives what ends that. */
function keepTotal(form: HTMLFormElement): () => void {
  const input = form.querySelector<HTMLInputElement>('[name="amount"]');
  const total = form.querySelector('[data-total="other"]');
  if (!input || !total) return () => undefined;
  const show = () => {
    const amount = parseRinggit(input.value);
    total.textContent = amount.ok ? formatRinggit(amount.value) : 'RM –';
  };
  show();
  input.addEventListener('input', show);
  return () => input.removeEventListener('input', show);
}
