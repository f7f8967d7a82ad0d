import { success, type Result } from '@/lib/domain/result';
import { inTransaction } from '../db/database';
import type { TokenGateway } from '../gateways-in-use';
import { refuse, type Refusal } from '../http/refusal';
import type { Services } from '../services';
import { openVerification, recordChallenge, refuseCard, type VerificationError } from './card-verification';
import { toVerificationOrder } from './card-verification-model';

/**
 * Begins the verification of a card that the payer enters on the page of the gateway, which keeps it. It is not charged; the return, a callback or
 * the deadline has the gateway asked, and then registers the account.
 */
export async function verifyKeptCard(
  services: Services,
  refid: string,
  gateway: TokenGateway,
): Promise<Result<'card-check', Refusal<VerificationError>>> {
  const opened = await inTransaction(services.db, (trx) => openVerification(services, trx, refid, null, gateway));
  if (!opened.ok) return opened;
  const verification = opened.value;
  const begun = await gateway.tokens.beginVerification(toVerificationOrder(verification));
  if (!begun.ok) {
    // No payer was redirected: nothing comes of a verification whose answer was lost.
    await refuseCard(services, verification, 'not-begun', true);
    return refuse('try-later');
  }
  await recordChallenge(services, verification, begun.value);
  return success('card-check');
}
