import 'server-only';
import { cookies } from 'next/headers';
import { z } from 'zod';
import { writeCookie, type CookieToSet } from '../session/cookie';
import { flashCookieName, flashesShownAt, flashPaths, type FlashingForm } from './flash-cookies';
import { seal, unseal, type Sealed } from '../session/sealed-token';

const shownErrorsSchema = z.object({
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
export type ShownErrors = z.output<typeof shownErrorsSchema>;

/** Milliseconds: the time of a redirect, with room for a slow network. */
const lifetime = 2 * 60_000;
/** Characters of a cookie that every browser keeps. */
const longestCookie = 3_800;

function flashOf(form: FlashingForm): Sealed<typeof shownErrorsSchema> {
  return { purpose: `flash-${form}`, schema: shownErrorsSchema, lifetime };
}

/** Keeps what a form must say for the next time its page is shown. Typed values that are too long for a cookie are left out. */
export async function makeFlashCookie(
  form: FlashingForm,
  errors: ShownErrors,
  isFramed: boolean,
): Promise<CookieToSet> {
  const sealed = await seal(flashOf(form), errors);
  const value = sealed.length <= longestCookie ? sealed : await seal(flashOf(form), { ...errors, values: {} });
  return writeCookie({ name: flashCookieName(form), value, path: flashPaths[form], maxAge: lifetime / 1000, isFramed });
}

/** Gives the seconds to wait of a form that a limit has refused and whose page this request asks for; null when there is none. */
export async function findWaitToShow(request: {
  readonly method: string;
  readonly nextUrl: { readonly pathname: string };
  readonly cookies: { get(name: string): { readonly value: string } | undefined };
}): Promise<number | null> {
  if (request.method !== 'GET') return null;
  for (const form of flashesShownAt(request.nextUrl.pathname)) {
    const errors = await unseal(flashOf(form), request.cookies.get(flashCookieName(form))?.value);
    if (errors?.retryAfter !== undefined) return errors.retryAfter;
  }
  return null;
}

/** Gives what a form sent without scripts has to say, null when nothing. It is shown once: the middleware takes the cookie back with this answer. */
export async function readFlash(form: FlashingForm): Promise<ShownErrors | null> {
  return unseal(flashOf(form), (await cookies()).get(flashCookieName(form))?.value);
}
