import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type {
  autoDebitCard,
  autoDebitLink,
  autoDebitRemind,
  autoDebitSendOtp,
  autoDebitVerifyOtp,
} from '@/lib/contract/auto-debit';
import { maskPhone } from '@/lib/domain/payment/customer-masking';
import { success, type Result } from '@/lib/domain/result';
import { decryptCard } from '../cards/card-decryption';
import type { CardToSave } from '../cards/saved-cards';
import { inTransaction } from '../db/database';
import { findTokenGateway } from '../gateways-in-use';
import { refuse, type Refusal } from '../http/refusal';
import { oneTimePinText } from '../outbox/texts';
import { billAccountOf, loadPayment, type Order } from '../payments/model';
import type { Services } from '../services';
import { findRetainedCard } from './retained-card';
import { registerPaidCard, verifyCard, type VerificationError } from './card-verification';
import { hasRecentConsent } from './info';
import { verifyKeptCard } from './kept-card-verification';
import { findAutoDebitOffer, type AutoDebitOffer } from './offer';
import { recordConsent, type ConsentMethod } from './registration';
import { scheduleReminder } from './reminders';

interface Offered {
  readonly order: Order;
  readonly accountNumber: string;
  readonly offer: AutoDebitOffer;
}

async function findOffered(
  services: Services,
  refid: string,
): Promise<Result<Offered, Refusal<'unknown-payment' | 'not-offered'>>> {
  const found = await loadPayment(services.db, { refid });
  if (!found.ok) return refuse(found.error);
  const { order } = found.value;
  const offer = await findAutoDebitOffer(services, order);
  const accountNumber = billAccountOf(order);
  if (offer.state !== 'offered' || accountNumber === null) return refuse('not-offered');
  return success({ order, accountNumber, offer });
}

/** Sends a one-time PIN to the account's number on file, never to a number from the form: autodebit.sendOtp. Security, row 20. */
export async function sendAutoDebitOtp(
  services: Services,
  { refid, language }: RequestOf<typeof autoDebitSendOtp>,
): Promise<Result<ResponseInputOf<typeof autoDebitSendOtp>, Refusal<ErrorCodeOf<typeof autoDebitSendOtp>>>> {
  const offered = await findOffered(services, refid);
  if (!offered.ok) return offered;
  const { mobileNumber, type } = offered.value.offer;
  if (type !== 'otp') return refuse('not-offered');
  if (mobileNumber === null) return refuse('no-mobile-number');
  const sent = await services.oneTimeCodes.send({
    purpose: 'otp',
    subject: refid,
    recipient: mobileNumber,
    textOf: (code) => oneTimePinText(code, language),
  });
  if (!sent.ok) {
    return sent.error.code === 'resend-too-early'
      ? refuse(sent.error.code, { resendAfter: sent.error.after.toISOString() })
      : refuse(sent.error.code);
  }
  services.wakeJobRunner();
  return success({
    maskedMobileNumber: maskPhone(mobileNumber),
    resendAfter: sent.value.resendAfter.toISOString(),
    expiresAt: sent.value.expiresAt.toISOString(),
    resendsLeft: sent.value.resendsLeft,
    serverTime: services.clock.now().toISOString(),
  });
}

type Registered = ResponseInputOf<typeof autoDebitVerifyOtp>;

/**
 * Records the consent, and registers the card with which this visit has just paid: once it is verified, or at once where its gateway keeps it. Without a
 * retained card the payer has to enter one first.
 */
async function recordConsentAndVerify(
  services: Services,
  { order: { refid } }: Offered,
  by: ConsentMethod,
  visitId: string | undefined,
): Promise<Result<Registered, Refusal<VerificationError>>> {
  await inTransaction(services.db, (trx) => recordConsent(trx, refid, by, services.clock.now()));
  const retained = await findRetainedCard(services, refid, visitId);
  if (retained === null) return success({ refid, state: 'card-needed' });
  if (retained.kind === 'stored') return verify(services, refid, retained.card, null);
  await registerPaidCard(services, refid, retained);
  return success({ refid, state: 'registered' });
}

