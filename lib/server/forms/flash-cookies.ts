import { framedCookieAttributes, isFramedVisit } from '../visit/framed-visit';

/** The forms that flash errors, and the path of each one's page. */
export const flashPaths = {
  'look-up': '/',
  bill: '/pay',
  accounts: '/pay/accounts',
  'account-look-up': '/pay/accounts',
  payment: '/epayment',
  'pay-by-mobile': '/view',
  'auto-debit': '/ulm',
  'auto-debit-pin': '/otp',
  receipt: '/receipt',
  continuation: '/continue',
  reminder: '/pay/reminder',
  company: '/pay/company',
} as const;
export type FormName = keyof typeof flashPaths;

export function flashCookieName(form: FormName): string {
  return `ebill-flash-${form}`;
}

const formNames = Object.keys(flashPaths).filter((form): form is FormName => form in flashPaths);

/**
 * Returns the forms that the page at a path shows. A cookie is sent to all paths below its own, so `/` matches
 * exactly and the others as prefixes.
 */
export function listFormsAt(path: string): readonly FormName[] {
  return formNames.filter((form) => {
    const below = flashPaths[form];
    return below === '/' ? path === '/' : path === below || path.startsWith(`${below}/`);
  });
}

/** Returns the `Set-Cookie` headers that clear the flash cookies of the requested page: they are shown once. */
export function clearFlashCookies(request: {
  readonly method: string;
  readonly headers: Headers;
  readonly nextUrl: { readonly pathname: string };
  readonly cookies: { has(name: string): boolean };
}): readonly string[] {
  if (request.method !== 'GET') return [];
  // A cookie is cleared with the attributes with which it was set.
  const reach = isFramedVisit(request.headers) ? framedCookieAttributes : 'SameSite=Lax';
  return listFormsAt(request.nextUrl.pathname)
    .filter((form) => request.cookies.has(flashCookieName(form)))
    .map((form) => `${flashCookieName(form)}=; Path=${flashPaths[form]}; Max-Age=0; HttpOnly; ${reach}`);
}
