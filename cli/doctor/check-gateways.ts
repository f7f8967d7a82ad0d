import { connect } from 'node:tls';
import type { Gateway, CredentialsCheck } from '@/backend/gateways/gateway';
import { callbackUrlOf } from '@/backend/gateways/gateway';
import { createGatewaySettings } from '@/backend/gateways/settings';
import { findGatewayOfMethod } from '@/backend/gateways-in-use';
import { createGateways } from '@/backend/gateways-wiring';
import { createAttemptNumber } from '@/backend/random-ids';
import type { BackendConfiguration } from '@/lib/configuration/backend';
import { listGatewayAddresses, type GatewayValues } from '@/lib/configuration/gateways';
import { defaultLocale } from '@/lib/domain/locales';
import { sen } from '@/lib/domain/money';
import { checkTimeoutMs, reportError, reportOk, reportWarning, type Finding } from './finding';

/** Signatures with times, and deadlines of payments, depend on both clocks. */
const maximumSkewMs = 60_000;

/** A certificate that is not replaced by then is probably forgotten. */
const certificateWarningMs = 14 * 24 * 60 * 60 * 1000;

/** Returns when the certificate of an https address expires; null for http, or without an answer. */
function readCertificateExpiry(address: URL): Promise<Date | null> {
  if (address.protocol !== 'https:') return Promise.resolve(null);
  return new Promise((resolve) => {
    const socket = connect({
      host: address.hostname,
      port: Number(address.port) || 443,
      servername: address.hostname,
      timeout: checkTimeoutMs,
    });
    const end = (expiry: Date | null) => {
      socket.destroy();
      resolve(expiry);
    };
    socket.once('secureConnect', () => end(new Date(socket.getPeerCertificate().valid_to)));
    socket.once('error', () => end(null));
    socket.once('timeout', () => end(null));
  });
}

/** Checks that a gateway's server answers, that its certificate is valid for a while, and that its clock agrees with this machine's. */
export async function checkServer(subject: string, address: string): Promise<readonly Finding[]> {
  const url = new URL(address);
  const response = await fetch(url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(checkTimeoutMs),
  }).catch(() => null);
  if (response === null) {
    return [
      reportError(subject, `nothing responds at ${url.origin}: check the address, the certificate and the firewall`),
    ];
  }
  const findings = [reportOk(subject, `responds at ${url.origin}`)];
  const sentAt = Date.parse(response.headers.get('date') ?? '');
  const skewMs = Math.abs(sentAt - Date.now());
  if (skewMs > maximumSkewMs) {
    const seconds = Math.round(skewMs / 1000);
    findings.push(
      reportError(subject, `its clock is ${seconds} s off this machine's: synchronise this machine with NTP`),
    );
  }
  const expiry = await readCertificateExpiry(url);
  if (expiry !== null && expiry.getTime() - Date.now() < certificateWarningMs) {
    findings.push(
      reportWarning(subject, `the certificate of ${url.host} expires on ${expiry.toISOString().slice(0, 10)}`),
    );
  }
  return findings;
}

/** Asks for a payment that does not exist: a gateway that says so has accepted our signature. */
async function enquireUnknown(gateway: Gateway): Promise<CredentialsCheck> {
  const now = new Date().toISOString();
  const answer = await gateway.enquire({
    number: createAttemptNumber(),
    paymentId: null,
    method: 'fpx',
    resultRoute: '/bankResultFPX',
    amount: sen(100),
    description: 'Check',
    payerEmail: 'check@example.com',
    payerPhone: null,
    clientAddress: '127.0.0.1',
    language: defaultLocale,
    startedAt: now,
    deadline: now,
    provider: null,
  });
  if (answer.ok) return 'accepted';
  return answer.error === 'refused' ? 'rejected' : 'unreachable';
}

