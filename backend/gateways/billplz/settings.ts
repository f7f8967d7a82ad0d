import type { GatewayValues } from '@/lib/configuration/gateways';
import { fpx } from '@/lib/domain/methods/fpx';
import { callbackUrlOf, type GatewayAddresses } from '../gateway';

export interface BillplzSettings {
  /** The base URL of the API, without a slash at its end: `https://www.billplz.com/api`. */
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly collectionId: string;
  /** The account's key of the X Signature. */
  readonly signatureKey: string;
  /** The site's origin, to which payers return. */
  readonly siteOrigin: string;
  readonly callbackUrl: string;
  /** The time-outs of a call and of the bank list, ms. */
  readonly timeoutMs: number;
  readonly bankListTimeoutMs: number;
}

export const billplzAddresses = {
  callback: 'billplz',
  returnRoutes: [fpx.resultRoute],
} as const satisfies GatewayAddresses;

/** An enquiry makes up to three calls, a withdrawal up to four, and the site waits for 40 s. */
const callTimeoutMs = 9_000;

/** Returns Billplz's settings from its variables and our own public addresses. */
export function toBillplzSettings(
  values: NonNullable<GatewayValues['billplz']>,
  own: { readonly siteOrigin: string; readonly backendUrl: string },
  timeouts: { readonly bankList: number },
): BillplzSettings {
  return {
    apiUrl: values.BILLPLZ_API_URL,
    apiKey: values.BILLPLZ_API_KEY,
    collectionId: values.BILLPLZ_COLLECTION_ID,
    signatureKey: values.BILLPLZ_X_SIGNATURE_KEY,
    siteOrigin: own.siteOrigin,
    callbackUrl: callbackUrlOf(billplzAddresses, own.backendUrl),
    timeoutMs: callTimeoutMs,
    bankListTimeoutMs: timeouts.bankList,
  };
}
