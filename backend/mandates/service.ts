import type { autoDebitCancel, autoDebitMandate } from '@/lib/contract/auto-debit';
import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import { maskAccountNumber } from '@/lib/domain/payment/customer-masking';
import { success, type Result } from '@/lib/domain/result';
import { refuse, type Refusal } from '../http/refusal';
import type { Services } from '../services';
import { readCancelToken } from './cancel-link';
import { cancelRegistration } from './cancellation';
import { isInForce, mandatesQuery } from './model';

type Answer = Result<
  ResponseInputOf<typeof autoDebitMandate>,
  Refusal<ErrorCodeOf<typeof autoDebitMandate> | ErrorCodeOf<typeof autoDebitCancel>>
>;

/** Reads the registration that a link is for: autodebit.mandate. Changes nothing. */
export async function readMandate(services: Services, { token }: RequestOf<typeof autoDebitMandate>): Promise<Answer> {
  const reference = readCancelToken(services, token);
  if (reference === null) return refuse('unknown-mandate');
  const mandate = await mandatesQuery(services.db).where('mandates.reference', '=', reference).executeTakeFirst();
  if (mandate === undefined) return refuse('unknown-mandate');
  return success({
    state: (await isInForce(services.db, reference)) ? 'registered' : 'cancelled',
    maskedAccountNumber: maskAccountNumber(mandate.accountNumber),
    card: { cardBrand: mandate.cardBrand, lastFour: mandate.cardLastFour },
  });
}

/** Cancels the registration that a link is for, and reads it: autodebit.cancel. */
export async function cancelMandate(services: Services, request: RequestOf<typeof autoDebitCancel>): Promise<Answer> {
  const reference = readCancelToken(services, request.token);
  if (reference === null) return refuse('unknown-mandate');
  await cancelRegistration(services, reference, 'payer');
  return readMandate(services, request);
}
