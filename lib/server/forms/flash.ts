import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { serializeCookie, type SetCookie } from '../session/cookie';
import { flashCookieName, listFormsAt, flashPaths, type FormName } from './flash-cookies';
import { seal, unseal, type TokenType } from '../session/sealed-token';

const flashedFormSchema = z.object({
  /** What was typed, by field: never card data. */
  values: z.record(z.string(), z.string()),
  /** Words beside the fields, by field. */
  fieldErrors: z.record(z.string(), z.string()),
  /** Words for the whole form. */
  formError: z.string().nullable(),
  /** Seconds to wait, where a limit was the reason: the page is then answered with 429. */
  retryAfter: z.number().optional(),
});

/** What a form says about its last sending. The same shape goes to scripts as JSON, without the values. */
export type FlashedForm = z.output<typeof flashedFormSchema>;

/** Milliseconds: the time of a redirect, with room for a slow network. */
const lifetime = 2 * 60_000;
/** Characters of a cookie that every browser keeps. */
const maxCookieLength = 3_800;

function flashTokenType(form: FormName): TokenType<typeof flashedFormSchema> {
  return { purpose: `flash-${form}`, schema: flashedFormSchema, lifetime };
}

/** Keeps what a form must say for the next time its page is shown. Typed values that are too long for a cookie are left out. */
export async function makeFlashCookie(form: FormName, errors: FlashedForm, isFramed: boolean): Promise<SetCookie> {
  const sealed = await seal(flashTokenType(form), errors);
  const value = sealed.length <= maxCookieLength ? sealed : await seal(flashTokenType(form), { ...errors, values: {} });
  return serializeCookie({
    name: flashCookieName(form),
    value,
    path: flashPaths[form],
    maxAge: lifetime / 1000,
    isFramed,
  });
}

/** Gives the seconds to wait of a form that a limit has refused and whose page this request asks for; null when there is none. */
export async function readFlashedRetryAfter(request: {
  readonly method: string;
  readonly nextUrl: { readonly pathname: string };
  readonly cookies: { get(name: string): { readonly value: string } | undefined };
}): Promise<number | null> {
  if (request.method !== 'GET') return null;
  for (const form of listFormsAt(request.nextUrl.pathname)) {
    const errors = await unseal(flashTokenType(form), request.cookies.get(flashCookieName(form))?.value);
    if (errors?.retryAfter !== undefined) return errors.retryAfter;
  }
  return null;
}

/** Gives what a form sent without scripts has to say, null when nothing. It is shown once: the middleware takes the cookie back with this answer. */
export async function readFlash(form: FormName): Promise<FlashedForm | null> {
  return unseal(flashTokenType(form), (await cookies()).get(flashCookieName(form))?.value);
}
