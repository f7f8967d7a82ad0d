import type { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { gatewayVariables } from './gateway-variables';
import { isPlainHttp } from './origins';
import { listErrors, readVariables, type ConfigurationErrors, type Variables } from './read-variables';

type Values<Gateway extends keyof typeof gatewayVariables> = z.output<(typeof gatewayVariables)[Gateway]>;

/** The values of each gateway's variables; null for a gateway that is not used. */
export interface GatewayValues {
  readonly fpx: Values<'fpx'>;
  readonly acquirer: Values<'acquirer'>;
  readonly eghl: Values<'eghl'> | null;
  readonly counter: Values<'counter'> | null;
  readonly duitNow: Values<'duitNow'> | null;
}

/** Reads an optional gateway: its variables are read if its host is set. */
function readOptional<Schema extends z.ZodObject<z.ZodRawShape>>(
  hostName: string,
  schema: Schema,
  environment: Variables,
): Result<z.output<Schema> | null, ConfigurationErrors> {
  return environment[hostName]?.trim() ? readVariables(schema, environment) : success(null);
}

const hostNames = ['FPX_HOST', 'ACQUIRER_HOST', 'EGHL_HOST', 'COUNTER_HOST', 'DUITNOW_HOST'] as const;

/**
 * Lists the gateways whose addresses are not https. Payers are sent there, so that http is for a stand-in on this machine only, where the site
 * is reached from nowhere else.
 */
export function listPlainGateways(
  environment: Variables,
  { isLocal }: { readonly isLocal: boolean },
): ConfigurationErrors {
  return hostNames.flatMap((name) => {
    const address = environment[name]?.trim() ?? '';
    const isAllowed = isLocal ? !isPlainHttp(address) : !address.startsWith('http:');
    return isAllowed ? [] : [`${name} must be an https address.`];
  });
}

/** Reads the variables of all gateways, for a deployment without the sandbox. */
export function readGatewayValues(environment: Variables): Result<GatewayValues, ConfigurationErrors> {
  const fpx = readVariables(gatewayVariables.fpx, environment);
  const acquirer = readVariables(gatewayVariables.acquirer, environment);
  const eghl = readOptional('EGHL_HOST', gatewayVariables.eghl, environment);
  const counter = readOptional('COUNTER_HOST', gatewayVariables.counter, environment);
  const duitNow = readOptional('DUITNOW_HOST', gatewayVariables.duitNow, environment);
  if (!fpx.ok || !acquirer.ok || !eghl.ok || !counter.ok || !duitNow.ok) {
    return failure(listErrors(fpx, acquirer, eghl, counter, duitNow));
  }
  return success({
    fpx: fpx.value,
    acquirer: acquirer.value,
    eghl: eghl.value,
    counter: counter.value,
    duitNow: duitNow.value,
  });
}
