import type { Services } from '../../backend/services';
import type { SandboxBiller } from '../services/biller';
import { listFaults } from '../services/faults';
import type { SimulatorModes, SimulatorsClient } from './simulators-client';

interface ModeSources {
  readonly services: Pick<Services, 'db'>;
  readonly simulators: SimulatorsClient;
  readonly biller: SandboxBiller;
}

export interface SetMode {
  readonly mode: string;
  readonly times: number;
}

/** What is set at the controls and not used up. */
export interface SetModes {
  readonly faults: readonly (SetMode & { readonly call: string })[];
  /** Null while the simulators are not running. */
  readonly gateways: SimulatorModes | null;
  readonly biller: SetMode | null;
}

/** Reads what is set at the controls and not used up. */
export async function readSetModes({ services, simulators, biller }: ModeSources): Promise<SetModes> {
  return {
    gateways: await simulators.listModes(),
    biller: await biller.readMode(),
    faults: await listFaults(services.db),
  };
}
