import type { PaymentMethod } from '@/lib/domain/methods/payment-methods';
import type { CardEntryPlace } from '@/lib/domain/payment/card-entry-place';
import type { CustomerService } from '@/lib/domain/customer-service';
import { failure, success, type Result } from '@/lib/domain/result';
import { z } from 'zod';
import { resolveOrigins } from './origins';
import { readVariables, type ConfigurationErrors, type Variables } from './read-variables';
import { customerServiceVariables, resolveCustomerService } from './customer-service';
import { receiptVariables, resolveReceipts } from './receipts';
import { resolveTracing, type TracingConfiguration } from './tracing';
import {
  addressVariables,
  cardEntryVariables,
  analyticsVariables,
  feedbackVariables,
  shutdownVariables,
  logVariables,
  metricsVariables,
  paymentPageVariables,
  retentionVariables,
  sandboxVariables,
  secretVariables,
  storeVariables,
  tracingVariables,
} from './variables';

/** The environment variables of the site. */
export const siteVariables = z.object({
  ...addressVariables.pick({
    PORT: true,
    PUBLIC_ORIGIN: true,
    TRUSTED_PROXIES: true,
    HSTS_SUBDOMAINS: true,
    BACKEND_URL: true,
    BACKEND_PORT: true,
  }).shape,
  ...sandboxVariables.pick({ SANDBOX: true, BANKS_PORT: true, BANKS_ORIGIN: true }).shape,
  ...storeVariables.pick({ REDIS_URL: true }).shape,
  ...receiptVariables.pick({ BILLER_NAME: true }).shape,
  ...retentionVariables.pick({ CONTACT_RETENTION_DAYS: true, MESSAGE_RETENTION_DAYS: true }).shape,
  ...customerServiceVariables.shape,
  ...feedbackVariables.shape,
  ...paymentPageVariables.shape,
  ...cardEntryVariables.shape,
  ...analyticsVariables.shape,
  ...shutdownVariables.shape,
  ...metricsVariables.pick({ METRICS_PORT: true, METRICS_HOST: true }).shape,
  ...tracingVariables.shape,
  ...logVariables.shape,
  ...secretVariables.pick({ SITE_SECRET: true }).shape,
});

/** The configuration of a process of the site: the front and Next behind it. */
export interface SiteConfiguration {
  readonly port: number;
  /** The site's public origin. */
  readonly publicOrigin: string;
  readonly isHttps: boolean;
  /** Strict-Transport-Security covers the subdomains of the site's host. */
  readonly hstsIncludesSubdomains: boolean;
  readonly isLocal: boolean;
  /** The number of trusted proxies that append to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** The payment backend's URL, without a trailing slash. */
  readonly backendUrl: string;
  /** The origin of the banks' simulators, if the sandbox is on. */
  readonly banksOrigin: string | null;
  /** The Redis in which several processes of the site share rate limits; null: each process counts on its own. */
  readonly redisUrl: string | null;
  readonly siteSecret: string | null;
  /** The feedback widget, used only if the common config enables it: its script, and the origins that it loads from and connects to. */
  readonly feedback: { readonly scriptUrl: string; readonly origins: readonly string[] };
  /** The name of the biller, as on official receipts; null: it is not configured. */
  readonly billerName: string | null;
  /** How payers reach customer service; null for what is not configured. Phone numbers are in E.164 form. */
  readonly customerService: CustomerService;
  /** The days for which the backend stores contact data after a payment and messages after their delivery, for the page about privacy. */
  readonly retention: { readonly contactDays: number; readonly messageDays: number };
  /** The methods that the payment page lists first, in this order. */
  readonly mainMethods: readonly PaymentMethod[];
  /** Where cards may be typed in. */
  readonly cardEntry: CardEntryPlace;
  /** Analytics gets personal data in clear, after consent. */
  readonly analyticsHasPersonalData: boolean;
  /** The operator states that it complies with PCI DSS. */
  readonly isPciDssCompliant: boolean;
  /** Seconds between SIGTERM and closing the server. */
  readonly drainSeconds: number;
  /** Where traces are exported to; null: tracing is off. */
  readonly tracing: TracingConfiguration | null;
  /** Where metrics are served; null: metrics are off. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** One line for each request, without its query. */
  readonly logsRequests: boolean;
}

/** Reads the site's variables. The error has one line for each invalid variable. */
export function readSiteConfiguration(environment: Variables): Result<SiteConfiguration, ConfigurationErrors> {
  const read = readVariables(siteVariables, environment);
  if (!read.ok) return read;
  const values = read.value;
  const { publicOrigin, isLocal, isSandbox } = resolveOrigins(values);
  if (values.SITE_SECRET === undefined && !isLocal) {
    return failure([
      'SITE_SECRET must be set, to at least 32 random characters, when PUBLIC_ORIGIN is not a localhost address.',
    ]);
  }
  return success({
    port: values.PORT,
    publicOrigin,
    isHttps: publicOrigin.startsWith('https:'),
    hstsIncludesSubdomains: values.HSTS_SUBDOMAINS === 'on',
    isLocal,
    trustedProxies: values.TRUSTED_PROXIES,
    backendUrl: values.BACKEND_URL ?? `http://127.0.0.1:${values.BACKEND_PORT}`,
    banksOrigin: isSandbox ? (values.BANKS_ORIGIN ?? `http://127.0.0.1:${values.BANKS_PORT}`) : null,
    redisUrl: values.REDIS_URL ?? null,
    siteSecret: values.SITE_SECRET ?? null,
    feedback: { scriptUrl: values.FEEDBACK_SCRIPT_URL, origins: values.FEEDBACK_ORIGINS },
    billerName: resolveReceipts(values, isSandbox).issuer.name,
    customerService: resolveCustomerService(values, isSandbox),
    retention: { contactDays: values.CONTACT_RETENTION_DAYS, messageDays: values.MESSAGE_RETENTION_DAYS },
    mainMethods: values.MAIN_METHODS,
    cardEntry: values.CARD_ENTRY ?? (isSandbox ? 'own' : 'gateway'),
    analyticsHasPersonalData: values.ANALYTICS_PERSONAL_DATA === 'on',
    isPciDssCompliant: values.PCI_DSS_COMPLIANT === undefined ? isSandbox : values.PCI_DSS_COMPLIANT === 'on',
    drainSeconds: values.DRAIN_SECONDS,
    tracing: resolveTracing(values),
    metrics: values.METRICS_PORT === undefined ? null : { host: values.METRICS_HOST, port: values.METRICS_PORT },
    logsRequests: ['trace', 'debug', 'info'].includes(values.LOG_LEVEL),
  });
}
