import type * as z from 'zod/mini';
import { success } from '../../result';
import { dcb } from '../dcb';
import { fpx } from '../fpx';
import { fpxCorporate } from '../fpx-corporate';
import type { PaymentMethod } from '../payment-methods';
import { wallet } from '../wallet';
import { eppForm } from './epp-form';
import { methodForm, type MethodForm } from './method-form';
import { newCardForm } from './new-card-form';
import { savedCardForm } from './saved-card-form';
import { selectionForm, selectionMessages } from './selection-form';

/** The form of a method without fields. */
function emptyForm<Method extends PaymentMethod>(method: Method): MethodForm<{ readonly method: Method }> {
  return methodForm({}, () => success({ method }));
}

/**
 * The form of each method. It needs zod, which the browser loads on first interaction: what the page shows before that is in the
 * descriptors.
 */
export const methodForms = {
  savedCard: savedCardForm,
  newCard: newCardForm,
  epp: eppForm,
  fpx: selectionForm(fpx.selection, selectionMessages.fpx, (bankId) => ({ method: fpx.id, bankId })),
  fpxCorporate: selectionForm(fpxCorporate.selection, selectionMessages.fpxCorporate, (bankId) => ({
    method: fpxCorporate.id,
    bankId,
  })),
  m2u: emptyForm('m2u'),
  wallet: selectionForm(wallet.selection, selectionMessages.wallet, (id) => ({ method: wallet.id, wallet: id })),
  dcb: selectionForm(dcb.selection, selectionMessages.dcb, (carrier) => ({ method: dcb.id, carrier })),
  counter: emptyForm('counter'),
  duitnowQr: emptyForm('duitnowQr'),
} satisfies { readonly [Method in PaymentMethod]: MethodForm<{ readonly method: Method }> };

/** A payer's choice of method, with that method's data only. */
export type PaymentChoice = z.output<ReturnType<(typeof methodForms)[PaymentMethod]>>;
