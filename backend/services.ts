import type { RetentionDays } from '@/lib/configuration/backend';
import type { ReceiptConfiguration } from '@/lib/configuration/receipts';
import type { ChargePolicy } from '@/lib/domain/auto-debit-charge';
import type { ReminderPolicy } from '@/lib/domain/bill/reminder-policy';
import type { AccountLinking } from './auto-debit/account-linking';
import type { Biller } from './billers/biller';
import type { CardDataKey } from './cards/card-data-key';
import type { CardVelocity } from './cards/card-velocity';
import type { SavedCards } from './cards/saved-cards';
import type { Clock } from './clock';
import type { ConfigService } from './config/service';
import type { Db } from './db/database';
import type { GatewaysInUse } from './gateways-in-use';
import type { OneTimeCodes } from './one-time-codes/service';
import type { PartnerAddressCheck } from './partners/partner-address';
import type { Carrier } from './pay-by-mobile/carrier';
import type { ProviderHealthService } from './provider-health/service';
import type { DataEncryption } from './data-encryption';

/** The backend's shared services, created once at start. */
export interface Services {
  readonly db: Db;
  readonly clock: Clock;
  readonly encryption: DataEncryption;
  readonly gateways: GatewaysInUse;
  readonly biller: Biller;
  /** How long posting a payment usually takes, in minutes. It is shown to payers. */
  readonly postingMinutes: number;
  /** Refunds of more than this, in sen, of one payment in all, need the approval of a second named operator. */
  readonly refundApprovalAbove: number;
  readonly config: ConfigService;
  /** How banks and wallets do just now. */
  readonly providerHealth: ProviderHealthService;
  readonly savedCards: SavedCards;
  readonly cardDataKey: CardDataKey;
  readonly cardVelocity: CardVelocity;
  readonly oneTimeCodes: OneTimeCodes;
  readonly carrier: Carrier | null;
  readonly accountLinking: AccountLinking | null;
  /** The site's public origin. */
  readonly publicOrigin: string;
  readonly retention: RetentionDays;
  readonly receipts: ReceiptConfiguration;
  /** One payment can be of several accounts. */
  readonly paysSeveralAccounts: boolean;
  /** When bills of registrations for auto debit are charged; null: the biller collects them. */
  readonly chargePolicy: ChargePolicy | null;
  /** When payers who have asked for it are reminded of bills; null: reminders are off. */
  readonly reminderPolicy: ReminderPolicy | null;
  /** Whether a webhook may be sent to an address, if its origin is registered. */
  readonly isPartnerAddress: PartnerAddressCheck;
  /** Whether e-mails are delivered: only then a page mentions the receipt. */
  readonly sendsMail: boolean;
  /** Polls for jobs soon: call it after scheduling a job that is due immediately. */
  wakeJobRunner(): void;
}
