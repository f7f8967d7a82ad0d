import 'server-only';
import { createHash } from 'node:crypto';
import { cookies, headers } from 'next/headers';
import { analyticsCookie, resolveConsent, type Consent } from '@/lib/analytics/consent';
import { apiErrorEvent, type AnalyticsEvent } from '@/lib/analytics/events';
import type { Pseudonyms } from '@/lib/analytics/payment-data';
import { routes } from '@/lib/routes';
import { calls } from '@/lib/contract/calls';
import { messageOf, type BackendError } from '../backend/backend-client';
import { readEnvironment } from '../environment';
import { deriveToken } from '../session/sealed-token';
import { loadCommonConfig } from '../backend/common-config';
import { readKioskVisit, readVisitedAddress } from './visit-headers';

/** Pages that redirect to a bank: the payer does not stay to answer the consent question, and returning to the page would redirect again. */
const redirectPages: readonly string[] = [routes.gatewayRedirect, routes.cardCheck];

/** Returns what this visit's payer has consented to; `off` unless the operator has turned analytics on (`gaEnabled`). */
export async function loadConsent(): Promise<Consent> {
  const config = await loadCommonConfig();
  if (!config.ok || !config.value.analyticsEnabled || config.value.isUnderMaintenance) return 'off';
  const [{ path }, isKiosk, cookieStore, requestHeaders] = await Promise.all([
    readVisitedAddress(),
    readKioskVisit(),
    cookies(),
    headers(),
  ]);
  return resolveConsent({
    isEnabled: !redirectPages.includes(path),
    isKiosk,
    cookie: cookieStore.get(analyticsCookie)?.value ?? null,
    privacyControl: requestHeaders.get('sec-gpc'),
  });
}

/** Returns the event of a page; null if analytics is off or the payer has refused, so that the page does not contain it. */
export async function loadPageEvent(
  makeEvent: (pseudonyms: Pseudonyms) => AnalyticsEvent,
): Promise<AnalyticsEvent | null> {
  const consent = await loadConsent();
  return consent === 'off' || consent === 'no' ? null : makeEvent(pseudonyms);
}

/**
 * Returns the event of a page that could not be shown because a call to the backend failed: method, URL and message are those of the
 * call. Specification, section 7.
 */
export async function loadErrorEvent(error: BackendError): Promise<AnalyticsEvent | null> {
  const { path: page } = await readVisitedAddress();
  const call = Object.values(calls).find(({ name }) => name === error.call);
  if (call === undefined) return null;
  return loadPageEvent(() => apiErrorEvent({ page, method: call.method, url: call.path, message: messageOf(error) }));
}

/**
 * What names a person becomes a digest with the site's secret: account numbers are too few for a digest without one. In clear only where the
 * operator wants that (`ANALYTICS_PERSONAL_DATA`); like everything else, it is recorded after consent only.
 */
function pseudonymizePerson(value: string): string {
  return readEnvironment().analyticsHasPersonalData ? value : deriveToken('analytics', value).slice(0, 22);
}

/** A reference opens its payment, so analytics gets a hash of it: references have 130 random bits, so the hash cannot be reversed. */
function pseudonymizeReference(reference: string): string {
  return createHash('sha256').update(reference).digest('base64url').slice(0, 22);
}

export const pseudonyms: Pseudonyms = { ofReference: pseudonymizeReference, ofPerson: pseudonymizePerson };
