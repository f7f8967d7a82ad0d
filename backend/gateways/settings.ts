import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import type { AcquirerSettings } from './acquirer/gateway';
import type { CounterSettings } from './counter/gateway';
import type { DuitNowSettings } from './duitnow/gateway';
import type { EghlSettings } from './eghl/gateway';
import { eghlMeanings, eghlSchema, toEghlSettings, type EghlChannels } from './eghl/settings';
import { host, pem } from './environment-values';
import type { FpxSettings } from './fpx/gateway';
import {
  counterMeanings,
  counterSchema,
  duitNowMeanings,
  duitNowSchema,
  toCounterSettings,
  toDuitNowSettings,
} from './shown-codes/settings';

/** Where the gateways are and what they know us by; times are limits in ms. What is null is not offered. */
export interface GatewaySettings {
  readonly fpx: Omit<FpxSettings, 'kind'> & { readonly bankListTimeoutMs: number };
  readonly acquirer: AcquirerSettings;
  readonly eghl: (EghlSettings & EghlChannels) | null;
  readonly counter: CounterSettings | null;
  readonly duitNow: DuitNowSettings | null;
}

/** Our own public addresses. */
export interface OwnAddresses {
  readonly siteOrigin: string;
  readonly backendUrl: string;
}

/** Every call to a gateway must leave time for the answer to the site, which gives up after 40 s. */
export const gatewayTimeouts = { call: 20_000, bankList: 3_000 } as const;

const requiredSchema = z.object({
  FPX_HOST: host,
  FPX_SELLER_EX_ID: z.string().regex(/^[A-Z0-9]{1,10}$/),
  FPX_SELLER_ID: z.string().regex(/^[A-Z0-9]{1,10}$/),
  FPX_SELLER_KEY: pem,
  FPX_PUBLIC_KEY: pem,
  ACQUIRER_HOST: host,
  ACQUIRER_KEY_ID: z.string().regex(/^[\w-]{1,64}$/),
  ACQUIRER_SECRET: z.string().min(32),
  ACQUIRER_MERCHANT: z.string().min(1).max(60).default('ebill'),
});

const requiredMeanings: Record<keyof z.input<typeof requiredSchema>, string> = {
  FPX_HOST: "FPX's origin, such as https://www.mepsfpx.com.my",
  FPX_SELLER_EX_ID: 'the exchange id that FPX gave, such as EX00000001',
  FPX_SELLER_ID: 'the seller id that FPX gave, such as SE00000001',
  FPX_SELLER_KEY: 'our RSA private key for FPX, PEM',
  FPX_PUBLIC_KEY: "FPX's public key or certificate, PEM",
  ACQUIRER_HOST: "the card acquirer's origin",
  ACQUIRER_KEY_ID: 'the name of the key shared with the acquirer',
  ACQUIRER_SECRET: 'the key shared with the acquirer, at least 32 characters',
  ACQUIRER_MERCHANT: "the merchant's name on the 3-D Secure page",
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one gateway's variables; an empty one counts as not set. The error names the variable and what it must be, never its value. */
function readGroup<Shape extends z.ZodRawShape>(
  schema: z.ZodObject<Shape>,
  meanings: Readonly<Record<string, string>>,
  environment: Environment,
): Result<z.infer<z.ZodObject<Shape>>, string> {
  const names = Object.keys(schema.shape);
  const given = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const parsed = schema.safeParse(given);
  if (parsed.success) return success(parsed.data);
  const name = String(parsed.error.issues[0]?.path[0] ?? names[0]);
  return failure(`${name} must be ${meanings[name] ?? 'set'}.`);
}

/** A gateway that a deployment may lack: its variables count once its host is named. */
function readOptional<Shape extends z.ZodRawShape>(
  hostName: string,
  schema: z.ZodObject<Shape>,
  meanings: Readonly<Record<string, string>>,
  environment: Environment,
): Result<z.infer<z.ZodObject<Shape>> | null, string> {
  return environment[hostName] ? readGroup(schema, meanings, environment) : success(null);
}

/**
 * Reads the gateways' part of the environment, for a deployment with real banks. The error is one line that names the variable and what
 * it must be; no value is in it, since some are secrets. FPX and the acquirer are required; the others are offered where their host is
 * named.
 */
export function readGatewaySettings(environment: Environment, own: OwnAddresses): Result<GatewaySettings, string> {
  const required = readGroup(requiredSchema, requiredMeanings, environment);
  if (!required.ok) return required;
  const eghl = readOptional('EGHL_HOST', eghlSchema, eghlMeanings, environment);
  if (!eghl.ok) return eghl;
  const counter = readOptional('COUNTER_HOST', counterSchema, counterMeanings, environment);
  if (!counter.ok) return counter;
  const duitNow = readOptional('DUITNOW_HOST', duitNowSchema, duitNowMeanings, environment);
  if (!duitNow.ok) return duitNow;
  const values = required.value;
  return success({
    fpx: {
      hostUrl: values.FPX_HOST,
      sellerExId: values.FPX_SELLER_EX_ID,
      sellerId: values.FPX_SELLER_ID,
      privateKey: values.FPX_SELLER_KEY,
      fpxPublicKey: values.FPX_PUBLIC_KEY,
      timeoutMs: gatewayTimeouts.call,
      bankListTimeoutMs: gatewayTimeouts.bankList,
    },
    acquirer: {
      hostUrl: values.ACQUIRER_HOST,
      keyId: values.ACQUIRER_KEY_ID,
      secret: values.ACQUIRER_SECRET,
      merchant: values.ACQUIRER_MERCHANT,
      siteOrigin: own.siteOrigin,
      callbackUrl: `${own.backendUrl}/callbacks/acquirer`,
      timeoutMs: gatewayTimeouts.call,
    },
    eghl: eghl.value && toEghlSettings(eghl.value, own, gatewayTimeouts.call),
    counter: counter.value && toCounterSettings(counter.value, own, gatewayTimeouts.call),
    duitNow: duitNow.value && toDuitNowSettings(duitNow.value, own, gatewayTimeouts.call),
  });
}
