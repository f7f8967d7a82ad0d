import 'server-only';
import { routes } from '@/lib/routes';
import { answerJson, answerSeeOther } from './answers';
import { writeCookie } from './cookie';
import { readEnvironment } from './environment';
import { isOwnPost, readFormFields, refusedPosts } from './form-request';
import { isFramedVisit } from './framed-visit';
import { keepLocalPath } from './local-path';

interface KeptChoice {
  readonly cookie: string;
  /** Of the form; `returnTo` names the page where the choice is made. */
  readonly field: string;
  readonly isChoice: (text: unknown) => boolean;
  /** Days. */
  readonly keptFor: number;
}

/** Makes the handler of a form whose choice a cookie keeps. It goes back to the page where it was made; what is no choice changes nothing. */
export function keepChoice({ cookie, field, isChoice, keptFor }: KeptChoice): (request: Request) => Promise<Response> {
  return async (request) => {
    const isOwn = isOwnPost(request.headers, readEnvironment().publicOrigin);
    if (!isOwn) return new Response(null, { status: refusedPosts['not-trusted'] });
    const fields = await readFormFields(request);
    if (!fields.ok) return new Response(null, { status: refusedPosts[fields.error] });
    const { [field]: value = '', returnTo } = fields.value;
    const next = keepLocalPath(returnTo) ?? routes.home;
    const maxAge = keptFor * 24 * 60 * 60;
    const isFramed = isFramedVisit(request.headers);
    const cookies = isChoice(value) ? [writeCookie({ name: cookie, value, path: '/', maxAge, isFramed })] : [];
    const wantsJson = request.headers.get('accept')?.includes('application/json') ?? false;
    return wantsJson ? answerJson({ next }, { cookies }) : answerSeeOther(next, cookies);
  };
}
