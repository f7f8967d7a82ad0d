import 'server-only';
import { routes } from '@/lib/routes';
import { jsonResponse, seeOtherResponse } from './responses';
import { serializeCookie, type SetCookie } from '../session/cookie';
import { readEnvironment } from '../environment';
import { isSameOrigin, readFormFields, postErrorStatuses, type FormFields } from './form-request';
import { readClientAddress } from '../security/rate-limited-read';
import { consumeRateLimits } from '../security/rate-limits';
import { isFramedVisit } from '../visit/framed-visit';
import { parseLocalPath } from '../security/local-path';

interface Preference {
  readonly cookie: string;
  /** The form field with the value; `returnTo` names the form's page. */
  readonly field: string;
  readonly isValid: (text: unknown) => boolean;
  /** Days. */
  readonly maxAgeDays: number;
  /** Makes more cookies for the page at `next`. */
  readonly makeMoreCookies?: (fields: FormFields, next: string, isFramed: boolean) => Promise<readonly SetCookie[]>;
}

/**
 * Makes the handler of a form that stores a preference in a cookie, within a rate limit by client address. It redirects back to the form's page;
 * an invalid value changes nothing.
 */
export function makePreferenceHandler({
  cookie,
  field,
  isValid,
  maxAgeDays,
  makeMoreCookies,
}: Preference): (request: Request) => Promise<Response> {
  return async (request) => {
    const isOwn = isSameOrigin(request.headers, readEnvironment().publicOrigin);
    if (!isOwn) return new Response(null, { status: postErrorStatuses['not-trusted'] });
    const counted = await consumeRateLimits([
      { limit: 'preferencesByAddress', key: readClientAddress(request.headers) },
    ]);
    if (!counted.ok) return jsonResponse({}, { status: 429, retryAfter: counted.error.retryAfter });
    const fields = await readFormFields(request);
    if (!fields.ok) return new Response(null, { status: postErrorStatuses[fields.error] });
    const { [field]: value = '', returnTo } = fields.value;
    const next = parseLocalPath(returnTo) ?? routes.home;
    const maxAge = maxAgeDays * 24 * 60 * 60;
    const isFramed = isFramedVisit(request.headers);
    const choice = isValid(value) ? [serializeCookie({ name: cookie, value, path: '/', maxAge, isFramed })] : [];
    const more = (await makeMoreCookies?.(fields.value, next, isFramed)) ?? [];
    const cookies = [...choice, ...more];
    const wantsJson = request.headers.get('accept')?.includes('application/json') ?? false;
    return wantsJson ? jsonResponse({ next }, { cookies }) : seeOtherResponse(next, cookies);
  };
}