async function verify(
  services: Services,
  refid: string,
  card: CardToSave,
  cvv: string | null,
): Promise<Result<Registered, Refusal<VerificationError>>> {
  const verified = await verifyCard(services, refid, card, cvv);
  return verified.ok ? success({ refid, state: verified.value }) : verified;
}

/** Checks the one-time PIN: autodebit.verifyOtp. */
export async function verifyAutoDebitOtp(
  services: Services,
  { refid, otp, visitId }: RequestOf<typeof autoDebitVerifyOtp>,
): Promise<Result<Registered, Refusal<ErrorCodeOf<typeof autoDebitVerifyOtp>>>> {
  const offered = await findOffered(services, refid);
  if (!offered.ok) return offered;
  if (offered.value.offer.type !== 'otp') return refuse('not-offered');
  const pinCheck = await services.oneTimeCodes.verify({ purpose: 'otp', subject: refid, code: otp });
  if (!pinCheck.ok) {
    return pinCheck.error.code === 'wrong-code'
      ? refuse(pinCheck.error.code, { triesLeft: pinCheck.error.triesLeft })
      : refuse(pinCheck.error.code);
  }
  return recordConsentAndVerify(services, offered.value, 'otp', visitId);
}

/** Completes account linking: autodebit.link. A code of another account registers nothing. */
export async function linkAutoDebit(
  services: Services,
  { refid, code, codeVerifier, redirectUri, visitId }: RequestOf<typeof autoDebitLink>,
): Promise<Result<Registered, Refusal<ErrorCodeOf<typeof autoDebitLink>>>> {
  const offered = await findOffered(services, refid);
  if (!offered.ok) return offered;
  if (services.accountLinking === null || offered.value.offer.type !== 'ulm') return refuse('not-offered');
  const linked = await services.accountLinking.exchange({ code, codeVerifier, redirectUri });
  if (!linked.ok) return refuse(linked.error);
  if (linked.value.accountNumber !== offered.value.accountNumber) return refuse('link-refused');
  return recordConsentAndVerify(services, offered.value, 'ulm', visitId);
}

/**
 * Verifies a card after the account holder's consent: autodebit.card. Where its gateway keeps cards it is entered on the gateway's page, and one that
 * is sent here is not read.
 */
export async function submitAutoDebitCard(
  services: Services,
  { refid, cardDetails }: RequestOf<typeof autoDebitCard>,
): Promise<Result<Registered, Refusal<ErrorCodeOf<typeof autoDebitCard>>>> {
  const offered = await findOffered(services, refid);
  if (!offered.ok) return offered;
  if (!(await hasRecentConsent(services, refid))) return refuse('not-confirmed');
  const gateway = findTokenGateway(services.gateways);
  if (gateway !== null) {
    const begun = await verifyKeptCard(services, refid, gateway);
    return begun.ok ? success({ refid, state: begun.value }) : begun;
  }
  if (cardDetails === undefined) return refuse('invalid-card');
  const opened = await decryptCard(cardDetails, services.cardDataKey, services.clock.now().toISOString());
  if (!opened.ok) return refuse(opened.error);
  const { brand, data } = opened.value;
  return verify(services, refid, services.savedCards.prepare(offered.value.accountNumber, brand, data), data.cvv);
}

/** Reminds the payer the next day: autodebit.remind. */
export async function scheduleAutoDebitReminder(
  services: Services,
  { refid }: RequestOf<typeof autoDebitRemind>,
): Promise<Result<ResponseInputOf<typeof autoDebitRemind>, Refusal<ErrorCodeOf<typeof autoDebitRemind>>>> {
  const offered = await findOffered(services, refid);
  if (!offered.ok) return offered;
  return success({ refid, reminderAt: (await scheduleReminder(services, refid)).toISOString() });
}
