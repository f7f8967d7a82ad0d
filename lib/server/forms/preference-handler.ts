import 'server-only';
import { routes } from '@/lib/routes';
import { answerJson, answerSeeOther } from './responses';
import { writeCookie, type CookieToSet } from '../session/cookie';
import { readEnvironment } from '../environment';
import { isOwnPost, readFormFields, refusedPosts, type FormFields } from './form-request';
import { isFramedVisit } from '../visit/framed-visit';
import { keepLocalPath } from '../security/local-path';

interface KeptChoice {
  readonly cookie: string;
  /** Of the form; `returnTo` names the page where the choice is made. */
  readonly field: string;
  readonly isChoice: (text: unknown) => boolean;
  /** Days. */
  readonly keptFor: number;
  /** Makes further cookies for the page that is loaded again at `next`. */
  readonly keepMore?: (fields: FormFields, next: string, isFramed: boolean) => Promise<readonly CookieToSet[]>;
}

/** Makes the handler of a form whose choice a cookie keeps. It goes back to the page where it was made; what is no choice changes nothing. */
export function keepChoice({
  cookie,
  field,
  isChoice,
  keptFor,
  keepMore,
}: KeptChoice): (request: Request) => Promise<Response> {
  return async (request) => {
    const isOwn = isOwnPost(request.headers, readEnvironment().publicOrigin);
    if (!isOwn) return new Response(null, { status: refusedPosts['not-trusted'] });
    const fields = await readFormFields(request);
    if (!fields.ok) return new Response(null, { status: refusedPosts[fields.error] });
    const { [field]: value = '', returnTo } = fields.value;
    const next = keepLocalPath(returnTo) ?? routes.home;
    const maxAge = keptFor * 24 * 60 * 60;
    const isFramed = isFramedVisit(request.headers);
    const choice = isChoice(value) ? [writeCookie({ name: cookie, value, path: '/', maxAge, isFramed })] : [];
    const more = (await keepMore?.(fields.value, next, isFramed)) ?? [];
    const cookies = [...choice, ...more];
    const wantsJson = request.headers.get('accept')?.includes('application/json') ?? false;
    return wantsJson ? answerJson({ next }, { cookies }) : answerSeeOther(next, cookies);
  };
}
