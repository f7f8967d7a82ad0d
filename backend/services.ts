import type { AccountLinking } from './auto-debit/account-linking';
import type { BillSource } from './bills/source';
import type { CardDataKey } from './cards/encryption';
import type { CardVelocity } from './cards/card-velocity';
import type { SavedCards } from './cards/saved-cards';
import type { Clock } from './clock';
import type { ConfigService } from './config/service';
import type { Db } from './db/database';
import type { GatewaysInUse } from './gateways-in-use';
import type { OneTimeCodes } from './one-time-codes/service';
import type { Carrier } from './pay-by-mobile/carrier';
import type { DataEncryption } from './data-encryption';

/** What every room of the backend works with, made once at the start. */
export interface Services {
  readonly db: Db;
  readonly clock: Clock;
  readonly encryption: DataEncryption;
  readonly gateways: GatewaysInUse;
  readonly bills: BillSource;
  readonly config: ConfigService;
  readonly savedCards: SavedCards;
  readonly cardDataKey: CardDataKey;
  readonly cardVelocity: CardVelocity;
  readonly oneTimeCodes: OneTimeCodes;
  readonly carrier: Carrier | null;
  readonly accountLinking: AccountLinking | null;
  /** The site's one origin: where payers are sent. */
  readonly publicOrigin: string;
  /** E-mails are delivered: a payer may be told that a receipt is on its way. */
  readonly sendsMail: boolean;
  /** Called after something was scheduled that is due at once. */
  wakeJobRunner(): void;
}
