import 'server-only';
import { z } from 'zod';
import { keepInProcess } from './process-state';

const port = z.coerce.number().int().min(1).max(65_535);
/** A variable that is set but empty counts as unset, as shells and containers leave it so. */
const whenSet = (value: unknown) => (value === '' ? undefined : value);
const webAddress = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''));

const environmentSchema = z
  .object({
    PORT: z.preprocess(whenSet, port.default(3000)),
    BACKEND_PORT: z.preprocess(whenSet, port.default(4000)),
    BANKS_PORT: z.preprocess(whenSet, port.default(4001)),
    BACKEND_URL: z.preprocess(whenSet, webAddress.optional()),
    PUBLIC_ORIGIN: z.preprocess(whenSet, webAddress.optional()),
    REDIS_URL: z.preprocess(whenSet, z.url({ protocol: /^rediss?$/ }).optional()),
    SITE_SECRET: z.preprocess(whenSet, z.string().min(32).optional()),
    SANDBOX: z.preprocess(whenSet, z.enum(['on', 'off']).optional()),
    FEEDBACK_SCRIPT_URL: z.preprocess(whenSet, webAddress.default('https://static.userback.io/widget/v1.js')),
    FEEDBACK_ORIGINS: z.preprocess(whenSet, z.string().default('https://static.userback.io https://api.userback.io')),
  })
  .transform((env) => {
    const publicOrigin = new URL(env.PUBLIC_ORIGIN ?? `http://localhost:${env.PORT}`).origin;
    const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(new URL(publicOrigin).hostname);
    return {
      /** The one origin that the site believes it has. */
      publicOrigin,
      isHttps: publicOrigin.startsWith('https:'),
      isLocal,
      /** Where the payment backend answers, without a slash at its end. */
      backendUrl: env.BACKEND_URL ?? `http://127.0.0.1:${env.BACKEND_PORT}`,
      /** Where the simulators of banks are, when the sandbox is on. */
      banksOrigin: (env.SANDBOX ?? (isLocal ? 'on' : 'off')) === 'on' ? `http://127.0.0.1:${env.BANKS_PORT}` : null,
      /** Where several processes of the site share their limits; null for one that has its own. */
      redisUrl: env.REDIS_URL ?? null,
      siteSecret: env.SITE_SECRET ?? null,
      /** The feedback widget, used only when the common config turns it on: its script, and the origins that it loads from and talks to. */
      feedback: { scriptUrl: env.FEEDBACK_SCRIPT_URL, origins: env.FEEDBACK_ORIGINS.split(/\s+/) },
    };
  })
  .refine((env) => env.siteSecret !== null || env.isLocal, {
    path: ['SITE_SECRET'],
    message: 'must be set (32 characters or more) when PUBLIC_ORIGIN is not a localhost address',
  });

export type Environment = z.output<typeof environmentSchema>;

/** Reads the variables of an environment. Throws an Error that names each one that cannot be used. */
export function parseEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const parsed = environmentSchema.safeParse(variables);
  if (parsed.success) return parsed.data;
  const reasons = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
  throw new Error(`The environment cannot be used: ${reasons.join('; ')}`);
}

/** Gives this process's environment, read once. */
export function readEnvironment(): Environment {
  return keepInProcess('environment', () => parseEnvironment(process.env));
}
