import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';

/** Where the gateways are and what they know us by; times are limits in ms. */
export interface GatewaySettings {
  readonly fpx: {
    readonly hostUrl: string;
    readonly sellerExId: string;
    readonly sellerId: string;
    readonly privateKey: string;
    readonly fpxPublicKey: string;
    readonly timeoutMs: number;
    readonly bankListTimeoutMs: number;
  };
  readonly acquirer: {
    readonly hostUrl: string;
    readonly keyId: string;
    readonly secret: string;
    readonly merchant: string;
    readonly siteOrigin: string;
    readonly callbackUrl: string;
    readonly timeoutMs: number;
  };
}

/** Every call to a gateway must leave time for the answer to the site, which gives up after 40 s. */
export const gatewayTimeouts = { call: 20_000, bankList: 3_000 } as const;

const host = z
  .string()
  .refine((text) => /^https?:\/\/[^/]+\/?$/.test(text) && URL.canParse(text))
  .transform((text) => new URL(text).origin);
/** PEM; in an environment file its line ends are often written as `\n`. */
const pem = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => text.trim().startsWith('-----BEGIN '));

const environmentSchema = z.object({
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

const meanings: Record<keyof z.input<typeof environmentSchema>, string> = {
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

/**
 * Reads the gateways' part of the environment, for a deployment with real banks. The error is one line that names the variable and what
 * it must be; no value is in it, since some are secrets. `siteOrigin` and `backendUrl` are our own public addresses.
 */
export function readGatewaySettings(
  environment: Readonly<Record<string, string | undefined>>,
  own: { readonly siteOrigin: string; readonly backendUrl: string },
): Result<GatewaySettings, string> {
  const names = environmentSchema.keyof().options;
  const given = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const name = environmentSchema.keyof().safeParse(parsed.error.issues[0]?.path[0]).data ?? 'FPX_HOST';
    return failure(`${name} must be ${meanings[name]}.`);
  }
  const values = parsed.data;
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
  });
}
