import type { FormState } from '@/components/forms/form-state';
import { textOf, type FormValues } from '@/components/forms/use-form-values';
import { isPaymentMethod, paymentMethods, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { sortSavedCards } from '@/lib/domain/card/saved-cards';
import type { DeepPartial } from '@/lib/domain/merge-deeply';
import type { PaymentRequest } from '@/lib/stores/payment-store';
import { availabilityOf } from '../methods/method-availability';
import type { PaymentView } from './payment-view';

/** Returns the offered methods in display order. */
export function listMethods(page: Pick<PaymentView, 'methods'>): readonly PaymentMethod[] {
  return paymentMethods.filter((method) => page.methods.includes(method));
}

function onlyElementOf(ids: readonly string[]): string | null {
  return ids.length === 1 ? (ids[0] ?? null) : null;
}

/**
 * Returns the choices that the server renders: those submitted before, else the customer's preferred method, the first usable card, and
 * whatever is the only option.
 */
export function initialChoices(page: PaymentView, { values }: FormState): PaymentRequest {
  const submitted = (name: string) => values[name] || null;
  const only = (ids: readonly string[]) => {
    const id = onlyElementOf(ids);
    return id !== null && page.outages[id]?.state === 'down' ? null : id;
  };
  const method = submitted('selectedPaymentMethod') ?? page.preferredMethod ?? onlyElementOf(listMethods(page)) ?? '';
  const cards = sortSavedCards(page.savedCards);
  const card =
    cards.find(({ uniqueCardId }) => uniqueCardId === values['uniqueCardId']) ??
    cards.find(({ isExpired, isOffline }) => !isExpired && !isOffline);
  return {
    selectedPaymentMethod: isPaymentMethod(method) && isChoosable(method, page, values) ? method : null,
    cardDetails: { uniqueCardId: card?.uniqueCardId ?? null },
    cardDetailsEPP: {
      bank: submitted('eppBank') ?? only(page.instalmentPlans.map(({ bank }) => bank)),
      months: Number(values['monthTerm']) || null,
    },
    fpxBankID: submitted('fpxBankID'),
    fpxBankCorporateID: submitted('fpxBankCorporateID'),
    selectedWallet: submitted('selectedWallet') ?? only(page.wallets),
    selectedDCB: submitted('selectedDCB') ?? only(page.carriers),
    isAutoDebitOption:
      values['selectedPaymentMethod'] === undefined
        ? page.autoDebitOption === 'preselected'
        : values['isAutoDebitOption'] === 'true',
  };
}

/** Tells whether a method can be chosen. A method submitted before stays choosable during an outage, which may end. */
export function isChoosable(method: PaymentMethod, page: PaymentView, values: FormState['values']): boolean {
  const { state } = availabilityOf(method, page);
  return state === 'available' || (state === 'down' && method === values['selectedPaymentMethod']);
}

/** Reads the choices from the payment form's values. A field that is not on the page changes nothing. */
export function readChoices(values: FormValues): DeepPartial<PaymentRequest> {
  const method = textOf(values, 'selectedPaymentMethod');
  const text = (name: string) => textOf(values, name) || null;
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
  };
}

/** Returns the choices as values of form fields, without those that are not offered or down. */
export function choicesToFields(request: PaymentRequest, page: PaymentView): readonly (readonly [string, string])[] {
  const isUsable = (id: string) => page.outages[id]?.state !== 'down';
  const offered = (id: string | null, ids: readonly string[]) =>
    id !== null && ids.includes(id) && isUsable(id) ? id : null;
  const banksOf = (banks: PaymentView['personalBanks']) => banks.filter(({ isOnline }) => isOnline).map(({ id }) => id);
  const method = request.selectedPaymentMethod;
  const { bank, months } = request.cardDetailsEPP;
  const isOfferedMethod =
    method !== null && page.methods.includes(method) && availabilityOf(method, page).state === 'available';
  const fields: readonly (readonly [string, string | null])[] = [
    ['selectedPaymentMethod', isOfferedMethod ? method : null],
    [
      'eppBank',
      offered(
        bank,
        page.instalmentPlans.map((plan) => plan.bank),
      ),
    ],
    [
      'monthTerm',
      page.instalmentPlans.some((plan) => plan.months.some((term) => term === months)) ? String(months) : null,
    ],
    ['fpxBankID', offered(request.fpxBankID, banksOf(page.personalBanks))],
    ['fpxBankCorporateID', offered(request.fpxBankCorporateID, banksOf(page.corporateBanks))],
    ['selectedWallet', offered(request.selectedWallet, page.wallets)],
    ['selectedDCB', offered(request.selectedDCB, page.carriers)],
  ];
  return fields.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
}
