import type { ErrorCodeOf, RequestOf, ResponseInputOf } from '@/lib/contract/call';
import type { autoDebitInfo, autoDebitLink, autoDebitSendOtp, autoDebitVerifyOtp } from '@/lib/contract/auto-debit';
import { maskPhone } from '@/lib/domain/customer-masking';
import { success, type Result } from '@/lib/domain/result';
import { refuse, type Refusal } from '../http/refusal';
import { oneTimePinText } from '../outbox/texts';
import { loadPayment, type Order } from '../payments/model';
import type { Services } from '../services';
import { offerOf, type AutoDebitOffer } from './offer';

/** Sen a month, and for how many months at most. Specification, section 9. */
const rebate = { amount: 300, months: 6 } as const;

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
  const offer = await offerOf(services, order);
  if (offer.state !== 'offered' || order.account_number === null) return refuse('not-offered');
  return success({ order, accountNumber: order.account_number, offer });
}

/** The offer of a payment: autodebit.info. */
export async function readAutoDebitInfo(
  services: Services,
  { refid }: RequestOf<typeof autoDebitInfo>,
): Promise<Result<ResponseInputOf<typeof autoDebitInfo>, Refusal<ErrorCodeOf<typeof autoDebitInfo>>>> {
  const found = await loadPayment(services.db, { refid });
  if (!found.ok) return refuse(found.error);
  const offer = await offerOf(services, found.value.order);
  return success({
    refid,
    state: offer.state,
    autoDebitType: offer.type,
    autoDebitPopupTitle: offer.title,
    autoDebitPopupMessage: offer.message,
    autoDebitThankYouMessage: offer.thankYou,
    maskedMobileNumber: offer.mobileNumber === null ? null : maskPhone(offer.mobileNumber),
    rebate,
    serverTime: services.clock.now().toISOString(),
  });
}

/** Sends a one-time PIN to the number on the account, never to one of the form: autodebit.sendOtp. Security, row 20. */
export async function sendAutoDebitOtp(
  services: Services,
  { refid }: RequestOf<typeof autoDebitSendOtp>,
): Promise<Result<ResponseInputOf<typeof autoDebitSendOtp>, Refusal<ErrorCodeOf<typeof autoDebitSendOtp>>>> {
  const offered = await findOffered(services, refid);
  if (!offered.ok) return offered;
  const { mobileNumber } = offered.value.offer;
  if (mobileNumber === null) return refuse('no-mobile-number');
  const sent = await services.oneTimeCodes.send({
    purpose: 'otp',
    subject: refid,
    recipient: mobileNumber,
    textOf: oneTimePinText,
  });
  if (!sent.ok) {
    return sent.error.code === 'resend-too-early'
      ? refuse(sent.error.code, { resendAfter: sent.error.after.toISOString() })
      : refuse(sent.error.code);
  }
  services.nudge();
  return success({
    maskedMobileNumber: maskPhone(mobileNumber),
    resendAfter: sent.value.resendAfter.toISOString(),
    expiresAt: sent.value.expiresAt.toISOString(),
    resendsLeft: sent.value.resendsLeft,
    serverTime: services.clock.now().toISOString(),
  });
}

async function register(services: Services, { order, accountNumber }: Offered, by: 'otp' | 'ulm'): Promise<void> {
  await services.db
    .insertInto('auto_debits')
    .values({
      account_number: accountNumber,
      order_refid: order.refid,
      registered_by: by,
      registered_at: services.clock.now(),
    })
    .onConflict((conflict) => conflict.column('account_number').doNothing())
    .execute();
}

/** Checks the one-time PIN and registers the account: autodebit.verifyOtp. */
export async function verifyAutoDebitOtp(
  services: Services,
  { refid, otp }: RequestOf<typeof autoDebitVerifyOtp>,
): Promise<Result<ResponseInputOf<typeof autoDebitVerifyOtp>, Refusal<ErrorCodeOf<typeof autoDebitVerifyOtp>>>> {
  const offered = await findOffered(services, refid);
  if (!offered.ok) return offered;
  const judged = await services.oneTimeCodes.verify({ purpose: 'otp', subject: refid, code: otp });
  if (!judged.ok) {
    return judged.error.code === 'wrong-code'
      ? refuse(judged.error.code, { triesLeft: judged.error.triesLeft })
      : refuse(judged.error.code);
  }
  await register(services, offered.value, 'otp');
  return success({ refid, state: 'registered' });
}

/** Ends the account-linking service: autodebit.link. A code that speaks of another account registers nothing. */
export async function linkAutoDebit(
  services: Services,
  { refid, code, codeVerifier, redirectUri }: RequestOf<typeof autoDebitLink>,
): Promise<Result<ResponseInputOf<typeof autoDebitLink>, Refusal<ErrorCodeOf<typeof autoDebitLink>>>> {
  const offered = await findOffered(services, refid);
  if (!offered.ok) return offered;
  if (services.accountLinking === null) return refuse('not-offered');
  const linked = await services.accountLinking.exchange({ code, codeVerifier, redirectUri });
  if (!linked.ok) return refuse(linked.error);
  const { accountNumber } = linked.value;
  if (accountNumber !== null && accountNumber !== offered.value.accountNumber) return refuse('link-refused');
  await register(services, offered.value, 'ulm');
  return success({ refid, state: 'registered' });
}
