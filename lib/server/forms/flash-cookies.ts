import { framedCookieAttributes, isFramedVisit } from '../visit/framed-visit';

/** The forms that can come back with errors, and under which path each one's page lies. */
export const flashPaths = {
  'look-up': '/',
  bill: '/pay',
  payment: '/epayment',
  'pay-by-mobile': '/view',
  'auto-debit': '/ulm',
  'auto-debit-pin': '/otp',
} as const;
export type FormName = keyof typeof flashPaths;

export function flashCookieName(form: FormName): string {
  return `ebill-flash-${form}`;
}

const formNames = Object.keys(flashPaths).filter((form): form is FormName => form in flashPaths);

/**
 * Gives the forms whose errors the page at a path is about to show. A cookie is sent to all paths below its own, so `/` counts
 * alone and the others as folders.
 */
export function listFormsAt(path: string): readonly FormName[] {
  return formNames.filter((form) => {
    const below = flashPaths[form];
    return below === '/' ? path === '/' : path === below || path.startsWith(`${below}/`);
  });
}

/** Gives the `Set-Cookie` lines that take back the errors which this request's page is about to show: they are shown once. */
export function clearFlashCookies(request: {
  readonly method: string;
  readonly headers: Headers;
  readonly nextUrl: { readonly pathname: string };
  readonly cookies: { has(name: string): boolean };
}): readonly string[] {
  if (request.method !== 'GET') return [];
  // A cookie is taken back by the reach with which it was given.
  const reach = isFramedVisit(request.headers) ? framedCookieAttributes : 'SameSite=Lax';
  return listFormsAt(request.nextUrl.pathname)
    .filter((form) => request.cookies.has(flashCookieName(form)))
    .map((form) => `${flashCookieName(form)}=; Path=${flashPaths[form]}; Max-Age=0; HttpOnly; ${reach}`);
}
