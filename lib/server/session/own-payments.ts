import 'server-only';
import { createHash } from 'node:crypto';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { refidSchema } from '@/lib/contract/primitives';
import type { GatewayRequest } from '@/lib/domain/payment/gateway-request';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import type { Refid } from '@/lib/domain/payment/references';
import { hostCookieName, serializeCookie, type SetCookie } from './cookie';
import { seal, unseal, type TokenType } from './sealed-token';

/** Milliseconds: as long as a visit's payments are known (visited-payments.ts). */
const lifetime = 2 * 60 * 60_000;
const cookieName = () => hostCookieName('ebill-own');
/** Maximum of payments that the cookie records, latest first: with the longest e-mail addresses it stays below 4 kB. */
const maxOwn = 4;

const ownPaymentSchema = z.object({
  refid: refidSchema,
  /** The contact as it was typed last; null when this visit has typed none. */
  contact: z.object({ email: z.string().nullable(), phoneNumber: z.string().nullable() }).nullable(),
  /** The digest of the gateway request of the attempt that this visit has begun; null when it has begun none. */
  gatewayRequest: z.string().nullable(),
  /** This visit has begun the verification of a card for auto debit. */
  verifiesCard: z.boolean(),
});
type OwnPayment = z.output<typeof ownPaymentSchema>;

const ownPayments = {
  purpose: 'own-payments',
  schema: z.array(ownPaymentSchema),
  lifetime,
} satisfies TokenType<z.ZodType>;
const begunAttempt = {
  purpose: 'begun-attempt',
  schema: ownPaymentSchema.pick({ refid: true, gatewayRequest: true }),
  lifetime,
} satisfies TokenType<z.ZodType>;

async function readOwnPayments(): Promise<readonly OwnPayment[]> {
  return (await unseal(ownPayments, (await cookies()).get(cookieName())?.value)) ?? [];
}

async function findOwnPayment(refid: string): Promise<OwnPayment | undefined> {
  return (await readOwnPayments()).find((own) => own.refid === refid);
}

/** The same for the same request, in whatever order its fields are. */
function digestRequest({ url, method, fields }: GatewayRequest): string {
  const sorted = Object.entries(fields).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([url, method, sorted]))
    .digest('base64url');
}

interface OwnPaymentChange {
  /** Phone number as `601…`. */
  readonly contact?: PaymentPage['customer'];
  /** The gateway request of an attempt; null for an attempt without one. */
  readonly gatewayRequest?: GatewayRequest | null;
  readonly verifiesCard?: boolean;
}

/**
 * Makes the cookie that records what this visit has typed and begun for a payment. A reference opens a payment for whoever holds it: what one
 * visit has typed is shown to that visit alone. Security, row 43.
 */
export async function makeOwnPaymentCookie(
  refid: Refid,
  { gatewayRequest, ...change }: OwnPaymentChange,
  isFramed: boolean,
): Promise<SetCookie> {
  const before = await readOwnPayments();
  const known = before.find((own) => own.refid === refid);
  const own: OwnPayment = {
    ...(known ?? { refid, contact: null, gatewayRequest: null, verifiesCard: false }),
    ...change,
    ...(gatewayRequest !== undefined && { gatewayRequest: gatewayRequest && digestRequest(gatewayRequest) }),
  };
  const others = before.filter((other) => other.refid !== refid);
  return serializeCookie({
    name: cookieName(),
    value: await seal(ownPayments, [own, ...others].slice(0, maxOwn)),
    path: '/',
    maxAge: lifetime / 1000,
    isFramed,
  });
}

/** Returns the contact that this visit has typed for a payment, null when it has typed none. Phone number as `601…`. */
export async function readTypedContact(refid: string): Promise<PaymentPage['customer'] | null> {
  return (await findOwnPayment(refid))?.contact ?? null;
}

/** Seals which attempt a visit has begun, for the address of its redirect page: a frame whose cookies the browser refuses has nothing else. */
export function sealBegunAttempt(refid: Refid, request: GatewayRequest): Promise<string> {
  return seal(begunAttempt, { refid, gatewayRequest: digestRequest(request) });
}

/** Returns whether this visit has begun the attempt with a gateway request. `sealed`: of `sealBegunAttempt`, if the address has it. */
export async function hasBegunAttempt(refid: string, request: GatewayRequest, sealed?: string): Promise<boolean> {
  const begun = [await unseal(begunAttempt, sealed), await findOwnPayment(refid)];
  return begun.some((one) => one?.refid === refid && one.gatewayRequest === digestRequest(request));
}

/** Returns whether this visit has begun the verification of a card for a payment's registration. */
export async function hasBegunVerification(refid: string): Promise<boolean> {
  return (await findOwnPayment(refid))?.verifiesCard ?? false;
}
