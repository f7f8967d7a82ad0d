import { createCardVelocity } from './cards/card-velocity';
import { createSavedCards } from './cards/saved-cards';
import { createCardDataKey } from './cards/encryption';
import { createStoredBillSource } from './bills/stored-source';
import { createDeleteRetainedCardJob } from './auto-debit/retained-card';
import { createCardVerificationJob } from './auto-debit/card-verification-job';
import { createReminderJob } from './auto-debit/reminders';
import { createAccountLinking } from './auto-debit/account-linking';
import { MovableClock } from './clock';
import { createConfigService } from './config/service';
import type { Store } from './db/database';
import type { GatewaysInUse } from './gateways-in-use';
import { createBackend } from './http/backend-app';
import { describeError, type Log } from './http/log';
import { createBackendMetrics, type BackendMetrics } from './metrics/metrics';
import { createJobRunner, type JobRunner } from './jobs/runner';
import { createOneTimeCodes } from './one-time-codes/service';
import { addOperatorRoutes } from './operations/operator-routes';
import { createDeliveryJob, createWebhookDelivery, deliverByAll, type MessageDeliveries } from './outbox/delivery';
import { createMailDelivery } from './outbox/mail';
import { scheduleWaitingMessages } from './outbox/model';
import { registerQuickPay } from './partners/register';
import { createWebhookJob } from './partners/webhook-delivery';
import { createApprovalJob, createEnquiryJob, createExpiryJob } from './payments/jobs';
import type { Carrier } from './pay-by-mobile/carrier';
import { createDataEncryption } from './data-encryption';
import type { Services } from './services';
import { createBanksControl } from '../sandbox/banks-control';
import { createSandboxBillSource } from '../sandbox/bill-source';
import { createSandboxCarrier } from '../sandbox/carrier';
import { readClockState } from '../sandbox/clock-state';
import { addSandboxRoutes } from '../sandbox/control-routes';
import { createSandboxFaults } from '../sandbox/faults';
import { createSandboxDelivery } from '../sandbox/messages';
import { registerSandboxPartners } from '../sandbox/partners';
import { withSandboxCards } from '../sandbox/saved-cards';
import { isPublishedCard } from '../sandbox/scenarios/cards';
import { markSandboxStore, refuseSandboxStore } from '../sandbox/store-mark';

export interface Deployment {
  readonly store: Store;
  readonly log: Log;
  readonly isSandbox: boolean;
  readonly publicOrigin: string;
  readonly banksOrigin: string;
  /** 32 bytes. */
  readonly cardKey: Buffer;
  /** Those that it has replaced, the latest first. */
  readonly replacedCardKeys?: readonly Buffer[];
  /** PEM: one key, or several, of which pages are given the first. */
  readonly cardDataKey: string;
  readonly messagesUrl: string | null;
  readonly mail: { readonly url: string; readonly from: string } | null;
  readonly accountLinkTokenUrl: string | null;
  /** Null: no operator's commands are taken. */
  readonly operatorKey: string | null;
  /** Whether the process has been told to leave. */
  readonly isLeaving?: () => boolean;
  /** Whether the backend is to be measured. */
  readonly isMeasured?: boolean;
  readonly createGateways: (clock: MovableClock, carrier: Carrier | null) => GatewaysInUse;
}

export interface AssembledBackend {
  readonly app: Awaited<ReturnType<typeof createBackend>>;
  readonly services: Services;
  readonly jobs: JobRunner;
  readonly clock: MovableClock;
  /** Null where nobody asks for them. */
  readonly metrics: BackendMetrics | null;
}

/** What the sandbox's common config says beside the contract's defaults. */
function sandboxConfig({ banksOrigin, publicOrigin }: Pick<Deployment, 'banksOrigin' | 'publicOrigin'>) {
  return {
    payAmtLimit: 500,
    payLimitCustomerType: 'REGULAR',
    ceCustomerType: 'CE',
    gaEnabled: false,
    localisationStatus: true,
    autoDebitType: 'otp',
    autoDebitNonLoggedInEnabled: true,
    ulmAuthorizeUrl: `${banksOrigin}/link/authorize`,
    ulmClientId: 'ebill',
    ulmAutoDebitRedirectURI: `${publicOrigin}/ulm/autodebit/register`,
  };
}

const accountLinkTimeoutMs = 15_000;

