import { resolve } from 'node:path';
import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';

/** What the backend reads of its environment, the gateways' part aside. */
export interface BackendEnvironment {
  readonly host: string;
  readonly port: number;
  readonly banksOrigin: string;
  readonly publicOrigin: string;
  /** The backend's own address, as gateways' servers reach it. */
  readonly backendUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly isSandbox: boolean;
  /** Seals saved cards, 32 bytes; null: one is made (sandbox alone). */
  readonly cardKey: Buffer | null;
  /** Keys that it has replaced, the latest first. */
  readonly replacedCardKeys: readonly Buffer[];
  /** The RSA key for card data, PEM, and after it those that it has replaced; null: one is made (sandbox alone). */
  readonly cardDataKey: string | null;
  readonly messagesUrl: string | null;
  /** The mail server for e-mails, and the address that they come from; null: they go where texts go. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  readonly accountLinkTokenUrl: string | null;
  /** Lets an operator's commands in; null: none are taken. */
  readonly operatorKey: string | null;
  readonly logLevel: string;
}

const port = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value >= 1 && value <= 65_535);
const origin = z
  .string()
  .refine((text) => /^https?:\/\/[^/]+\/?$/.test(text) && URL.canParse(text))
  .transform((text) => new URL(text).origin);
const address = z.url({ protocol: /^https?$/ });
const pem = z
  .string()
  .transform((text) => text.replaceAll('\\n', '\n'))
  .refine((text) => text.trim().startsWith('-----BEGIN '));

const sealingKey = z
  .string()
  .transform((text) => Buffer.from(text, 'base64url'))
  .refine((key) => key.length === 32);

const environmentSchema = z.object({
  PORT: port.default(3000),
  BACKEND_PORT: port.default(4000),
  BACKEND_HOST: z.string().default('127.0.0.1'),
  BACKEND_PUBLIC_URL: origin.optional(),
  BANKS_PORT: port.default(4001),
  BANKS_ORIGIN: origin.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//)
    .optional(),
  SANDBOX: z.enum(['on', 'off']).optional(),
  CARD_KEY: sealingKey.optional(),
  CARD_KEYS_REPLACED: z
    .string()
    .transform((text) => text.trim().split(/[\s,]+/))
    .pipe(z.array(sealingKey))
    .optional(),
  CARD_DATA_PRIVATE_KEY: pem.optional(),
  MESSAGES_URL: address.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z.email().optional(),
  ACCOUNT_LINK_TOKEN_URL: address.optional(),
  OPERATOR_KEY: z.string().min(32).max(200).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

const portMeaning = 'a port from 1 to 65535';
const originMeaning = 'an origin such as https://pay.example.com, without a path';
const meanings: Record<keyof z.input<typeof environmentSchema>, string> = {
  PORT: portMeaning,
  BACKEND_PORT: portMeaning,
  BACKEND_HOST: 'the address to listen on',
  BACKEND_PUBLIC_URL: originMeaning,
  BANKS_PORT: portMeaning,
  BANKS_ORIGIN: originMeaning,
  PUBLIC_ORIGIN: originMeaning,
  DATA_DIR: 'a folder',
  DATABASE_URL: 'a PostgreSQL address, postgresql://…',
  SANDBOX: "'on' or 'off'",
  CARD_KEY: '32 random bytes in base64url',
  CARD_KEYS_REPLACED: 'keys such as CARD_KEY, with commas between them',
  CARD_DATA_PRIVATE_KEY: 'an RSA private key of at least 2048 bits, PEM, and after it any that it has replaced',
  MESSAGES_URL: 'an http or https address',
  SMTP_URL: 'a mail server such as smtps://user:password@mail.example.com',
  MAIL_FROM: 'an e-mail address',
  ACCOUNT_LINK_TOKEN_URL: 'an http or https address',
  OPERATOR_KEY: 'at least 32 random characters',
  LOG_LEVEL: 'fatal, error, warn, info, debug, trace or silent',
};

/** The sandbox is on by itself only where no payer can be. */
function isLocalhost(publicOrigin: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(publicOrigin).hostname);
}

/**
 * Reads the environment; an empty variable counts as one that is not set. The error is one line that names the variable and what it must be, never
 * its value: some are secrets.
 */
export function readBackendEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Result<BackendEnvironment, string> {
  const names = environmentSchema.keyof().options;
  const given = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const name = environmentSchema.keyof().safeParse(parsed.error.issues[0]?.path[0]).data ?? 'BACKEND_PORT';
    return failure(`${name} must be ${meanings[name]}.`);
  }
  const values = parsed.data;
  const publicOrigin = values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`;
  const isSandbox = values.SANDBOX === undefined ? isLocalhost(publicOrigin) : values.SANDBOX === 'on';
  if (!isSandbox && values.CARD_KEY === undefined) return failure(`CARD_KEY must be set: ${meanings.CARD_KEY}.`);
  if (!isSandbox && values.CARD_DATA_PRIVATE_KEY === undefined) {
    return failure(`CARD_DATA_PRIVATE_KEY must be set: ${meanings.CARD_DATA_PRIVATE_KEY}.`);
  }
  const tokenUrl = values.ACCOUNT_LINK_TOKEN_URL ?? null;
  // OAuth 2.1, section 1.5: the code and its verifier travel encrypted.
  if (!isSandbox && tokenUrl?.startsWith('http:')) return failure(`ACCOUNT_LINK_TOKEN_URL must be an https address.`);
  return success({
    host: values.BACKEND_HOST,
    port: values.BACKEND_PORT,
    banksOrigin: values.BANKS_ORIGIN ?? `http://127.0.0.1:${values.BANKS_PORT}`,
    publicOrigin,
    backendUrl: values.BACKEND_PUBLIC_URL ?? `http://127.0.0.1:${values.BACKEND_PORT}`,
    dataDir: resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL ?? null,
    isSandbox,
    cardKey: values.CARD_KEY ?? null,
    replacedCardKeys: values.CARD_KEYS_REPLACED ?? [],
    cardDataKey: values.CARD_DATA_PRIVATE_KEY ?? null,
    messagesUrl: values.MESSAGES_URL ?? null,
    mail:
      values.SMTP_URL === undefined
        ? null
        : { url: values.SMTP_URL, from: values.MAIL_FROM ?? `no-reply@${new URL(publicOrigin).hostname}` },
    accountLinkTokenUrl: tokenUrl,
    operatorKey: values.OPERATOR_KEY ?? null,
    logLevel: values.LOG_LEVEL,
  });
}