const credentialFindings = {
  accepted: (subject: string) => reportOk(subject, 'accepts our credentials'),
  rejected: (subject: string) => reportError(subject, 'rejects our credentials: check its key and our ids'),
  unreachable: (subject: string) =>
    reportError(subject, 'does not answer a signed request: check its key, our ids, and that this address may call it'),
} as const satisfies Record<CredentialsCheck, (subject: string) => Finding>;

/** Checks that callbacks reach the backend at the address that the gateway is given, as seen from this machine. */
async function checkCallback(gateway: Gateway, backendUrl: string): Promise<Finding | null> {
  const { callback, name } = gateway;
  if (callback === null) return null;
  const url = callbackUrlOf({ callback }, backendUrl);
  if (!url.startsWith('https:')) {
    return reportWarning(
      name,
      `callbacks go to ${url}: set BACKEND_PUBLIC_URL to an https address that the gateway can reach`,
    );
  }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
    redirect: 'manual',
    signal: AbortSignal.timeout(checkTimeoutMs),
  }).catch(() => null);
  const isOurs = response !== null && (await response.text()) === 'REFUSED';
  return isOurs
    ? reportOk(name, `callbacks reach the backend at ${url}`)
    : reportError(
        name,
        `callbacks do not reach the backend at ${url}: check BACKEND_PUBLIC_URL, DNS, the certificate and the proxy`,
      );
}

/** Checks that a gateway accepts our credentials, and that its callbacks reach us. */
export async function checkGateway(gateway: Gateway, backendUrl: string): Promise<readonly Finding[]> {
  const [credentials, callback] = await Promise.all([
    gateway.checkCredentials?.() ?? enquireUnknown(gateway),
    checkCallback(gateway, backendUrl),
  ]);
  return [credentialFindings[credentials](gateway.name), ...(callback === null ? [] : [callback])];
}

/** Warns of credentials that take no money: what is paid with the provider's test cards is posted as any other payment. */
export function checkTestKeys({ stripe }: Pick<GatewayValues, 'stripe'>): readonly Finding[] {
  if (stripe === null || !/^[sr]k_test_/.test(stripe.STRIPE_SECRET_KEY)) return [];
  return [reportWarning('stripe', 'has a test key: anybody can pay bills with its published test cards')];
}

/**
 * Warns of what the operator answers for with `CARD_ENTRY=direct`, which adds a page of ours to the scope of PCI DSS, or that it has no effect.
 * `gateway`: the one at which payments by new cards begin.
 */
export function checkDirectPost(gateway: Pick<Gateway, 'name' | 'cardEntry'> | null): readonly Finding[] {
  if (gateway === null) return [reportWarning('cards', 'CARD_ENTRY=direct has no effect: no gateway takes new cards')];
  const message =
    gateway.cardEntry === 'direct'
      ? `are typed in on a page of this site, whose form the browser posts to ${gateway.name}: PCI DSS is answered by SAQ A-EP, not SAQ A`
      : `CARD_ENTRY=direct has no effect: ${gateway.name} takes cards on its own page only`;
  return [reportWarning('cards', message)];
}

/** Checks each configured gateway: its server, our credentials there, and its way back. In the sandbox there is none to check. */
export async function checkGateways(configuration: BackendConfiguration): Promise<readonly Finding[]> {
  const { gateways: values, publicOrigin, backendUrl, methodGateways, postsCardsDirectly } = configuration;
  if (values === null) return [];
  const settings = createGatewaySettings(values, { siteOrigin: publicOrigin, backendUrl, postsCardsDirectly });
  const gateways = createGateways(settings, methodGateways, { now: () => new Date() }, null);
  const servers = listGatewayAddresses(values).map(({ gateway, address }) => checkServer(gateway, address));
  const access = gateways.all.map((gateway) => checkGateway(gateway, backendUrl));
  const cards = postsCardsDirectly ? checkDirectPost(findGatewayOfMethod(gateways, 'newCard')) : [];
  return [...checkTestKeys(values), ...cards, ...(await Promise.all([...servers, ...access])).flat()];
}