function createServices(
  deployment: Deployment,
  clock: MovableClock,
  carrier: Carrier | null,
  deliveries: MessageDeliveries,
  nudge: () => void,
): Services {
  const { isSandbox, store } = deployment;
  const { db } = store;
  const sealer = createDataEncryption(deployment.cardKey, deployment.replacedCardKeys);
  const cards = createSavedCards(db, sealer, clock);
  const tokenUrl = isSandbox ? `${deployment.banksOrigin}/link/token` : deployment.accountLinkTokenUrl;
  const config = createConfigService({ db, clock, isSandbox, defaults: isSandbox ? sandboxConfig(deployment) : {} });
  const readClientId = async () => (await config.readWire()).ulmClientId;
  return {
    db,
    clock,
    encryption: sealer,
    gateways: deployment.createGateways(clock, carrier),
    bills: isSandbox ? createSandboxBillSource({ db, clock }) : createStoredBillSource(db),
    config,
    savedCards: isSandbox ? withSandboxCards(cards, db, clock) : cards,
    cardDataKey: createCardDataKey(deployment.cardDataKey),
    cardVelocity: createCardVelocity(sealer, clock, isSandbox ? isPublishedCard : () => false),
    oneTimeCodes: createOneTimeCodes(db, sealer, clock),
    carrier,
    accountLinking:
      tokenUrl === null
        ? null
        : createAccountLinking({
            ...{ tokenUrl, readClientId, timeoutMs: accountLinkTimeoutMs, allowsPlainHttp: isSandbox },
          }),
    publicOrigin: deployment.publicOrigin,
    sendsMail: deliveries.mail !== null,
    wakeJobRunner: nudge,
  };
}

/** What delivers messages; the sandbox's list shows all of them, also those that a mail server is given. */
function findDeliveries({ isSandbox, messagesUrl, mail: settings, store }: Deployment): MessageDeliveries {
  const webhook = messagesUrl === null ? null : createWebhookDelivery(messagesUrl);
  const other = isSandbox ? createSandboxDelivery(store.db) : webhook;
  if (settings === null) return { mail: other, texts: other };
  const mail = createMailDelivery({ ...settings, senderName: 'ebill' });
  return { mail: isSandbox && other !== null ? deliverByAll(other, mail) : mail, texts: other };
}

/** Puts a backend together, with its timed work and, where the sandbox is on, its controls. Nothing runs or listens yet. */
export async function assembleBackend(deployment: Deployment): Promise<AssembledBackend> {
  const { isSandbox, log, store } = deployment;
  const clock = new MovableClock();
  const carrier = isSandbox ? createSandboxCarrier(store.db) : null;
  const deliveries = findDeliveries(deployment);
  const services = createServices(deployment, clock, carrier, deliveries, () => jobs.wake());
  const jobs: JobRunner = createJobRunner({
    db: store.db,
    clock,
    handlers: {
      'enquire-attempt': createEnquiryJob(services),
      'expire-order': createExpiryJob(services),
      'cancel-approval': createApprovalJob(services),
      'settle-card-check': createCardVerificationJob(services, (number) =>
        log.error({ event: 'card verification not given back', code: number }),
      ),
      'forget-card': createDeleteRetainedCardJob(services),
      'remind-auto-debit': createReminderJob(services),
      'deliver-webhook': createWebhookJob(services, (partnerKey) =>
        log.error({ event: 'webhook given up', partner: partnerKey }),
      ),
      'deliver-message': createDeliveryJob(store.db, clock, deliveries),
    },
    ...(isSandbox && { beforePoll: () => readClockState(store.db, clock) }),
    onError: (what, error) => log.error({ event: 'job failed', job: what, error: describeError(error) }),
  });
  if (isSandbox) {
    await markSandboxStore(store.db);
    await readClockState(store.db, clock);
    await registerSandboxPartners(store.db, services.encryption);
  } else {
    await refuseSandboxStore(store.db);
    await registerQuickPay(store.db);
  }
  if (deliveries.mail !== null || deliveries.texts !== null) await scheduleWaitingMessages(store.db, clock.now());
  const metrics = deployment.isMeasured === true ? createBackendMetrics(services) : null;
  const app = await createBackend({
    services,
    log,
    ...(metrics !== null && { onResponse: metrics.countCall }),
    ...(deployment.isLeaving !== undefined && { isDraining: deployment.isLeaving }),
    ...(isSandbox && { faults: createSandboxFaults(store.db) }),
    addRoutes: async (scope) => {
      const { operatorKey, store } = deployment;
      if (operatorKey !== null) {
        await scope.register(async (operator) => addOperatorRoutes(operator, services, { operatorKey, store }));
      }
      if (carrier === null) return;
      await scope.register(async (sandbox) =>
        addSandboxRoutes(sandbox, {
          services,
          clock,
          jobs,
          carrier,
          banks: createBanksControl(deployment.banksOrigin),
          banksOrigin: deployment.banksOrigin,
        }),
      );
    },
  });
  return { app, services, jobs, clock, metrics };
}
