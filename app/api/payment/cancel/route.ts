import { paymentCancel } from '@/lib/contract/payment';
import { hostOf } from '@/lib/domain/client-network';
import { readPaymentReference } from '@/lib/domain/references';
import { failure, success } from '@/lib/domain/result';
import { paymentPath, resultPath, routes } from '@/lib/routes';
import { callBackend } from '@/lib/server/backend-client';
import { backendFailed, handleForm } from '@/lib/server/form-pipeline';
import { readIdempotencyKey } from '@/lib/server/idempotency';
import { findWhereItStands, showUnderWay } from '../way-on';

/** Gives up a payment. One that a bank has begun, or that has ended, is shown where it stands instead. */
export const POST = handleForm({
  name: 'payment',
  page: (fields) => paymentPath(fields['refid'] ?? ''),
  kept: [],
  parse: async (fields) => {
    const refid = readPaymentReference({ refid: fields['refid'] })?.refid;
    if (refid === undefined) return failure({ next: routes.payment });
    return success({ refid, idempotencyKey: readIdempotencyKey(fields['idempotencyKey']) });
  },
  ofPayment: ({ refid }) => refid,
  limitedUses: (_cancelled, { clientAddress }) => [{ limit: 'paymentsByAddress', of: hostOf(clientAddress) }],
  send: async ({ refid, idempotencyKey }, { requestId }) => {
    const answer = await callBackend(paymentCancel, { refid }, { idempotencyKey, requestId });
    if (answer.ok) return success({ next: resultPath('/cancelPayment', refid) });
    if (answer.error.kind === 'problem' && answer.error.code === 'unknown-payment') {
      return success({ next: paymentPath(refid) });
    }
    if (answer.error.kind === 'problem' && answer.error.code === 'attempt-under-way') return showUnderWay(refid);
    const next = await findWhereItStands(refid);
    return next === null || next === paymentPath(refid) ? failure(backendFailed()) : success({ next });
  },
});
