import { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';

const wholeNumber = (lowest: number, highest: number) =>
  z
    .string()
    .regex(/^\d+$/)
    .transform(Number)
    .refine((value) => value >= lowest && value <= highest);

const environmentSchema = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  PUBLIC_ORIGIN: z
    .string()
    .refine((text) => URL.canParse(text) && /^https?:\/\/[^/]+\/?$/.test(text))
    .transform((text) => new URL(text).origin)
    .optional(),
  TRUSTED_PROXIES: wholeNumber(0, 20).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('warn'),
});

const meanings: Record<keyof z.input<typeof environmentSchema>, string> = {
  PORT: 'a port from 1 to 65535',
  PUBLIC_ORIGIN: 'an origin such as https://pay.example.com, without a path',
  TRUSTED_PROXIES: 'the number of proxies in front, 0 to 20',
  LOG_LEVEL: 'trace, debug, info, warn, error, fatal or silent',
};

export interface FrontSettings {
  readonly port: number;
  /** The one origin that the site believes it has. */
  readonly publicOrigin: string;
  /** How many proxies in front are believed when they add to `X-Forwarded-For`. */
  readonly trustedProxies: number;
  /** One line for each request, without its query. */
  readonly logsRequests: boolean;
}

/**
 * Reads the front's part of the environment; an empty variable counts as one that is not set.
 * The error is one line that names the variable and what it must be.
 */
export function readFrontSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Result<FrontSettings, string> {
  const given = Object.fromEntries(
    Object.keys(meanings).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const name = environmentSchema.keyof().safeParse(parsed.error.issues[0]?.path[0]).data ?? 'PORT';
    return failure(`${name} must be ${meanings[name]}, not '${environment[name]}'.`);
  }
  const { PORT: port, PUBLIC_ORIGIN, TRUSTED_PROXIES: trustedProxies, LOG_LEVEL } = parsed.data;
  return success({
    port,
    publicOrigin: PUBLIC_ORIGIN ?? `http://localhost:${port}`,
    trustedProxies,
    logsRequests: ['trace', 'debug', 'info'].includes(LOG_LEVEL),
  });
}
