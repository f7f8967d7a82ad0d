import 'server-only';
import { getLocale } from 'next-intl/server';
import { looksLikeCardNumber } from '@/lib/domain/card/detect-card-number';
import type { Refid } from '@/lib/domain/payment/references';
import type { Result } from '@/lib/domain/result';
import { answerJson, answerPlainPage, answerSeeOther } from './responses';
import type { CookieToSet } from '../session/cookie';
import { readEnvironment } from '../environment';
import { makeFlashCookie, type ShownErrors } from './flash';
import type { FlashingForm } from './flash-cookies';
import { isFramedVisit } from '../visit/framed-visit';
import { isOwnPost, readFormFields, refusedPosts, type FormFields, type RefusedPost } from './form-request';
import { logProblem } from '../log';
import { hasOpened } from '../session/visited-payments';
import { setWork, takeProof, type WorkPurpose } from '../security/proof-of-work';
import { countUses, type LimitedUse, type TooMany } from '../security/rate-limits';
import { clientAddressHeader, nonceHeader, requestIdHeader } from '../visit/visit-headers';
import { loadWords, type Message, type MessageKey } from '../visit/translator';

/** Something wrong with what was sent: words beside a field, or for the whole form when `field` is null. */
export interface FormIssue extends Message {
  readonly field: string | null;
}

/** What is known of the visit that a post belongs to. */
export interface PostVisit {
  readonly requestId: string | null;
  /** As the front saw it; 'unknown' without the front. */
  readonly clientAddress: string;
  /** The form stands in a partner's frame. */
  readonly isFramed: boolean;
}

/** Where a form that was accepted leads. */
export interface FormSuccess {
  /** A path of ours. */
  readonly next: string;
  readonly cookies?: readonly CookieToSet[];
}

/** Why a form was not accepted, in words beside its fields. */
export interface FormRefusal {
  readonly issues: readonly FormIssue[];
  /** 422 unless the backend or a limit is the reason. */
  readonly status?: 422 | 429 | 502 | 503;
  /** Seconds. */
  readonly retryAfter?: number;
  /** A browser with scripts may do this work and send the form again at once. */
  readonly work?: WorkPurpose;
  /** Where the payer must start again when the form's own page can no longer be shown; the words are said there. */
  readonly startAgain?: { readonly form: FlashingForm; readonly page: string };
}

export interface SiteForm<Value> {
  readonly name: FlashingForm;
  /** The path of the page that shows the form, with the query it needs: it is shown again there when something is wrong. */
  readonly page: (fields: FormFields) => string;
  /** Fields whose values are given back to the payer. A card's fields are never among them. */
  readonly kept: readonly string[];
  /** What the fields mean; a failure is an answer already: what is wrong, or where the payer stands instead. */
  readonly parse: (fields: FormFields, visit: PostVisit) => Promise<Result<Value, FormRefusal | FormSuccess>>;
  /** The payment that the sending visit must have opened (security, row 12); without it anybody's form is taken. */
  readonly ofPayment?: (value: Value) => Refid;
  /** What this sending counts against; only what has been parsed is counted. */
  readonly limitedUses: (value: Value, visit: PostVisit) => readonly LimitedUse[];
  /** The proof of work that takes this sending beyond the limits which yield to one; without it none does. */
  readonly workFor?: (value: Value) => WorkPurpose;
  readonly send: (value: Value, visit: PostVisit) => Promise<Result<FormSuccess, FormRefusal>>;
}

/**
 * The one way of every form: origin, type and size, parse, limits, call, answer. A form gets 303 to the next page, or back to its own
 * page with its errors in a sealed cookie that is shown once, under 429 when a limit was the reason; a script (`Accept: application/json`) gets `{ next }`, or
 * `{ fieldErrors, formError }` with the words in place.
 */
export function handleForm<Value>(form: SiteForm<Value>): (request: Request) => Promise<Response> {
  return async (request) => {
    const visit = readPostVisit(request.headers);
    const wantsJson = request.headers.get('accept')?.includes('application/json') ?? false;
    const refuse = (reason: RefusedPost) => refusePost(reason, form, request, wantsJson);

    if (!isOwnPost(request.headers, readEnvironment().publicOrigin)) return refuse('not-trusted');
    const fields = await readFormFields(request);
    if (!fields.ok) return refuse(fields.error);

    const answer = await sendForm(form, fields.value, visit);
    if (!('next' in answer)) return answerRefusal(answer, form, fields.value, { wantsJson, isFramed: visit.isFramed });
    return wantsJson ? answerJson({ next: answer.next }, answer) : answerSeeOther(answer.next, answer.cookies);
  };
}

async function sendForm<Value>(
  form: SiteForm<Value>,
  fields: FormFields,
  visit: PostVisit,
): Promise<FormSuccess | FormRefusal> {
  const parsed = await form.parse(fields, visit);
  if (!parsed.ok) return parsed.error;
  const work = form.workFor?.(parsed.value);
  const counted = await countUses(
    form.limitedUses(parsed.value, visit),
    async () => work !== undefined && takeProof(work, fields[proofField]),
  );
  if (!counted.ok) return refuseUse(counted.error, work);
  const refid = form.ofPayment?.(parsed.value);
  if (refid !== undefined && !(await hasOpened(refid))) return openFirst(form, fields);
  const sent = await form.send(parsed.value, visit);
  return sent.ok ? sent.value : sent.error;
}

