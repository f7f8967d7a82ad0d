import type { autoDebitInfo } from '@/lib/contract/auto-debit';
import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import { maskPhone } from '@/lib/domain/payment/customer-masking';
import { success, type Result } from '@/lib/domain/result';
import { addMilliseconds, minuteMs } from '../clock';
import { findTokenGateway } from '../gateways-in-use';
import { refuse, type Refusal } from '../http/refusal';
import { billAccountOf, isBegunBy, loadPayment, type Order } from '../payments/model';
import type { Services } from '../services';
import { isOpen, listCardVerifications, type CardVerification } from './card-verification-model';
import { handleCardVerificationReport } from './card-verification-returns';
import { findRetainedCard } from './retained-card';
import { findOfferTexts, findAutoDebitOffer } from './offer';
import { findConsent } from './registration';

/** How long the account holder's consent allows choosing a card. */
const consentLifetimeMs = 30 * minuteMs;

type Info = ResponseInputOf<typeof autoDebitInfo>;

/** Whether the account holder has given consent after this payment, within `consentLifetimeMs`. */
export async function hasRecentConsent(services: Services, refid: string): Promise<boolean> {
  const consent = await findConsent(services.db, refid);
  return consent !== null && addMilliseconds(consent.confirmed_at, consentLifetimeMs) > services.clock.now();
}

async function findCard(
  services: Services,
  order: Order,
  isRegistered: boolean,
  visitId: string | undefined,
): Promise<Info['card']> {
  if (!isRegistered) {
    const retained = await findRetainedCard(services, order.refid, visitId);
    return retained && { cardBrand: retained.card.brand, lastFour: retained.card.lastFour };
  }
  // The reference of another payment of the account must not reveal its card.
  const row = await services.db
    .selectFrom('auto_debits')
    .select(['card_brand', 'card_last_four'])
    .where('account_number', '=', billAccountOf(order))
    .where('order_refid', '=', order.refid)
    .executeTakeFirst();
  return row === undefined ? null : { cardBrand: row.card_brand, lastFour: row.card_last_four };
}

function stepOf(isAgreed: boolean, verification: CardVerification | undefined, now: Date): NonNullable<Info['step']> {
  if (!isAgreed) return 'confirm';
  const isAtIssuer = verification?.state === 'challenged' && !verification.is_given_up && now < verification.deadline;
  return isAtIssuer ? 'card-check' : 'card';
}

/** After an unverified return, the acquirer is asked when the visit that has paid opens the registration. Security, row 42. */
async function settleReturnedVerification(services: Services, refid: string): Promise<void> {
  const last = (await listCardVerifications(services.db, refid)).at(-1);
  if (last === undefined || !isOpen(last) || last.returned_at === null) return;
  await handleCardVerificationReport(services, last, 'return');
}

/** A payment's auto-debit offer and the step of its registration: autodebit.info. */
export async function readAutoDebitInfo(
  services: Services,
  { refid, language, visitId }: RequestOf<typeof autoDebitInfo>,
): Promise<Result<Info, Refusal<ErrorCodeOf<typeof autoDebitInfo>>>> {
  const found = await loadPayment(services.db, { refid });
  if (!found.ok) return refuse(found.error);
  const { order, attempts } = found.value;
  const isOwnVisit = attempts.some((attempt) => attempt.state === 'successful' && isBegunBy(attempt, visitId));
  if (isOwnVisit) await settleReturnedVerification(services, refid);
  const offer = await findAutoDebitOffer(services, order);
  const texts = await findOfferTexts(services, order, language);
  const { rebate } = (await services.config.read()).autoDebit;
  const now = services.clock.now();
  const last = (await listCardVerifications(services.db, refid)).at(-1);
  const next = stepOf(await hasRecentConsent(services, refid), last, now);
  const isPinExhausted =
    next === 'confirm' &&
    offer.type === 'otp' &&
    (await services.oneTimeCodes.isExhausted({ purpose: 'otp', subject: refid }));
  const step = isPinExhausted ? 'tries-exhausted' : next;
  return success({
    refid,
    state: offer.state,
    autoDebitType: offer.type,
    autoDebitPopupTitle: texts.title,
    autoDebitPopupMessage: texts.message,
    autoDebitThankYouMessage: texts.thankYou,
    maskedMobileNumber: offer.mobileNumber === null ? null : maskPhone(offer.mobileNumber),
    step,
    card: await findCard(services, order, offer.state === 'registered', visitId),
    cardRefused: offer.state === 'offered' && last !== undefined && !isOpen(last) && last.state === 'refused',
    cardCheck: step === 'card-check' && last?.onward ? { ...last.onward, fields: { ...last.onward.fields } } : null,
    cardEntry: findTokenGateway(services.gateways) === null ? 'own' : 'gateway',
    isAskedFor: attempts.some((attempt) => attempt.state === 'successful' && attempt.is_auto_debit),
    cardEncryptionKey: { ...services.cardDataKey.publicJwk },
    rebate: { ...rebate },
    serverTime: now.toISOString(),
  });
}
