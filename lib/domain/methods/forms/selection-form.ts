import { textSchema } from '../../forms/form-issue';
import type { FormMessageKey } from '../../forms/form-message-keys';
import { isDown } from '../../payment/downtime';
import { success } from '../../result';
import type { MethodSelection } from '../method-descriptor';
import { methodForm, refuse, type MethodForm } from './method-form';

/** The messages at the field of a method's selection: nothing is selected, or the selection is unavailable now. */
interface SelectionMessages {
  readonly required: FormMessageKey;
  readonly unavailable: FormMessageKey;
}

const unavailable = 'validation.methodUnavailable';
const bankOffline = 'validation.bankOffline';

export const selectionMessages = {
  savedCard: { required: 'validation.savedCardRequired', unavailable: 'validation.savedCardOffline' },
  epp: { required: 'validation.eppBankRequired', unavailable: bankOffline },
  fpx: { required: 'validation.personalBankRequired', unavailable: bankOffline },
  fpxCorporate: { required: 'validation.corporateBankRequired', unavailable: bankOffline },
  wallet: { required: 'validation.walletRequired', unavailable },
  dcb: { required: 'validation.carrierRequired', unavailable },
} as const satisfies Readonly<Record<string, SelectionMessages>>;

/** Creates the form of a method with only a selection. */
export function selectionForm<Choice>(
  { field, listOptions }: MethodSelection,
  messages: SelectionMessages,
  toChoice: (id: string) => Choice,
): MethodForm<Choice> {
  return methodForm({ [field]: textSchema }, (fields, context) => {
    const selected = listOptions(context).find(({ id }) => id === fields[field]);
    if (selected === undefined) return refuse(field, { key: messages.required });
    return selected.isOnline && !isDown([selected.id], context.downtimes, context.now)
      ? success(toChoice(selected.id))
      : refuse(field, { key: messages.unavailable });
  });
}
