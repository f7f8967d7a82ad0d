import { resolve } from 'node:path';
import { z } from 'zod';
import type { ChargePolicy } from '@/lib/domain/auto-debit-charge';
import type { ReminderPolicy } from '@/lib/domain/bill/reminder-policy';
import { failure, success, type Result } from '@/lib/domain/result';
import { listPlainGateways, listUnusableGateways, readGatewayValues, type GatewayValues } from './gateways';
import { resolveBiller, resolvePostingMinutes, type BillerName } from './biller';
import { gsmaVariables, listGsmaErrors, resolveGsma, type GsmaConfiguration } from './gsma';
import { canChargeCards, methodGatewayVariables, resolveMethodGateways, type MethodGateways } from './method-gateways';
import { describeVariable } from './variable-notes';
import { resolveOrigins } from './origins';
import { listErrors, readVariables, type ConfigurationErrors, type Variables } from './read-variables';
import { customerServiceVariables } from './customer-service';
import { receiptVariables, resolveReceipts, type ReceiptConfiguration } from './receipts';
import { resolveTracing, type TracingConfiguration } from './tracing';
import {
  addressVariables,
  autoDebitVariables,
  billerVariables,
  cardEntryVariables,
  shutdownVariables,
  logVariables,
  metricsVariables,
  messageVariables,
  reminderVariables,
  retentionVariables,
  refundVariables,
  sandboxVariables,
  secretVariables,
  storeVariables,
  tracingVariables,
} from './variables';

/** The environment variables of the backend, without the gateways'. */
export const backendVariables = z.object({
  ...addressVariables.pick({
    PORT: true,
    PUBLIC_ORIGIN: true,
    BACKEND_PORT: true,
    BACKEND_HOST: true,
    BACKEND_PUBLIC_URL: true,
  }).shape,
  ...sandboxVariables.pick({ SANDBOX: true, BANKS_PORT: true, BANKS_ORIGIN: true, SANDBOX_HOSTS: true }).shape,
  ...storeVariables.pick({ DATA_DIR: true, DATABASE_URL: true }).shape,
  ...retentionVariables.shape,
  ...billerVariables.shape,
  ...gsmaVariables.shape,
  ...receiptVariables.shape,
  ...customerServiceVariables.omit({ PCI_DSS_COMPLIANT: true }).shape,
  ...refundVariables.shape,
  ...autoDebitVariables.shape,
  ...methodGatewayVariables.shape,
  ...cardEntryVariables.shape,
  ...messageVariables.shape,
  ...reminderVariables.shape,
  ...shutdownVariables.shape,
  ...metricsVariables.pick({ BACKEND_METRICS_PORT: true, METRICS_HOST: true }).shape,
  ...tracingVariables.shape,
  ...logVariables.shape,
  ...secretVariables.omit({ SITE_SECRET: true }).shape,
});

/** For how many days personal data are stored. */
export interface RetentionDays {
  /** Contact data, after the end of their payment. */
  readonly contact: number;
  /** Messages and webhooks, after their delivery. */
  readonly messages: number;
  /** Direct links to bills, after their creation. */
  readonly billLinks: number;
}

