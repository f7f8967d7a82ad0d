import type { RetentionDays } from '@/lib/configuration/backend';
import { resolveReceipts, type ReceiptConfiguration } from '@/lib/configuration/receipts';
import type { BillerName } from '@/lib/configuration/biller';
import type { ChargePolicy } from '@/lib/domain/auto-debit-charge';
import type { ReminderPolicy } from '@/lib/domain/bill/reminder-policy';
import { createHostCheck } from '@/lib/domain/visit/host-check';
import { createCardVelocity } from './cards/card-velocity';
import { createCardDeletionJob } from './cards/card-deletion-job';
import { createSavedCards } from './cards/saved-cards';
import { createCardDataKey } from './cards/card-data-key';
import { createBiller } from './billers/create-biller';
import type { GsmaSettings } from './billers/gsma/settings';
import { createDeleteRetainedCardJob } from './auto-debit/retained-card';
import { createCardVerificationJob } from './auto-debit/card-verification-job';
import { createReminderJob } from './auto-debit/reminders';
import { createChargeJob } from './auto-debit/charges/job';
import { scheduleCharges } from './auto-debit/charges/model';
import { createBillReminderJob } from './bill-reminders/job';
import { scheduleReminders } from './bill-reminders/model';
import { createAccountLinking } from './auto-debit/account-linking';
import { MovableClock } from './clock';
import { createConfigService } from './config/service';
import type { Store } from './db/database';
import { refuseSandboxStore } from './db/sandbox-store';
import { findSavedCardKeeper, type GatewaysInUse } from './gateways-in-use';
import { createBackend } from './http/backend-app';
import { describeError, type Log } from './http/log';
import { createBackendMetrics, type BackendMetrics } from './metrics/metrics';
import { createJobRunner, type JobRunner } from './jobs/runner';
import { addMissingEntries } from './ledger/missing-entries';
import { createMandateJob } from './mandates/delivery';
import { addMissingMandates, scheduleWaitingMandates } from './mandates/waiting';
import { createOneTimeCodes } from './one-time-codes/service';
import { addOperatorRoutes } from './operations/operator-routes';
import { createDeliveryJob, createWebhookDelivery, combineDeliveries, type MessageDeliveries } from './outbox/delivery';
import { createMailDelivery } from './outbox/mail';
import { scheduleWaitingMessages } from './outbox/model';
import { createPartnerAddressCheck } from './partners/partner-address';
import { registerQuickPay } from './partners/register';
import { createWebhookJob } from './partners/webhook-delivery';
import { createApprovalJob, createEnquiryJob, createExpiryJob } from './payments/jobs';
import { addBillerCallbacks } from './postings/callbacks';
import { createPostingJob } from './postings/delivery';
import { addMissingPostings, scheduleWaitingPostings } from './postings/waiting';
import type { Carrier } from './pay-by-mobile/carrier';
import { createProviderHealth } from './provider-health/service';
import { createReceiptCompletion } from './receipts/completion';
import { createRefundJob } from './refunds/delivery';
import { createReversalJob } from './reversals/delivery';
import { scheduleWaitingReversals } from './reversals/waiting';
import { createDataEncryption } from './data-encryption';
import type { Sandbox, SandboxServices } from './sandbox';
import type { Services } from './services';

