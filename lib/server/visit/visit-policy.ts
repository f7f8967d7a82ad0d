import 'server-only';
import { paymentPage } from '@/lib/contract/payment';
import { allowsCardEntry } from '@/lib/domain/payment/card-entry-place';
import type { CommonConfig } from '@/lib/domain/common-config';
import { isResultRoute } from '@/lib/domain/payment/outcomes';
import { readPaymentReference } from '@/lib/domain/payment/references';
import { routes } from '@/lib/routes';
import { filterOrigins, listOrigin, type SecurityPolicy } from '../security/security-headers';
import { readEnvironment } from '../environment';
import { callBackend } from '../backend/backend-client';
import { loadTheme, type PartnerTheme } from '../backend/theme';

/** The pages of a payment besides its results; prefixes. */
const pagesOfPayment = [
  routes.payment,
  routes.payByMobile,
  routes.autoDebit,
  routes.autoDebitPin,
  routes.namePayingCompany,
];

/**
 * Returns the theme of the payment that a URL names, on every page of a payment; null if it names none or the backend does not respond.
 * Specification, section 2, has it on the payment page and the results.
 */
export async function loadVisitTheme(path: string, query: URLSearchParams): Promise<PartnerTheme | null> {
  const isOfPayment = pagesOfPayment.some((page) => path.startsWith(page)) || isResultRoute(path);
  if (!isOfPayment) return null;
  const reference = readPaymentReference(Object.fromEntries(query));
  if (reference === null) return null;
  const theme = await loadTheme(reference);
  return theme.ok ? theme.value : null;
}

/**
 * Returns where the card form of a requested page is posted to: on the page for a direct post, if the payment's attempt waits for one; else null.
 */
export async function loadDirectPostUrl(path: string, query: URLSearchParams): Promise<string | null> {
  if (path !== routes.cardEntry || !allowsCardEntry(readEnvironment().cardEntry, 'direct')) return null;
  const reference = readPaymentReference(Object.fromEntries(query));
  if (reference === null) return null;
  const page = await callBackend(paymentPage, reference);
  const nextAction = page.ok ? page.value.attempt?.onward : null;
  return nextAction?.kind === 'direct-post' ? nextAction.url : null;
}

/**
 * Makes the policy of the page at a path. A partner's registered origins may frame its payments and receive their results; the gateway
 * redirect page may post to any bank over https, in the sandbox to the simulators; the page for a direct post only to the gateway of its attempt.
 */
export function makeVisitPolicy(visit: {
  readonly path: string;
  readonly nonce: string;
  readonly theme: PartnerTheme | null;
  readonly config: CommonConfig | null;
  /** See `loadDirectPostUrl`. */
  readonly directPostUrl: string | null;
}): SecurityPolicy {
  const { path, nonce, theme, config, directPostUrl } = visit;
  const { isHttps, isLocal, hstsIncludesSubdomains, publicOrigin, banksOrigin, feedback } = readEnvironment();
  // A receipt, which may be shown to anybody, is framed by nobody.
  const partnerOrigins = path === routes.receipt ? [] : filterOrigins(theme?.frameAncestors ?? []);
  const redirectsToGateway = path === routes.gatewayRedirect || path === routes.cardCheck;
  const isResult = isResultRoute(path);
  // Where only this machine reaches the site, a stand-in of a gateway may be on it too.
  const standIns = isLocal ? ['http://127.0.0.1:*', 'http://localhost:*'] : [];
  const bankTargets = ['https:', ...(banksOrigin === null ? standIns : [banksOrigin])];
  return {
    nonce,
    isHttps,
    hstsIncludesSubdomains,
    frameAncestors: partnerOrigins,
    formTargets: redirectsToGateway ? bankTargets : isResult ? partnerOrigins : listOrigin(directPostUrl),
    imageOrigins: [
      ...listOrigin(theme?.logoUrl ?? null),
      ...listOrigin((isResult ? config?.promotion?.imageUrl : null) ?? null),
    ],
    widgetOrigins: isResult && config?.feedbackAccessToken ? filterOrigins(feedback.origins) : [],
    postsToOtherSite: redirectsToGateway || isResult || directPostUrl !== null,
    // A build replaces NODE_ENV by 'production': no variable relaxes the policy of a built site.
    development:
      process.env.NODE_ENV === 'development' ? { webSocketOrigin: publicOrigin.replace(/^http/, 'ws') } : null,
  };
}
