import { resolve } from 'node:path';
import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { backendVariables, readBackendConfiguration, readGatewaysInUse } from './backend';
import { banksVariables, readBanksConfiguration } from './banks';
import { describeVariable } from './variable-notes';
import { resolveOrigins } from './origins';
import { listErrors, readVariables, type ConfigurationErrors, type Variables } from './read-variables';
import { readSiteConfiguration, siteVariables } from './site';
import { gatewaySections, generalSections } from './sections';
import { addressVariables, logVariables, sandboxVariables, storeVariables } from './variables';

/** The processes of a stack. */
export type Service = 'backend' | 'banks' | 'site';

/** The variables that the start itself uses. */
const startVariables = z.object({
  ...addressVariables.shape,
  ...sandboxVariables.shape,
  ...storeVariables.shape,
  ...logVariables.shape,
});

/** The settings for starting the whole stack. */
export interface StartSettings {
  readonly port: number;
  readonly backendPort: number;
  readonly banksPort: number;
  /** The URL of an external backend; undefined: the embedded one is started. */
  readonly externalBackend: string | undefined;
  /** Absolute. */
  readonly dataDir: string;
  readonly publicOrigin: string;
  readonly sandbox: boolean;
  readonly logLevel: string;
  /** The processes that receive each secret, by variable: only those that read it. */
  readonly secretHolders: Readonly<Record<string, readonly Service[]>>;
}

const gatewayShape = Object.fromEntries(gatewaySections.flatMap(({ schema }) => Object.entries(schema.shape)));

const variablesByService: Readonly<Record<Service, Readonly<Record<string, z.core.$ZodType>>>> = {
  backend: { ...backendVariables.shape, ...gatewayShape },
  banks: banksVariables.shape,
  site: siteVariables.shape,
};
const services = ['backend', 'banks', 'site'] as const;

function listSecretHolders(): Record<string, Service[]> {
  const holders: Record<string, Service[]> = {};
  for (const service of services) {
    for (const [name, schema] of Object.entries(variablesByService[service])) {
      if (describeVariable(schema).isSecret === true) (holders[name] ??= []).push(service);
    }
  }
  return holders;
}

/** Reads the start settings; a relative folder is resolved in `root`. The error has one line for each invalid variable. */
export function readStartSettings(environment: Variables, root: string): Result<StartSettings, ConfigurationErrors> {
  const read = readVariables(startVariables, environment);
  const errors = listErrors(read, ...generalSections.map(({ schema }) => readVariables(schema, environment)));
  if (!read.ok || errors.length > 0) {
    const gateways = environment['BACKEND_URL']?.trim() ? success(null) : readGatewaysInUse(environment);
    return failure(listErrors(failure(errors), gateways));
  }
  const values = read.value;
  const { publicOrigin, isSandbox } = resolveOrigins(values);
  return success({
    port: values.PORT,
    backendPort: values.BACKEND_PORT,
    banksPort: values.BANKS_PORT,
    externalBackend: values.BACKEND_URL,
    dataDir: resolve(root, values.DATA_DIR),
    publicOrigin,
    sandbox: isSandbox,
    logLevel: values.LOG_LEVEL,
    secretHolders: listSecretHolders(),
  });
}

const readConfiguration = {
  backend: readBackendConfiguration,
  banks: readBanksConfiguration,
  site: readSiteConfiguration,
} as const satisfies Record<Service, unknown>;

/** Reads the configuration of each process as that process will, so that all errors are reported before any process starts. */
export function checkServices(
  descriptions: readonly { readonly name: Service; readonly environment: Variables }[],
): Result<null, ConfigurationErrors> {
  const faults = listErrors(...descriptions.map(({ name, environment }) => readConfiguration[name](environment)));
  return faults.length === 0 ? success(null) : failure(faults);
}