export interface BackendConfiguration {
  readonly host: string;
  readonly port: number;
  readonly banksOrigin: string;
  readonly publicOrigin: string;
  /** The public URL of the backend, for gateways' servers. */
  readonly backendUrl: string;
  /** Host names of this deployment's own servers, besides loopback names and IP addresses, and the ports on which they listen. */
  readonly ownServers: { readonly hostnames: readonly string[]; readonly ports: readonly number[] };
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly isSandbox: boolean;
  readonly retention: RetentionDays;
  readonly receipts: ReceiptConfiguration;
  /** The connector of the biller. */
  readonly biller: BillerName;
  /** The settings of the connector `gsma`; null for another connector. */
  readonly gsma: GsmaConfiguration | null;
  /** How long posting a payment usually takes, in minutes. */
  readonly postingMinutes: number;
  /** One payment can be of several accounts. */
  readonly paysSeveralAccounts: boolean;
  /** Refunds of more than this, in sen, of one payment in all, need the approval of a second named operator. */
  readonly refundApprovalAbove: number;
  /** When bills of registrations for auto debit are charged; null: the biller collects them. */
  readonly chargePolicy: ChargePolicy | null;
  /** When payers who have asked for it are reminded of bills; null: never. */
  readonly reminderPolicy: ReminderPolicy | null;
  /** Encrypts saved cards, 32 bytes; null: a key is generated (sandbox only). */
  readonly cardKey: Buffer | null;
  /** The replaced keys, latest first. */
  readonly replacedCardKeys: readonly Buffer[];
  /** The RSA key for card data, PEM, followed by the replaced keys; null: a key is generated (sandbox only). */
  readonly cardDataKey: string | null;
  readonly messagesUrl: string | null;
  /** The mail server and the sender's address; null: e-mails are delivered like text messages. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  readonly accountLinkTokenUrl: string | null;
  /** Authenticates operator commands; null: they are disabled. */
  readonly operatorKey: string | null;
  /** Seconds between SIGTERM and closing the server. */
  readonly drainSeconds: number;
  /** Where traces are exported to; null: tracing is off. */
  readonly tracing: TracingConfiguration | null;
  /** Where metrics are served; null: metrics are off. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  readonly logLevel: string;
  /** Null: the sandbox's simulators are used. */
  readonly gateways: GatewayValues | null;
  readonly methodGateways: MethodGateways;
  /** Cards are posted by the browser to a gateway that has a direct post, and not entered on its page. */
  readonly postsCardsDirectly: boolean;
}

/** The variables that decide whether the sandbox is on. */
const originVariables = backendVariables.pick({ PUBLIC_ORIGIN: true, SANDBOX: true });

/** The port has no influence here. */
const anyPort = 3000;

/** Resolves the origins; null if one of them is invalid. */
function readOrigins(environment: Variables): ReturnType<typeof resolveOrigins> | null {
  const origins = readVariables(originVariables, environment);
  return origins.ok ? resolveOrigins({ PORT: anyPort, ...origins.value }) : null;
}

/** Whether an environment is that of a deployment with real payers; false also when this cannot be determined. */
function isProduction(environment: Variables): boolean {
  return readOrigins(environment)?.isSandbox === false;
}

/** Requirements of a deployment with real payers, besides the format of each value. */
function findMissing(environment: Variables): ConfigurationErrors {
  const keys = secretVariables.pick({ CARD_KEY: true, CARD_DATA_PRIVATE_KEY: true }).shape;
  const missing = Object.entries(keys).filter(([name]) => !environment[name]?.trim());
  return [
    ...missing.map(([name, schema]) => `${name} must be set: ${describeVariable(schema).expected}.`),
    // OAuth 2.1, section 1.5: the code and its verifier travel encrypted.
    ...(environment['ACCOUNT_LINK_TOKEN_URL']?.trim().startsWith('http:')
      ? ['ACCOUNT_LINK_TOKEN_URL must be an https address.']
      : []),
    ...listPlainGateways(environment, { isLocal: readOrigins(environment)?.isLocal === true }),
    ...(environment['BILLER']?.trim() === 'sandbox' ? ['BILLER must not be sandbox where the sandbox is off.'] : []),
  ];
}

/** Reads the gateways' variables; null in the sandbox, which needs none. */
export function readGatewaysInUse(environment: Variables): Result<GatewayValues | null, ConfigurationErrors> {
  return isProduction(environment) ? readGatewayValues(environment) : success(null);
}

const noChargingGateway =
  'AUTO_DEBIT_CHARGE must be off: no gateway of new cards (METHOD_GATEWAYS, newCard) can charge stored cards. CHIP and Stripe can, and the sandbox’s card acquirer.';