/** The field of a form in which a browser sends the proof of its work. */
export const proofField = 'captchaResponse';

function refuseUse({ kind, retryAfter }: TooMany, work: WorkPurpose | undefined): FormRefusal {
  const refusal = tooManyRequests(retryAfter);
  if (kind === 'wait' || work === undefined) return refusal;
  const issues = refusal.issues.map((issue) => ({ ...issue, key: 'errors.tooManyWithoutScripts' as const }));
  return { ...refusal, issues, work };
}

/** The refusal of a limit, here or in the backend. Takes seconds. */
export function tooManyRequests(retryAfter: number): FormRefusal {
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return { issues: [{ field: null, key: 'errors.tooManyRequests', parameters: { minutes } }], status: 429, retryAfter };
}

/** The refusal of a visit that has not opened the payment: its page is shown, and by that opened. */
function openFirst({ name, page }: Pick<SiteForm<never>, 'name' | 'page'>, fields: FormFields): FormRefusal {
  return { issues: [{ field: null, key: 'errors.openFirst' }], startAgain: { form: name, page: page(fields) } };
}

/** The refusal that a fault of the backend comes to: nothing was wrong with the form, and it can be sent again. */
export function backendFailed(key: MessageKey = 'errors.technical'): FormRefusal {
  return { issues: [{ field: null, key }], status: 502 };
}

function readPostVisit(headers: Headers): PostVisit {
  return {
    requestId: headers.get(requestIdHeader),
    clientAddress: headers.get(clientAddressHeader) ?? 'unknown',
    isFramed: isFramedVisit(headers),
  };
}

async function answerRefusal(
  refusal: FormRefusal,
  form: Pick<SiteForm<never>, 'name' | 'page' | 'kept'>,
  fields: FormFields,
  { wantsJson, isFramed }: { readonly wantsJson: boolean; readonly isFramed: boolean },
): Promise<Response> {
  const { status = 422, retryAfter, startAgain, work } = refusal;
  const shown = await putIntoWords(refusal.issues);
  if (startAgain !== undefined) {
    const cookies = [await makeFlashCookie(startAgain.form, { ...shown, values: {} }, isFramed)];
    return wantsJson ? answerJson({ next: startAgain.page }, { cookies }) : answerSeeOther(startAgain.page, cookies);
  }
  if (wantsJson) {
    const asked = work === undefined ? {} : { work: await askForWork(work) };
    return answerJson({ ...shown, ...asked }, { status, retryAfter });
  }
  // The form's page itself is then answered with 429 and Retry-After (middleware.ts).
  const errors: ShownErrors = { ...shown, values: keepValues(form.kept, fields), retryAfter };
  return answerSeeOther(form.page(fields), [await makeFlashCookie(form.name, errors, isFramed)]);
}

async function askForWork(work: WorkPurpose) {
  const [challenge, say] = await Promise.all([setWork(work), loadWords()]);
  return { challenge, says: say({ key: 'errors.workUnderWay' }) };
}

/** Gives the values of the fields that may be kept. A card number that was typed into another field is not (security, row 39). */
export function keepValues(names: readonly string[], fields: FormFields): ShownErrors['values'] {
  const kept = names.map((name) => [name, fields[name] ?? ''] as const);
  return Object.fromEntries(kept.filter(([name, value]) => Object.hasOwn(fields, name) && !looksLikeCardNumber(value)));
}

async function putIntoWords(issues: readonly FormIssue[]): Promise<Omit<ShownErrors, 'values'>> {
  const say = await loadWords();
  const fieldErrors: Record<string, string> = {};
  let formError: string | null = null;
  for (const issue of issues) {
    if (issue.field === null) formError ??= say(issue);
    else fieldErrors[issue.field] ??= say(issue);
  }
  return { fieldErrors, formError };
}

const refusalWords = {
  'not-trusted': 'errors.formNotTrusted',
  'too-large': 'errors.formTooLarge',
  'wrong-type': 'errors.formNotTrusted',
  'too-slow': 'errors.technical',
} as const satisfies Record<RefusedPost, MessageKey>;

async function refusePost(
  reason: RefusedPost,
  form: Pick<SiteForm<never>, 'name' | 'page'>,
  request: Request,
  wantsJson: boolean,
): Promise<Response> {
  logProblem('form.refused', { form: form.name, reason, requestId: request.headers.get(requestIdHeader) });
  const formError = (await loadWords())({ key: refusalWords[reason] });
  if (wantsJson) return answerJson({ fieldErrors: {}, formError }, { status: refusedPosts[reason] });
  const [say, locale] = await Promise.all([loadWords(), getLocale()]);
  return answerPlainPage({
    status: refusedPosts[reason],
    locale,
    title: say({ key: 'errors.pageTitle' }),
    text: formError,
    link: { path: '/', label: say({ key: 'layout.goHome' }) },
    nonce: request.headers.get(nonceHeader) ?? undefined,
  });
}