export interface Deployment {
  readonly store: Store;
  readonly log: Log;
  /** Null: real payers are served. */
  readonly sandbox: Sandbox | null;
  readonly publicOrigin: string;
  readonly retention: RetentionDays;
  /** Absent: receipts name no biller and the whole account. */
  readonly receipts?: ReceiptConfiguration;
  /** The connector of the biller. */
  readonly biller: BillerName;
  /** The settings of the connector `gsma`, if it is used. */
  readonly gsma?: GsmaSettings | null;
  /** How long posting a payment usually takes, in minutes. */
  readonly postingMinutes: number;
  /** One payment can be of several accounts; so it is where this is absent. */
  readonly paysSeveralAccounts?: boolean;
  /** Refunds of more than this, in sen, of one payment in all, need the approval of a second named operator. */
  readonly refundApprovalAbove: number;
  /** When bills of registrations for auto debit are charged; null or absent: the biller collects them. */
  readonly chargePolicy?: ChargePolicy | null;
  /** When payers who have asked for it are reminded of bills; null or absent: never. */
  readonly reminderPolicy?: ReminderPolicy | null;
  /** Host names of this deployment's own servers, besides loopback names, and the ports on which they listen. */
  readonly ownServers?: { readonly hostnames: readonly string[]; readonly ports: readonly number[] };
  /** 32 bytes. */
  readonly cardKey: Buffer;
  /** The replaced keys, latest first. */
  readonly replacedCardKeys?: readonly Buffer[];
  /** PEM: one key, or several, of which pages use the first. */
  readonly cardDataKey: string;
  readonly messagesUrl: string | null;
  readonly mail: { readonly url: string; readonly from: string } | null;
  readonly accountLinkTokenUrl: string | null;
  /** Null: operator commands are disabled. */
  readonly operatorKey: string | null;
  /** Whether the process is shutting down. */
  readonly isDraining?: () => boolean;
  /** Whether metrics are enabled. */
  readonly isMeasured?: boolean;
  readonly createGateways: (clock: MovableClock, carrier: Carrier | null) => GatewaysInUse;
}

export interface AssembledBackend {
  readonly app: Awaited<ReturnType<typeof createBackend>>;
  readonly services: Services;
  readonly jobs: JobRunner;
  readonly clock: MovableClock;
  /** Null unless metrics are enabled. */
  readonly metrics: BackendMetrics | null;
}

const accountLinkTimeoutMs = 15_000;

function createServices(
  deployment: Deployment,
  clock: MovableClock,
  simulated: SandboxServices | null,
  deliveries: MessageDeliveries,
  wakeJobRunner: () => void,
): Services {
  const { sandbox, store } = deployment;
  const { db } = store;
  const isSandbox = sandbox !== null;
  const sealer = createDataEncryption(deployment.cardKey, deployment.replacedCardKeys);
  const carrier = simulated?.carrier ?? null;
  const gateways = deployment.createGateways(clock, carrier);
  const cards = createSavedCards(db, sealer, clock, findSavedCardKeeper(gateways)?.name ?? null);
  const tokenUrl = sandbox?.accountLinkTokenUrl ?? deployment.accountLinkTokenUrl;
  const config = createConfigService({
    ...{ db, clock, isSandbox },
    defaults: sandbox?.configDefaults ?? {},
    defaultPlans: sandbox?.instalmentPlans ?? [],
  });
  const readClientId = async () => (await config.readWire()).ulmClientId;
  return {
    db,
    clock,
    encryption: sealer,
    gateways,
    biller: createBiller(deployment.biller, { db, clock, simulated, gsma: deployment.gsma ?? null }),
    postingMinutes: deployment.postingMinutes,
    refundApprovalAbove: deployment.refundApprovalAbove,
    config,
    providerHealth: createProviderHealth({ db, clock, gateways }),
    savedCards: simulated?.withSavedCards(cards) ?? cards,
    cardDataKey: createCardDataKey(deployment.cardDataKey),
    cardVelocity: createCardVelocity(sealer, clock, (number) => sandbox?.isPublishedCard(number) ?? false),
    oneTimeCodes: createOneTimeCodes(db, sealer, clock),
    carrier,
    accountLinking:
      tokenUrl === null
        ? null
        : createAccountLinking({
            ...{ tokenUrl, readClientId, timeoutMs: accountLinkTimeoutMs, allowsPlainHttp: isSandbox },
          }),
    publicOrigin: deployment.publicOrigin,
    retention: deployment.retention,
    receipts: deployment.receipts ?? resolveReceipts({}),
    paysSeveralAccounts: deployment.paysSeveralAccounts ?? true,
    chargePolicy: deployment.chargePolicy ?? null,
    reminderPolicy: deliveries.mail === null ? null : (deployment.reminderPolicy ?? null),
    isPartnerAddress: createPartnerAddressCheck({
      ...{ isSandbox, publicOrigin: deployment.publicOrigin, ports: deployment.ownServers?.ports ?? [] },
    }),
    sendsMail: deliveries.mail !== null,
    wakeJobRunner,
  };
}

