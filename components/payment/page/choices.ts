import type { FormState } from '@/components/forms/form-state';
import { textOf, type FormValues } from '@/components/forms/use-form-values';
import { dcb } from '@/lib/domain/methods/dcb';
import { epp } from '@/lib/domain/methods/epp';
import type { MethodSelection } from '@/lib/domain/methods/method-descriptor';
import { methodTable } from '@/lib/domain/methods/method-table';
import { isPaymentMethod, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { findUsableCard } from '@/lib/domain/card/saved-cards';
import { wallet } from '@/lib/domain/methods/wallet';
import type { DeepPartial } from '@/lib/domain/merge-deeply';
import type { PaymentRequest } from '@/lib/stores/payment-store';
import { availabilityOf } from '../methods/method-availability';
import type { PaymentView } from './payment-view';

/** Returns the offered methods in the order of the page. Saved cards are one while there are any: the payer can remove them. */
export function listMethods(page: Pick<PaymentView, 'methods'>, hasSavedCards: boolean): readonly PaymentMethod[] {
  return page.methods.filter((method) => method !== 'savedCard' || hasSavedCards);
}

function onlyElementOf(ids: readonly string[]): string | null {
  return ids.length === 1 ? (ids[0] ?? null) : null;
}

/** Returns the term that the page is given, if a plan offers it. */
export function offeredTerm({ instalmentPlans, monthTerm }: PaymentView): number | null {
  return instalmentPlans.some(({ months }) => months.some((term) => term === monthTerm)) ? monthTerm : null;
}

/**
 * Returns the choices that the server renders: those submitted before, else the customer's preferred method, the first usable card, the
 * page's term of instalments, and whatever is the only option.
 */
export function initialChoices(page: PaymentView, { values }: FormState): PaymentRequest {
  const submitted = (name: string) => values[name] || null;
  const only = ({ listOptions }: MethodSelection) => {
    const id = onlyElementOf(listOptions(page).map((option) => option.id));
    return id !== null && page.outages[id]?.state === 'down' ? null : id;
  };
  const method =
    submitted('selectedPaymentMethod') ??
    page.preferredMethod ??
    onlyElementOf(listMethods(page, page.savedCards.length > 0)) ??
    '';
  const card =
    page.savedCards.find(({ uniqueCardId }) => uniqueCardId === values['uniqueCardId']) ??
    findUsableCard(page.savedCards);
  return {
    selectedPaymentMethod: isPaymentMethod(method) && isChoosable(method, page, values) ? method : null,
    cardDetails: { uniqueCardId: card?.uniqueCardId ?? null },
    cardDetailsEPP: {
      bank: submitted('eppBank') ?? only(epp.selection),
      months: Number(values['monthTerm'] ?? offeredTerm(page)) || null,
    },
    fpxBankID: submitted('fpxBankID'),
    fpxBankCorporateID: submitted('fpxBankCorporateID'),
    selectedWallet: submitted('selectedWallet') ?? only(wallet.selection),
    selectedDCB: submitted('selectedDCB') ?? only(dcb.selection),
    isAutoDebitOption:
      values['selectedPaymentMethod'] === undefined
        ? page.autoDebitOption === 'preselected'
        : values['isAutoDebitOption'] === 'true',
    userEmailAddress: values['userEmailAddress'] ?? page.customer.email ?? '',
    phoneNumber: values['phoneNumber'] ?? page.customer.phoneNumber ?? '',
  };
}

/** Returns whether a method can pay this order now. */
export function isAvailable(method: PaymentMethod, page: PaymentView): boolean {
  const { state } = availabilityOf(method, page);
  return state === 'available' || state === 'announced';
}

/** Returns whether a method can be chosen. A method submitted before stays choosable during an outage, which may end. */
export function isChoosable(method: PaymentMethod, page: PaymentView, values: FormState['values']): boolean {
  const wasSubmitted = method === values['selectedPaymentMethod'];
  return isAvailable(method, page) || (wasSubmitted && availabilityOf(method, page).state === 'down');
}

/** Reads the choices from the payment form's values. A field that is not on the page changes nothing. */
export function readChoices(values: FormValues): DeepPartial<PaymentRequest> {
  const method = textOf(values, 'selectedPaymentMethod');
  const text = (name: string) => textOf(values, name) || null;
  const contact = (name: string) => (values[name] === undefined ? undefined : textOf(values, name));
  const autoDebit = values['isAutoDebitOption'];
  return {
    selectedPaymentMethod: isPaymentMethod(method) ? method : null,
    cardDetails: { uniqueCardId: text('uniqueCardId') },
    cardDetailsEPP: { bank: text('eppBank'), months: Number(text('monthTerm')) || null },
    fpxBankID: text('fpxBankID'),
    fpxBankCorporateID: text('fpxBankCorporateID'),
    selectedWallet: text('selectedWallet'),
    selectedDCB: text('selectedDCB'),
    isAutoDebitOption: autoDebit === undefined ? undefined : autoDebit === true || autoDebit === 'true',
    userEmailAddress: contact('userEmailAddress'),
    phoneNumber: contact('phoneNumber'),
  };
}

/** Returns what is selected within each method whose selection is kept. That of a saved card is not. */
function selectionsOf(request: PaymentRequest): readonly (readonly [PaymentMethod, string | null])[] {
  return [
    ['epp', request.cardDetailsEPP.bank],
    ['fpx', request.fpxBankID],
    ['fpxCorporate', request.fpxBankCorporateID],
    ['wallet', request.selectedWallet],
    ['dcb', request.selectedDCB],
  ];
}

/** Returns the choices as values of the payment form's fields; a choice that the page does not offer, or not now, is left out. */
export function choicesToFields(request: PaymentRequest, page: PaymentView): readonly (readonly [string, string])[] {
  const fields: [string, string][] = [];
  const method = request.selectedPaymentMethod;
  if (method !== null && page.methods.includes(method) && isAvailable(method, page)) {
    fields.push(['selectedPaymentMethod', method]);
  }
  for (const [within, selected] of selectionsOf(request)) {
    const { selection } = methodTable[within];
    const option = selection?.listOptions(page).find(({ id }) => id === selected);
    const isOpen = option?.isOnline === true && page.outages[option.id]?.state !== 'down';
    if (selection && isOpen) fields.push([selection.field, option.id]);
  }
  const { months } = request.cardDetailsEPP;
  if (page.instalmentPlans.some((plan) => plan.months.some((term) => term === months))) {
    fields.push(['monthTerm', String(months)]);
  }
  return fields;
}
