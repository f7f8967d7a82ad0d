import type { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import {
  acquirerVariables,
  counterVariables,
  duitNowVariables,
  eghlVariables,
  fpxVariables,
} from './gateway-variables';
import { listErrors, readVariables, type ConfigurationErrors, type Variables } from './read-variables';

/** The gateways' variables, by gateway; what is null is not offered. */
export interface GatewayValues {
  readonly fpx: z.output<typeof fpxVariables>;
  readonly acquirer: z.output<typeof acquirerVariables>;
  readonly eghl: z.output<typeof eghlVariables> | null;
  readonly counter: z.output<typeof counterVariables> | null;
  readonly duitNow: z.output<typeof duitNowVariables> | null;
}

/** A gateway that a deployment may lack: its variables count once its host is named. */
function readOptional<Schema extends z.ZodObject<z.ZodRawShape>>(
  hostName: string,
  schema: Schema,
  environment: Variables,
): Result<z.output<Schema> | null, ConfigurationErrors> {
  return environment[hostName]?.trim() ? readVariables(schema, environment) : success(null);
}

/** Reads the gateways' part of the environment, for a deployment with real banks. */
export function readGatewayValues(environment: Variables): Result<GatewayValues, ConfigurationErrors> {
  const fpx = readVariables(fpxVariables, environment);
  const acquirer = readVariables(acquirerVariables, environment);
  const eghl = readOptional('EGHL_HOST', eghlVariables, environment);
  const counter = readOptional('COUNTER_HOST', counterVariables, environment);
  const duitNow = readOptional('DUITNOW_HOST', duitNowVariables, environment);
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
