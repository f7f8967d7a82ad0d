import type { BanksConfiguration } from '@/lib/configuration/banks';
import type { FastifyInstance } from 'fastify';
import type { SandboxKeys } from '../keys';
import type { Provider, ProviderContext } from './providers/provider';

export interface SimulatorSettings extends Omit<BanksConfiguration, 'host' | 'port' | 'hostnames'> {
  readonly hostnames?: readonly string[];
  readonly keys: SandboxKeys;
  /** The data folder with the keys of the providers; by default `dataDir`. */
  readonly keysDir?: string;
  /** Pauses between the tries of a callback that was not answered `OK`, ms; then it is given up. */
  readonly callbackPausesMs?: readonly number[];
  /** FPX lists and accepts the banks of its test environment, too; by default it does not. */
  readonly hasFpxTestBanks?: boolean;
  /** Registers further providers, which only tests have. */
  readonly addProviders?: (app: FastifyInstance, context: ProviderContext) => readonly Provider[];
}
