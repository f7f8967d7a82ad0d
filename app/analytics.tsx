import { createHash } from 'node:crypto';
import { cookies, headers } from 'next/headers';
import type { ReactNode } from 'react';
import { AnalyticsProvider } from '@/components/analytics/analytics-provider';
import { PageEvent } from '@/components/analytics/page-event';
import { analyticsCookie, resolveConsent, type Consent } from '@/lib/analytics/consent';
import { apiErrorEvent, type AnalyticsEvent } from '@/lib/analytics/events';
import { isEmbeddedVisit } from '@/lib/domain/visit/embedded-visit';
import { routes } from '@/lib/routes';
import { loadCommonConfig } from '@/lib/server/backend/common-config';
import { readVisitHeaders } from './visit-headers';

/** The pages between us and a bank: nobody stays there to be asked, and to come back to them would be to leave once more. */
const leavesAtOnce: readonly string[] = [routes.gatewayRedirect, routes.cardCheck];

/** Returns what this visit's payer has agreed to; `off` unless the operator has turned analytics on (`gaEnabled`). */
export async function loadConsent(): Promise<Consent> {
  const config = await loadCommonConfig();
  if (!config.ok || !config.value.analyticsEnabled || config.value.isUnderMaintenance) return 'off';
  const [{ path, search }, kept, sent] = await Promise.all([readVisitHeaders(), cookies(), headers()]);
  return resolveConsent({
    isEnabled: !leavesAtOnce.includes(path),
    isEmbedded: isEmbeddedVisit(search),
    cookie: kept.get(analyticsCookie)?.value ?? null,
    privacyControl: sent.get('sec-gpc'),
  });
}

/** Lets what is inside report events, where analytics is on. */
export function OptionalAnalytics({ consent, children }: { readonly consent: Consent; readonly children: ReactNode }) {
  return consent === 'off' ? children : <AnalyticsProvider consent={consent}>{children}</AnalyticsProvider>;
}

/** Renders the event of a page: it is written if the payer agrees. Null where the payer has refused or analytics is off: then the page does not carry it. */
export async function tellOfPage(makeEvent: (nameReference: (text: string) => string) => AnalyticsEvent) {
  const consent = await loadConsent();
  return consent === 'off' || consent === 'no' ? null : <PageEvent event={makeEvent(nameReference)} />;
}

/** Renders the event of a page that could not be shown because a call to the backend has failed. */
export async function tellOfFault(message: string): Promise<ReactNode> {
  const { path } = await readVisitHeaders();
  return tellOfPage(() => apiErrorEvent({ page: path, method: 'GET', url: path, message }));
}

/** Who has a reference can open what it names. Of 130 random bits, this gives the same name each time and no way back. */
function nameReference(reference: string): string {
  return createHash('sha256').update(reference).digest('base64url').slice(0, 22);
}
