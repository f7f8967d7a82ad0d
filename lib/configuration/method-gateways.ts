import { z } from 'zod';
import { isPaymentMethod, paymentMethods, type PaymentMethod } from '@/lib/domain/methods/payment-methods';
import { notes } from './variable-notes';

/**
 * The gateways and the methods that each can serve. Without METHOD_GATEWAYS a method is served by the configured gateways in this order.
 */
export const gatewayMethods = {
  fpx: ['fpx', 'fpxCorporate'],
  eghl: ['m2u', 'wallet'],
  duitnow: ['duitnowQr'],
  chip: ['fpx', 'fpxCorporate', 'duitnowQr', 'wallet', 'savedCard', 'newCard'],
  stripe: ['newCard', 'fpx', 'wallet'],
  billplz: ['fpx'],
  acquirer: ['savedCard', 'newCard', 'epp'],
  counter: ['counter'],
  carrier: ['dcb'],
} as const satisfies Record<string, readonly PaymentMethod[]>;

export type GatewayName = keyof typeof gatewayMethods;

/** The gateways whose protocols were invented for the sandbox, and run there only. */
const inventedGateways = ['acquirer', 'counter', 'carrier'] as const;
type InventedGateway = (typeof inventedGateways)[number];

export function isPublishedGateway(name: GatewayName): name is Exclude<GatewayName, InventedGateway> {
  return !inventedGateways.some((invented) => invented === name);
}

/** The gateways of each method in the order in which they are tried. A method that is not named is not offered. */
export type MethodGateways = Partial<Readonly<Record<PaymentMethod, readonly GatewayName[]>>>;

const gatewayNames = Object.keys(gatewayMethods).filter(isGatewayName);

/** The gateway that serves each method in the sandbox unless GATEWAYS names others. */
const sandboxGateways = {
  savedCard: 'acquirer',
  newCard: 'acquirer',
  epp: 'acquirer',
  fpx: 'fpx',
  fpxCorporate: 'fpx',
  m2u: 'eghl',
  wallet: 'eghl',
  dcb: 'carrier',
  counter: 'counter',
  duitnowQr: 'duitnow',
} as const satisfies Record<PaymentMethod, GatewayName>;

function isGatewayName(text: string): text is GatewayName {
  return Object.hasOwn(gatewayMethods, text);
}

function serves(gateway: GatewayName, method: PaymentMethod): boolean {
  const methods: readonly PaymentMethod[] = gatewayMethods[gateway];
  return methods.includes(method);
}

function hasDuplicates(values: readonly unknown[]): boolean {
  return new Set(values).size < values.length;
}

/** Reads one entry of METHOD_GATEWAYS, `method:gateway|gateway`; null if it is not one, or a gateway does not serve the method. */
function readEntry(
  entry: string,
): { readonly method: PaymentMethod; readonly gateways: readonly GatewayName[] } | null {
  const [method = '', list = '', ...rest] = entry.split(':').map((part) => part.trim());
  if (!isPaymentMethod(method) || rest.length > 0) return null;
  const names = list.split('|').map((name) => name.trim());
  const gateways = names.filter(isGatewayName).filter((gateway) => serves(gateway, method));
  return gateways.length === names.length && !hasDuplicates(names) ? { method, gateways } : null;
}

/** METHOD_GATEWAYS: `fpx:fpx,newCard:acquirer`. */
const methodGateways = z.string().transform((text, context): MethodGateways => {
  const entries = text.split(',').map(readEntry);
  const known = entries.filter((entry) => entry !== null);
  if (known.length < entries.length || hasDuplicates(known.map(({ method }) => method))) {
    context.addIssue('not a list of methods and gateways');
    return z.NEVER;
  }
  return Object.fromEntries(known.map(({ method, gateways }) => [method, gateways]));
});

const gatewayList = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.string().refine(isGatewayName)).refine((names) => !hasDuplicates(names)));

const methodList = Object.entries(gatewayMethods).map(([gateway, methods]) => `${gateway} (${methods.join(', ')})`);

export const methodGatewayVariables = z.object({
  METHOD_GATEWAYS: methodGateways.optional().register(notes, {
    about: `The gateways of each method, in the order in which they are tried until one has begun the payment; a method that is not named is not offered. Without it each configured gateway serves what it can: ${methodList.join('; ')}`,
    expected: 'methods with their gateways, such as fpx:fpx,wallet:eghl',
    example: 'fpx:fpx,wallet:eghl',
  }),
  GATEWAYS: gatewayList.optional().register(notes, {
    about: 'In the sandbox only: the gateways that are simulated; each serves what it can, in this order',
    fallback: [...new Set(Object.values(sandboxGateways))].join(','),
    expected: 'names of gateways with commas between them',
    example: 'fpx,eghl',
  }),
});

/** Lists which of `gateways` serve each method, in the same order. */
function listServing(gateways: readonly string[]): MethodGateways {
  const names = gateways.filter(isGatewayName);
  const entries = paymentMethods.map((method) => [method, names.filter((gateway) => serves(gateway, method))] as const);
  return Object.fromEntries(entries.filter(([, serving]) => serving.length > 0));
}

/**
 * Resolves which gateways serve which methods. `isSandbox`: all gateways are simulated; otherwise those serve that are configured, and GATEWAYS
 * has no effect.
 */
export function resolveMethodGateways(
  values: z.output<typeof methodGatewayVariables>,
  isSandbox: boolean,
): MethodGateways {
  if (values.METHOD_GATEWAYS !== undefined) return values.METHOD_GATEWAYS;
  if (!isSandbox) return listServing(gatewayNames);
  if (values.GATEWAYS !== undefined) return listServing(values.GATEWAYS);
  return Object.fromEntries(Object.entries(sandboxGateways).map(([method, gateway]) => [method, [gateway]]));
}

/** The gateways that charge stored cards without their payer. */
const chargingGateways: readonly GatewayName[] = ['acquirer', 'chip', 'stripe'];

/** Returns whether the gateway at which new cards are begun first charges stored cards, as AUTO_DEBIT_CHARGE needs it. */
export function canChargeCards({ newCard }: MethodGateways): boolean {
  const [first] = newCard ?? [];
  return first !== undefined && chargingGateways.includes(first);
}
