import type { BillerName } from '@/lib/configuration/biller';
import type { Db } from '../db/database';
import type { SandboxServices } from '../sandbox';
import type { Biller } from './biller';
import { createStoredBiller } from './stored/biller';

/** Creates the connector that `BILLER` names. The sandbox's own needs the sandbox: a bug without it. */
export function createBiller(name: BillerName, db: Db, simulated: Pick<SandboxServices, 'biller'> | null): Biller {
  switch (name) {
    case 'sandbox':
      if (simulated === null) throw new Error('the connector sandbox without the sandbox');
      return simulated.biller;
    case 'stored':
      return createStoredBiller(db);
  }
}
