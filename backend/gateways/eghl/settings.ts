import { z } from 'zod';
import { host } from '../environment-values';
import type { EghlProvider, EghlSettings } from './gateway';
import { nameWallets } from './wallets';

/** What goes through eGHL: wallets, Maybank2u, or both. A channel that is null is not offered. */
export interface EghlChannels {
  readonly wallet: {
    readonly pymtMethod: string;
    readonly providers: Readonly<Record<string, EghlProvider>>;
    readonly returnUrl: string;
    readonly callbackUrl: string;
  } | null;
  readonly m2u: { readonly code: string; readonly returnUrl: string; readonly callbackUrl: string } | null;
}

export const eghlSchema = z.object({
  EGHL_HOST: host,
  EGHL_PATH: z
    .string()
    .regex(/^\/[\w./-]*$/)
    .default('/IPG/Payment.aspx'),
  EGHL_SERVICE_ID: z.string().regex(/^[A-Za-z0-9]{3}$/),
  EGHL_PASSWORD: z.string().min(8),
  EGHL_MERCHANT: z.string().min(1).max(25).default('ebill'),
  EGHL_CHANNELS: z
    .string()
    .regex(/^(?:wallet|m2u|wallet,m2u|m2u,wallet)$/)
    .default('wallet,m2u'),
  EGHL_WALLET_METHOD: z
    .string()
    .regex(/^[A-Z]{2,3}$/)
    .default('WA'),
  EGHL_WALLET_CODES: z
    .string()
    .regex(/^[a-z]+=[\w-]+(?:,[a-z]+=[\w-]+)*$/)
    .transform((text) => Object.fromEntries(new URLSearchParams(text.replaceAll(',', '&'))))
    .optional(),
  EGHL_M2U_CODE: z
    .string()
    .regex(/^[\w-]{1,30}$/)
    .default('M2U'),
});

export const eghlMeanings: Record<keyof z.input<typeof eghlSchema>, string> = {
  EGHL_HOST: "eGHL's origin, such as https://securepay.e-ghl.com",
  EGHL_PATH: "the path of eGHL's page, such as /IPG/Payment.aspx",
  EGHL_SERVICE_ID: 'the service id of three characters that eGHL gave',
  EGHL_PASSWORD: 'the password that eGHL gave, at least 8 characters',
  EGHL_MERCHANT: "the merchant's name on eGHL's page, at most 25 characters",
  EGHL_CHANNELS: 'wallet, m2u, or both with a comma between',
  EGHL_WALLET_METHOD: "eGHL's PymtMethod of wallets, such as WA",
  EGHL_WALLET_CODES: "eGHL's codes of wallets, such as boost=BOOST,touchngo=TNG",
  EGHL_M2U_CODE: "eGHL's code of Maybank2u",
};

/** Gives eGHL's settings from its variables and our own public addresses; `timeoutMs` is for an enquiry. */
export function toEghlSettings(
  values: z.infer<typeof eghlSchema>,
  own: { readonly siteOrigin: string; readonly backendUrl: string },
  timeoutMs: number,
): EghlSettings & EghlChannels {
  const channels = values.EGHL_CHANNELS.split(',');
  const wallet = {
    pymtMethod: values.EGHL_WALLET_METHOD,
    providers: nameWallets(values.EGHL_WALLET_CODES ?? {}),
    returnUrl: `${own.siteOrigin}/bankResultEGHL`,
    callbackUrl: `${own.backendUrl}/callbacks/eghl`,
  };
  const m2u = {
    code: values.EGHL_M2U_CODE,
    returnUrl: `${own.siteOrigin}/bankResultMBBCASA`,
    callbackUrl: `${own.backendUrl}/callbacks/m2u`,
  };
  return {
    pageUrl: new URL(values.EGHL_PATH, values.EGHL_HOST).href,
    serviceId: values.EGHL_SERVICE_ID,
    password: values.EGHL_PASSWORD,
    merchant: values.EGHL_MERCHANT,
    timeoutMs,
    wallet: channels.includes('wallet') ? wallet : null,
    m2u: channels.includes('m2u') ? m2u : null,
  };
}
