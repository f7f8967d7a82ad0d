import { isSavedCardId } from '@/lib/domain/card/saved-cards';
import { failure, success } from '@/lib/domain/result';
import { paymentPath, removeCardPath } from '@/lib/routes';
import { makeFormHandler, pickRetainedValues } from '@/lib/server/forms/form-pipeline';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import { parsePaymentFields } from '@/lib/server/payment/payment-fields';
import { makeDraftCookie } from '@/lib/server/forms/payment-draft';

/** Redirects from the payment form to the confirmation of removing a saved card, and stores the input for the way back. */
export const POST = makeFormHandler({
  name: 'payment',
  page: (fields) => paymentPath(fields['refid'] ?? ''),
  retainedFields: retainedFields.payment,
  parse: async (fields) => {
    const common = parsePaymentFields(fields);
    if (!common.ok) return common;
    const { refid } = common.value;
    const card = fields['card'] ?? '';
    if (!isSavedCardId(card)) return failure({ next: paymentPath(refid) });
    return success({ refid, card, values: pickRetainedValues(retainedFields.payment, fields) });
  },
  addressLimit: 'paymentsByAddress',
  send: async ({ refid, card, values }, { isFramed }) =>
    success({ next: removeCardPath(refid, card), cookies: [await makeDraftCookie(refid, values, isFramed)] }),
});
