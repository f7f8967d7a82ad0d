import { resolve } from 'node:path';
import { z } from 'zod';
import { success, type Result } from '@/lib/domain/result';
import { notes } from './variable-notes';
import { resolveOrigins } from './origins';
import { readVariables, type ConfigurationErrors, type Variables } from './read-variables';
import { addressVariables, sandboxVariables, storeVariables } from './variables';

/** The environment variables of the simulators. */
export const banksVariables = z.object({
  ...addressVariables.pick({ PORT: true, PUBLIC_ORIGIN: true, BACKEND_URL: true, BACKEND_PORT: true }).shape,
  ...sandboxVariables.shape,
  ...storeVariables.pick({ DATA_DIR: true }).shape,
  SANDBOX: z.literal('on').prefault('on').register(notes, { expected: "'on' for the simulators to run" }),
});

export interface BanksConfiguration {
  readonly host: string;
  readonly port: number;
  /** The site's public origin, to which browsers return. */
  readonly siteOrigin: string;
  /** The backend's URL, for callbacks. */
  readonly backendUrl: string;
  /** The simulators' own public origin. */
  readonly banksOrigin: string;
  /** Host names of the simulators, besides loopback names and IP addresses. */
  readonly hostnames: readonly string[];
  readonly dataDir: string;
}

/** Reads the simulators' variables. The error has one line for each invalid variable. */
export function readBanksConfiguration(environment: Variables): Result<BanksConfiguration, ConfigurationErrors> {
  const read = readVariables(banksVariables, environment);
  if (!read.ok) return read;
  const values = read.value;
  const banksOrigin = values.BANKS_ORIGIN ?? `http://127.0.0.1:${values.BANKS_PORT}`;
  return success({
    host: values.BANKS_HOST,
    port: values.BANKS_PORT,
    siteOrigin: resolveOrigins(values).publicOrigin,
    backendUrl: values.BACKEND_URL ?? `http://127.0.0.1:${values.BACKEND_PORT}`,
    banksOrigin,
    hostnames: [new URL(banksOrigin).hostname, ...(values.SANDBOX_HOSTS ?? [])],
    dataDir: resolve(values.DATA_DIR),
  });
}
