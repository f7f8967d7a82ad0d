import 'server-only';
import { createHash } from 'node:crypto';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { refidSchema } from '@/lib/contract/primitives';
import { nothingCarried, type CarriedData } from '@/lib/analytics/payment-data';
import type { DirectPost, GatewayRequest } from '@/lib/domain/payment/gateway-request';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import type { Refid } from '@/lib/domain/payment/references';
import { hostCookieName, serializeCookie, type SetCookie } from './cookie';
import { seal, unseal, type TokenType } from './sealed-token';

/** Milliseconds: as long as a visit's payments are recorded (visited-payments.ts). */
const lifetime = 2 * 60 * 60_000;
const cookieName = () => hostCookieName('ebill-own');
/** Masked names are longer than this only where a company's is. */
const maxNameLength = 40;
/** Maximum of payments that the cookie records, latest first: with the longest e-mail addresses it stays below 4 kB. */
const maxPayments = 4;

const visitPaymentSchema = z.object({
  refid: refidSchema,
  /** The contact that was typed last; null if none was. */
  contact: z.object({ email: z.string().nullable(), phoneNumber: z.string().nullable() }).nullable(),
  /** The digest of the gateway request of the attempt that this visit has begun; null if it has begun none. */
  gatewayRequest: z.string().nullable(),
  /** This visit has begun the verification of a card for auto debit. */
  verifiesCard: z.boolean(),
  /** This visit was shown the bill, with its account number, and has taken it to payment. */
  cameFromBill: z.boolean().default(false),
  /** The masked name of the bill's holder, as this visit was shown it; null if it was shown no bill. */
  accountName: z.string().nullable().default(null),
  /** What analytics is told of the payment's bill and payer, as it is told: pseudonyms of what names a person. */
  carried: z
    .object({
      accountNumber: z.string().nullable(),
      totalAmountDue: z.string().nullable(),
      customerType: z.string().nullable(),
      partnerUserKey: z.string().nullable(),
    })
    .default(nothingCarried),
});
type VisitPayment = z.output<typeof visitPaymentSchema>;

const visitPayments = {
  purpose: 'own-payments',
  schema: z.array(visitPaymentSchema),
  lifetime,
} satisfies TokenType<z.ZodType>;
const begunAttempt = {
  purpose: 'begun-attempt',
  schema: visitPaymentSchema.pick({ refid: true, gatewayRequest: true }),
  lifetime,
} satisfies TokenType<z.ZodType>;

async function readVisitPayments(): Promise<readonly VisitPayment[]> {
  return (await unseal(visitPayments, (await cookies()).get(cookieName())?.value)) ?? [];
}

async function findVisitPayment(refid: string): Promise<VisitPayment | undefined> {
  return (await readVisitPayments()).find((payment) => payment.refid === refid);
}

/** What the browser is to send to a gateway. */
type BegunRequest = GatewayRequest | DirectPost;

/** Independent of the order of the request's fields. */
function digestRequest(request: BegunRequest): string {
  const { url } = request;
  const [method, fields] =
    'fieldNames' in request ? ['direct-post', request.fieldNames] : [request.method, request.fields];
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, method, sorted]))
    .digest('base64url');
}

interface VisitPaymentChange {
  /** Phone number as `601…`. */
  readonly contact?: PaymentPage['customer'];
  /** The gateway request of an attempt; null for an attempt without one. */
  readonly gatewayRequest?: BegunRequest | null;
  readonly verifiesCard?: boolean;
  readonly cameFromBill?: boolean;
  /** Masked. */
  readonly accountName?: string;
  readonly carried?: Partial<CarriedData>;
}

function newPayment(refid: Refid): VisitPayment {
  return {
    ...{ refid, contact: null, gatewayRequest: null, verifiesCard: false },
    ...{ cameFromBill: false, accountName: null, carried: nothingCarried },
  };
}

/**
 * Makes the cookie that records what this visit has typed and begun for a payment. Anyone with its reference can open a payment, so a
 * visit's input is shown to that visit only. Security, row 43.
 */
export async function makeVisitPaymentCookie(
  refid: Refid,
  { gatewayRequest, carried, accountName, ...change }: VisitPaymentChange,
  isFramed: boolean,
): Promise<SetCookie> {
  const before = await readVisitPayments();
  const known = before.find((payment) => payment.refid === refid);
  const changed: VisitPayment = {
    ...(known ?? newPayment(refid)),
    ...change,
    ...(accountName !== undefined && { accountName: accountName.slice(0, maxNameLength) }),
    carried: { ...(known?.carried ?? nothingCarried), ...carried },
    ...(gatewayRequest !== undefined && { gatewayRequest: gatewayRequest && digestRequest(gatewayRequest) }),
  };
  const others = before.filter((other) => other.refid !== refid);
  return serializeCookie({
    name: cookieName(),
    value: await seal(visitPayments, [changed, ...others].slice(0, maxPayments)),
    path: '/',
    maxAge: lifetime / 1000,
    isFramed,
  });
}

/** Returns the contact that this visit has typed for a payment, null when it has typed none. Phone number as `601…`. */
export async function readTypedContact(refid: string): Promise<PaymentPage['customer'] | null> {
  return (await findVisitPayment(refid))?.contact ?? null;
}

/** Returns what this visit carries of a payment for analytics. */
export async function readCarriedData(refid: string): Promise<CarriedData> {
  return (await findVisitPayment(refid))?.carried ?? nothingCarried;
}

/** Seals which attempt a visit has begun, for the URL of its redirect page or card page: a frame without cookies has no other proof. */
export function sealBegunAttempt(refid: Refid, request: BegunRequest): Promise<string> {
  return seal(begunAttempt, { refid, gatewayRequest: digestRequest(request) });
}

/** Returns whether this visit has begun the attempt with a gateway request. `sealed`: of `sealBegunAttempt`, if the URL has it. */
export async function hasBegunAttempt(refid: string, request: BegunRequest, sealed?: string): Promise<boolean> {
  const begun = [await unseal(begunAttempt, sealed), await findVisitPayment(refid)];
  return begun.some((one) => one?.refid === refid && one.gatewayRequest === digestRequest(request));
}

/** Returns whether this visit has begun the verification of a card for a payment's registration. */
export async function hasBegunVerification(refid: string): Promise<boolean> {
  return (await findVisitPayment(refid))?.verifiesCard ?? false;
}

/**
 * Returns whether this visit has taken a bill to this payment: it knows the account number, which the payment's pages mask; with the masked name of
 * the bill's holder. Security, row 14.
 */
export async function readBillOfVisit(refid: string): Promise<Pick<VisitPayment, 'cameFromBill' | 'accountName'>> {
  const { cameFromBill = false, accountName = null } = (await findVisitPayment(refid)) ?? {};
  return { cameFromBill, accountName };
}

/** Returns the references of the payments to which this visit has taken bills, latest first. */
export async function listPaymentsOfBills(): Promise<readonly Refid[]> {
  return (await readVisitPayments()).filter(({ cameFromBill }) => cameFromBill).map(({ refid }) => refid);
}