/** Creates the deliveries of messages; the sandbox's list shows all messages, also those sent by a mail server. */
function findDeliveries(
  { messagesUrl, mail: settings }: Deployment,
  simulated: SandboxServices | null,
): MessageDeliveries {
  const webhook = messagesUrl === null ? null : createWebhookDelivery(messagesUrl);
  const other = simulated?.messages ?? webhook;
  if (settings === null) return { mail: other, texts: other };
  const mail = createMailDelivery({ ...settings, senderName: 'ebill', requiresTls: simulated === null });
  return { mail: simulated === null ? mail : combineDeliveries(simulated.messages, mail), texts: other };
}

/** Assembles a backend with its jobs and, if the sandbox is on, its controls. Starts no job and no server. */
export async function assembleBackend(deployment: Deployment): Promise<AssembledBackend> {
  const { log, sandbox, store } = deployment;
  const clock = new MovableClock();
  const simulated = sandbox?.connect(store.db, clock) ?? null;
  const deliveries = findDeliveries(deployment, simulated);
  const services = createServices(deployment, clock, simulated, deliveries, () => jobs.wake());
  const jobs: JobRunner = createJobRunner({
    db: store.db,
    clock,
    handlers: {
      'enquire-attempt': createEnquiryJob(services),
      'expire-order': createExpiryJob(services),
      'cancel-approval': createApprovalJob(services),
      'post-payment': createPostingJob(services),
      'send-refund': createRefundJob(services),
      'reverse-posting': createReversalJob(services),
      'send-mandate': createMandateJob(services),
      'charge-auto-debit': createChargeJob(services),
      'settle-card-check': createCardVerificationJob(services, (number) =>
        log.error({ event: 'card verification not reversed', code: number }),
      ),
      'forget-card': createDeleteRetainedCardJob(services),
      'delete-card': createCardDeletionJob(services, (number) =>
        log.error({ event: 'card not deleted by its gateway', code: number }),
      ),
      'remind-auto-debit': createReminderJob(services),
      'remind-bill': createBillReminderJob(services),
      'deliver-webhook': createWebhookJob(services, (partnerKey) =>
        log.error({ event: 'webhook delivery failed permanently', partner: partnerKey }),
      ),
      'deliver-message': createDeliveryJob(store.db, clock, deliveries, createReceiptCompletion(services)),
    },
    ...(simulated !== null && { beforePoll: simulated.readClock }),
    onError: (what, error) => log.error({ event: 'job failed', job: what, error: describeError(error) }),
  });
  if (simulated === null) {
    await refuseSandboxStore(store.db);
    await registerQuickPay(store.db);
  } else {
    await simulated.prepareStore(services.encryption);
    await simulated.readClock();
  }
  if (deliveries.mail !== null || deliveries.texts !== null) await scheduleWaitingMessages(store.db, clock.now());
  await addMissingPostings(store.db, clock.now());
  await addMissingEntries(store.db, clock.now());
  await scheduleWaitingPostings(store.db, services.biller, clock.now());
  await scheduleWaitingReversals(store.db, services.biller, clock.now());
  await addMissingMandates(store.db, clock.now());
  await scheduleWaitingMandates(store.db, services.biller, clock.now());
  await scheduleCharges(services);
  await scheduleReminders(services);
  const metrics = deployment.isMeasured === true ? createBackendMetrics(services) : null;
  const app = await createBackend({
    services,
    log,
    ...(metrics !== null && { onResponse: metrics.countCall }),
    ...(deployment.isDraining !== undefined && { isDraining: deployment.isDraining }),
    ...(simulated !== null && {
      faults: simulated.faults,
      isOwnHost: createHostCheck([
        new URL(deployment.publicOrigin).hostname,
        ...(deployment.ownServers?.hostnames ?? []),
      ]),
    }),
    addRoutes: async (scope) => {
      const { operatorKey, store } = deployment;
      addBillerCallbacks(scope, services);
      if (operatorKey !== null) {
        await scope.register(async (operator) => addOperatorRoutes(operator, services, { operatorKey, store }));
      }
      if (simulated === null) return;
      await scope.register(async (routes) => simulated.addRoutes(routes, services, jobs));
    },
  });
  return { app, services, jobs, clock, metrics };
}
