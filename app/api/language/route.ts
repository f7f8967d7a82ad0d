import { isLocale, localeCookie } from '@/lib/i18n/locale';
import { routes } from '@/lib/routes';
import { answerSeeOther } from '@/lib/server/answers';
import { writeCookie } from '@/lib/server/cookie';
import { readEnvironment } from '@/lib/server/environment';
import { isFramedVisit } from '@/lib/server/framed-visit';
import { isOwnPost, readFormFields, refusedPosts } from '@/lib/server/form-request';
import { keepLocalPath } from '@/lib/server/local-path';

/** Seconds that a choice of language is kept: a year. */
const keptFor = 365 * 24 * 60 * 60;

/** Keeps the payer's own choice of language and goes back to the page where it was made. */
export async function POST(request: Request): Promise<Response> {
  const isOwn = isOwnPost(request.headers, readEnvironment().publicOrigin);
  if (!isOwn) return new Response(null, { status: refusedPosts['not-trusted'] });
  const fields = await readFormFields(request);
  if (!fields.ok) return new Response(null, { status: refusedPosts[fields.error] });
  const { locale, returnTo } = fields.value;
  const back = keepLocalPath(returnTo) ?? routes.home;
  if (!isLocale(locale)) return answerSeeOther(back);
  const isFramed = isFramedVisit(request.headers);
  const cookie = writeCookie({ name: localeCookie, value: locale, path: '/', maxAge: keptFor, isFramed });
  return answerSeeOther(back, [cookie]);
}
