import 'server-only';
import { routes } from '@/lib/routes';
import { jsonResponse, seeOtherResponse } from './responses';
import { serializeCookie, type SetCookie } from '../session/cookie';
import { readEnvironment } from '../environment';
import { isSameOrigin, readFormFields, postErrorStatuses, type FormFields } from './form-request';
import { isFramedVisit } from '../visit/framed-visit';
import { parseLocalPath } from '../security/local-path';

interface Preference {
  readonly cookie: string;
  /** Of the form; `returnTo` names the page where the choice is made. */
  readonly field: string;
  readonly isValid: (text: unknown) => boolean;
  /** Days. */
  readonly maxAgeDays: number;
  /** Makes further cookies for the page that is loaded again at `next`. */
  readonly makeMoreCookies?: (fields: FormFields, next: string, isFramed: boolean) => Promise<readonly SetCookie[]>;
}

/** Makes the handler of a form whose choice a cookie keeps. It goes back to the page where it was made; what is no choice changes nothing. */
export function makePreferenceHandler({
  cookie,
  field,
  isValid: isChoice,
  maxAgeDays: keptFor,
  makeMoreCookies: keepMore,
}: Preference): (request: Request) => Promise<Response> {
  return async (request) => {
    const isOwn = isSameOrigin(request.headers, readEnvironment().publicOrigin);
    if (!isOwn) return new Response(null, { status: postErrorStatuses['not-trusted'] });
    const fields = await readFormFields(request);
    if (!fields.ok) return new Response(null, { status: postErrorStatuses[fields.error] });
    const { [field]: value = '', returnTo } = fields.value;
    const next = parseLocalPath(returnTo) ?? routes.home;
    const maxAge = keptFor * 24 * 60 * 60;
    const isFramed = isFramedVisit(request.headers);
    const choice = isChoice(value) ? [serializeCookie({ name: cookie, value, path: '/', maxAge, isFramed })] : [];
    const more = (await keepMore?.(fields.value, next, isFramed)) ?? [];
    const cookies = [...choice, ...more];
    const wantsJson = request.headers.get('accept')?.includes('application/json') ?? false;
    return wantsJson ? jsonResponse({ next }, { cookies }) : seeOtherResponse(next, cookies);
  };
}
