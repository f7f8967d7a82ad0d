import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { serializeCookie, type SetCookie } from '../session/cookie';
import { flashCookieName, listFormsAt, flashPaths, type FormName } from './flash-cookies';
import { seal, unseal, type TokenType } from '../session/sealed-token';

const flashedFormSchema = z.object({
  /** Typed values by field, never card data. */
  values: z.record(z.string(), z.string()),
  /** Error messages by field. */
  fieldErrors: z.record(z.string(), z.string()),
  /** The error message of the form. */
  formError: z.string().nullable(),
  /** Seconds to wait after a rate limit: the page then has status 429. */
  retryAfter: z.number().optional(),
});

/** The state of a form after its last submission. Scripts get the same shape as JSON, without the values. */
export type FlashedForm = z.output<typeof flashedFormSchema>;

/** Milliseconds: long enough for a redirect on a slow network. */
const lifetime = 2 * 60_000;
/** The cookie size that every browser accepts, in characters. */
const maxCookieLength = 3_800;

function flashTokenType(form: FormName): TokenType<typeof flashedFormSchema> {
  return { purpose: `flash-${form}`, schema: flashedFormSchema, lifetime };
}

/**
 * Makes the cookie that carries a form's errors and values over the redirect (303) of a post without scripts, to the form's page. Omits values
 * that do not fit into a cookie.
 */
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

/** Returns the seconds to wait when the requested page shows a form that a rate limit refused; null otherwise. */
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

/** Returns the errors and values of a form that was posted without scripts; null if there are none. The middleware then clears the cookie. */
export async function readFlash(form: FormName): Promise<FlashedForm | null> {
  return unseal(flashTokenType(form), (await cookies()).get(flashCookieName(form))?.value);
}
