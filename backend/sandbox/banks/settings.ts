import { resolve } from 'node:path';
import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import type { SandboxKeys } from '../keys';

export interface BanksSettings {
  /** The site's public origin, where browsers come back to. */
  readonly siteOrigin: string;
  /** The backend's address, where callbacks go. */
  readonly backendUrl: string;
  /** The simulators' own public origin. */
  readonly banksOrigin: string;
  readonly dataDir: string;
  readonly keys: SandboxKeys;
  /** Pauses between the tries of a callback that was not answered `OK`, ms; then it is given up. */
  readonly callbackPausesMs?: readonly number[];
}

export interface BanksEnvironment extends Omit<BanksSettings, 'keys' | 'callbackPausesMs'> {
  readonly host: string;
  readonly port: number;
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

const environmentSchema = z.object({
  PORT: port.default(3000),
  BACKEND_PORT: port.default(4000),
  BANKS_PORT: port.default(4001),
  BANKS_HOST: z.string().default('127.0.0.1'),
  BANKS_ORIGIN: origin.optional(),
  BACKEND_URL: origin.optional(),
  PUBLIC_ORIGIN: origin.optional(),
  DATA_DIR: z.string().default('.data'),
  SANDBOX: z.literal('on').default('on'),
});

const meanings: Record<keyof z.input<typeof environmentSchema>, string> = {
  PORT: 'a port from 1 to 65535',
  BACKEND_PORT: 'a port from 1 to 65535',
  BANKS_PORT: 'a port from 1 to 65535',
  BANKS_HOST: 'the address to listen on',
  BANKS_ORIGIN: 'an origin such as https://banks.example.com, without a path',
  BACKEND_URL: 'an origin such as http://127.0.0.1:4000, without a path',
  PUBLIC_ORIGIN: 'an origin such as https://pay.example.com, without a path',
  DATA_DIR: 'a folder',
  SANDBOX: "'on' for the simulators to run",
};

/**
 * Reads the simulators' part of the environment; an empty variable counts as one that is not set. The error is one line that names the
 * variable and what it must be.
 */
export function readBanksEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Result<BanksEnvironment, string> {
  const names = environmentSchema.keyof().options;
  const given = Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const name = environmentSchema.keyof().safeParse(parsed.error.issues[0]?.path[0]).data ?? 'BANKS_PORT';
    return failure(`${name} must be ${meanings[name]}, not '${environment[name]}'.`);
  }
  const values = parsed.data;
  return success({
    host: values.BANKS_HOST,
    port: values.BANKS_PORT,
    siteOrigin: values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`,
    backendUrl: values.BACKEND_URL ?? `http://127.0.0.1:${values.BACKEND_PORT}`,
    banksOrigin: values.BANKS_ORIGIN ?? `http://127.0.0.1:${values.BANKS_PORT}`,
    dataDir: resolve(values.DATA_DIR),
  });
}
