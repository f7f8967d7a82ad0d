import type { BillerName } from '@/lib/configuration/biller';
import type { Clock } from '../clock';
import type { Db } from '../db/database';
import type { SandboxServices } from '../sandbox';
import type { Biller } from './biller';
import { createGsmaBiller } from './gsma/biller';
import type { GsmaSettings } from './gsma/settings';
import { createStoredBiller } from './stored/biller';

interface BillerSettings {
  readonly db: Db;
  readonly clock: Clock;
  /** Null: the sandbox is off. */
  readonly simulated: Pick<SandboxServices, 'biller'> | null;
  /** Null: another connector is used. */
  readonly gsma: GsmaSettings | null;
}

/** Creates the connector that `BILLER` names. Settings that it needs and does not have are a bug. */
export function createBiller(name: BillerName, { db, clock, simulated, gsma }: BillerSettings): Biller {
  switch (name) {
    case 'sandbox':
      if (simulated === null) throw new Error('the connector sandbox without the sandbox');
      return simulated.biller;
    case 'stored':
      return createStoredBiller(db);
    case 'gsma':
      if (gsma === null) throw new Error('the connector gsma without its settings');
      return createGsmaBiller(gsma, db, clock);
  }
}
