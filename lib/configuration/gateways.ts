import type { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { gatewayVariables } from './gateway-variables';
import { isPublishedGateway, type MethodGateways } from './method-gateways';
import { isPlainHttp } from './origins';
import { listErrors, readVariables, type ConfigurationErrors, type Variables } from './read-variables';

type Values<Gateway extends keyof typeof gatewayVariables> = z.output<(typeof gatewayVariables)[Gateway]>;

type GatewayName = keyof typeof gatewayVariables;

/** The values of each gateway's variables; null for a gateway that is not used. */
export type GatewayValues = { readonly [Gateway in GatewayName]: Values<Gateway> | null };

/** Whether an environment has one of a gateway's variables. */
function isConfigured(gateway: GatewayName, environment: Variables): boolean {
  return Object.keys(gatewayVariables[gateway].shape).some((name) => environment[name]?.trim());
}

/** Reads a gateway's variables if one of them is set, so that what is missing is reported. */
function readOptional<Gateway extends GatewayName>(
  gateway: Gateway,
  environment: Variables,
): Result<Values<Gateway> | null, ConfigurationErrors> {
  return isConfigured(gateway, environment) ? readVariables(gatewayVariables[gateway], environment) : success(null);
}

/** The variable with the address of each gateway. */
const addressNames = {
  fpx: 'FPX_HOST',
  eghl: 'EGHL_HOST',
  duitnow: 'DUITNOW_HOST',
  chip: 'CHIP_API_URL',
  stripe: 'STRIPE_API_URL',
  billplz: 'BILLPLZ_API_URL',
} as const satisfies Record<GatewayName, string>;

const hostNames = Object.values(addressNames);

/** A variable of each gateway that has no default. */
const firstNames = [
  'FPX_HOST',
  'EGHL_HOST',
  'DUITNOW_HOST',
  'CHIP_API_KEY',
  'STRIPE_SECRET_KEY',
  'BILLPLZ_API_KEY',
] as const;

/** The hosts of gateways whose protocols the sandbox invented: no acquirer or counter network speaks them. */
const inventedHostNames = ['ACQUIRER_HOST', 'COUNTER_HOST'] as const;

/** Lists the hosts that are set although no gateway outside the sandbox is behind them. */
function listInvented(environment: Variables): ConfigurationErrors {
  const given = inventedHostNames.filter((name) => environment[name]?.trim());
  return given.map((name) => `${name} must not be set: its protocol is the sandbox's own.`);
}

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
    const isAllowed = isLocal ? !isPlainHttp(address) : !/^http:/i.test(address);
    return isAllowed ? [] : [`${name} must be an https address.`];
  });
}

function valueOf<Value>(read: Result<Value, unknown>): Value | null {
  return read.ok ? read.value : null;
}

/** Reads the variables of all gateways, for a deployment without the sandbox: each is optional, one is required. */
export function readGatewayValues(environment: Variables): Result<GatewayValues, ConfigurationErrors> {
  const read = {
    fpx: readOptional('fpx', environment),
    eghl: readOptional('eghl', environment),
    duitnow: readOptional('duitnow', environment),
    chip: readOptional('chip', environment),
    stripe: readOptional('stripe', environment),
    billplz: readOptional('billplz', environment),
  };
  const errors = [...listErrors(...Object.values(read)), ...listInvented(environment)];
  if (errors.length > 0) return failure(errors);
  const values = {
    fpx: valueOf(read.fpx),
    eghl: valueOf(read.eghl),
    duitnow: valueOf(read.duitnow),
    chip: valueOf(read.chip),
    stripe: valueOf(read.stripe),
    billplz: valueOf(read.billplz),
  };
  return Object.values(values).some((value) => value !== null)
    ? success(values)
    : failure([`${firstNames.join(' or ')} must be set: without a gateway nothing can be paid.`]);
}

/** Lists the gateways that METHOD_GATEWAYS names although they serve nothing: not configured, or the sandbox's own. */
export function listUnusableGateways(methods: MethodGateways, values: GatewayValues | null): ConfigurationErrors {
  // In the sandbox all are simulated.
  if (values === null) return [];
  const named = [...new Set(Object.values(methods).flat())];
  return named.flatMap((name) => {
    if (!isPublishedGateway(name)) return [`METHOD_GATEWAYS must not name ${name}: it runs in the sandbox only.`];
    return values[name] === null ? [`METHOD_GATEWAYS names ${name}, whose variables are not set.`] : [];
  });
}

/** Returns the address of each gateway that is configured. */
export function listGatewayAddresses({ fpx, eghl, duitnow, chip, stripe, billplz }: GatewayValues): readonly {
  readonly gateway: GatewayName;
  readonly address: string;
}[] {
  return [
    ...(fpx === null ? [] : [{ gateway: 'fpx' as const, address: fpx.FPX_HOST }]),
    ...(eghl === null ? [] : [{ gateway: 'eghl' as const, address: eghl.EGHL_HOST }]),
    ...(duitnow === null ? [] : [{ gateway: 'duitnow' as const, address: duitnow.DUITNOW_HOST }]),
    ...(chip === null ? [] : [{ gateway: 'chip' as const, address: chip.CHIP_API_URL }]),
    ...(stripe === null ? [] : [{ gateway: 'stripe' as const, address: stripe.STRIPE_API_URL }]),
    ...(billplz === null ? [] : [{ gateway: 'billplz' as const, address: billplz.BILLPLZ_API_URL }]),
  ];
}
