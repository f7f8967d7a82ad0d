import type { FastifyInstance } from 'fastify';
import type { GsmaEndpoint } from '@/lib/configuration/gsma';
import type { InstalmentPlan } from '@/lib/domain/payment/payment';
import type { Biller } from './billers/biller';
import type { SavedCards } from './cards/saved-cards';
import type { MovableClock } from './clock';
import type { Db } from './db/database';
import type { GatewaySettings, OwnDeployment } from './gateways/settings';
import type { FaultInjector } from './http/fault-injection';
import type { JobRunner } from './jobs/runner';
import type { MessageDelivery } from './outbox/delivery';
import type { Carrier } from './pay-by-mobile/carrier';
import type { DataEncryption } from './data-encryption';
import type { Services } from './services';

/** The deployment's settings that the sandbox needs. */
export interface SandboxSettings {
  readonly publicOrigin: string;
  /** The simulators' origin. */
  readonly banksOrigin: string;
}

/** The sandbox's interface to the backend, which depends on nothing else of it: a production archive has no implementation. */
export interface Sandbox {
  /** Default values of the common config, in addition to the contract's defaults. */
  readonly configDefaults: Readonly<Record<string, unknown>>;
  /** Default instalment plans. */
  readonly instalmentPlans: readonly InstalmentPlan[];
  readonly accountLinkTokenUrl: string;
  /** Settings of the gateways for the simulators, with the keys kept in `dataDir`. */
  describeGateways(own: OwnDeployment, dataDir: string): GatewaySettings;
  /** The simulated biller behind the GSMA Mobile Money API, with the key kept in `dataDir`. */
  describeGsmaBiller(dataDir: string): GsmaEndpoint;
  /** The key for saved cards, 32 bytes, generated once into `dataDir`. */
  loadCardKey(dataDir: string): Buffer;
  /** The RSA key for card data (PEM), generated once into `dataDir`. */
  loadCardDataKey(dataDir: string): string;
  /** Whether a card number (digits only) is a published test card: its attempts are counted less strictly. */
  isPublishedCard(number: string): boolean;
  /** Services that keep their state in the backend's store. */
  connect(db: Db, clock: MovableClock): SandboxServices;
}

export interface SandboxServices {
  readonly biller: Biller;
  readonly carrier: Carrier;
  readonly faults: FaultInjector;
  /** Keeps messages in a list instead of sending them. */
  readonly messages: MessageDelivery;
  /** Adds the saved cards of the test accounts. */
  withSavedCards(savedCards: SavedCards): SavedCards;
  /** Sets the clock to the offset in the store. */
  readClock(): Promise<void>;
  /** Marks the store as a sandbox's and registers the test partners. */
  prepareStore(encryption: DataEncryption): Promise<void>;
  addRoutes(app: FastifyInstance, services: Services, jobs: JobRunner): void | Promise<void>;
}