/** Reads the backend's variables. The error has one line for each invalid variable. */
export function readBackendConfiguration(environment: Variables): Result<BackendConfiguration, ConfigurationErrors> {
  const read = readVariables(backendVariables, environment);
  const gateways = readGatewaysInUse(environment);
  const missing = [
    ...(isProduction(environment) ? findMissing(environment) : []),
    ...(environment['BILLER']?.trim() === 'gsma' ? listGsmaErrors(environment, isProduction(environment)) : []),
  ];
  if (!read.ok || !gateways.ok || missing.length > 0)
    return failure([...listErrors(read), ...missing, ...listErrors(gateways)]);
  const values = read.value;
  const unusable = listUnusableGateways(values.METHOD_GATEWAYS ?? {}, gateways.value);
  if (unusable.length > 0) return failure(unusable);
  const { publicOrigin, isSandbox } = resolveOrigins(values);
  const methodGateways = resolveMethodGateways(values, isSandbox);
  if (values.AUTO_DEBIT_CHARGE === 'on' && !canChargeCards(methodGateways)) return failure([noChargingGateway]);
  const biller = resolveBiller(values.BILLER, isSandbox);
  const banksOrigin = values.BANKS_ORIGIN ?? `http://127.0.0.1:${values.BANKS_PORT}`;
  const backendUrl = values.BACKEND_PUBLIC_URL ?? `http://127.0.0.1:${values.BACKEND_PORT}`;
  const origins = [publicOrigin, backendUrl, banksOrigin];
  return success({
    host: values.BACKEND_HOST,
    port: values.BACKEND_PORT,
    banksOrigin,
    publicOrigin,
    backendUrl,
    ownServers: {
      hostnames: [...origins.map((address) => new URL(address).hostname), ...(values.SANDBOX_HOSTS ?? [])],
      ports: [values.PORT, values.BACKEND_PORT, values.BANKS_PORT],
    },
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    isSandbox,
    retention: {
      contact: values.CONTACT_RETENTION_DAYS,
      messages: values.MESSAGE_RETENTION_DAYS,
      billLinks: values.BILL_LINK_RETENTION_DAYS,
    },
    receipts: resolveReceipts(values, isSandbox),
    biller,
    gsma: biller === 'gsma' ? resolveGsma(values) : null,
    postingMinutes: resolvePostingMinutes(values.POSTING_MINUTES, biller),
    paysSeveralAccounts: values.SEVERAL_ACCOUNTS === 'on',
    refundApprovalAbove: values.REFUND_APPROVAL_ABOVE,
    chargePolicy:
      values.AUTO_DEBIT_CHARGE === 'on'
        ? { noticeDays: values.AUTO_DEBIT_NOTICE_DAYS, retryDays: values.AUTO_DEBIT_RETRY_DAYS }
        : null,
    reminderPolicy:
      values.BILL_REMINDERS === 'on'
        ? { daysBefore: values.BILL_REMINDER_DAYS, idleDays: values.BILL_REMINDER_IDLE_DAYS }
        : null,
    cardKey: values.CARD_KEY ?? null,
    replacedCardKeys: values.CARD_KEYS_REPLACED ?? [],
    cardDataKey: values.CARD_DATA_PRIVATE_KEY ?? null,
    messagesUrl: values.MESSAGES_URL ?? null,
    mail:
      values.SMTP_URL === undefined
        ? null
        : { url: values.SMTP_URL, from: values.MAIL_FROM ?? `no-reply@${new URL(publicOrigin).hostname}` },
    accountLinkTokenUrl: values.ACCOUNT_LINK_TOKEN_URL ?? null,
    operatorKey: values.OPERATOR_KEY ?? null,
    drainSeconds: values.DRAIN_SECONDS,
    tracing: resolveTracing(values),
    metrics:
      values.BACKEND_METRICS_PORT === undefined
        ? null
        : { host: values.METRICS_HOST, port: values.BACKEND_METRICS_PORT },
    logLevel: values.LOG_LEVEL,
    gateways: gateways.value,
    postsCardsDirectly: values.CARD_ENTRY === 'direct',
    methodGateways,
  });
}
