import 'server-only';
import { getLocale } from 'next-intl/server';
import { containsCardNumber } from '@/lib/domain/card/detect-card-number';
import { retainedFields } from '@/lib/domain/forms/retained-fields';
import type { Refid } from '@/lib/domain/payment/references';
import type { Result } from '@/lib/domain/result';
import { toHostPrefix } from '@/lib/domain/visit/client-network';
import { jsonResponse, plainPageResponse, seeOtherResponse } from './responses';
import type { SetCookie } from '../session/cookie';
import { readEnvironment } from '../environment';
import { makeFlashCookie, type FlashedForm } from './flash';
import type { FormName } from './flash-cookies';
import { isFramedVisit } from '../visit/framed-visit';
import { isSameOrigin, readFormFields, postErrorStatuses, type FormFields, type PostError } from './form-request';
import { logProblem } from '../log';
import { hasVisited } from '../session/visited-payments';
import {
  createProofOfWorkChallenge,
  redeemProofOfWork,
  type ProofOfWorkPurpose,
  type ProofOfWorkStrength,
  type RequiredProofOfWork,
} from '../security/proof-of-work';
import {
  acceptsProofOfWork,
  consumeRateLimit,
  consumeRateLimits,
  refundRateLimits,
  type RateLimitExceeded,
  type RateLimitName,
  type RateLimitUse,
} from '../security/rate-limits';
import { clientAddressHeader, nonceHeader, requestIdHeader } from '../visit/visit-headers';
import { loadTranslator, type Message, type MessageKey } from '../visit/translator';

/** An issue with a submission: a message for a field, or for the whole form when `field` is null. */
export interface FormIssue extends Message {
  readonly field: string | null;
}

/** What is known of the request that submits a form. */
export interface FormContext {
  readonly requestId: string | null;
  /** As the front saw it; 'unknown' without the front. */
  readonly clientAddress: string;
  /** The form is inside a partner's frame. */
  readonly isFramed: boolean;
  /** The form was sent by a script, which can solve a proof of work. */
  readonly hasScripts: boolean;
}

/** Where an accepted form leads. */
export interface FormSuccess {
  /** A path of this site. */
  readonly next: string;
  readonly cookies?: readonly SetCookie[];
  /** What a script is told beside it. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Why a form was refused: messages for its fields. */
export interface FormRefusal {
  readonly issues: readonly FormIssue[];
  /** 422 unless the backend or a limit is the reason. */
  readonly status?: 422 | 429 | 502 | 503;
  /** Seconds. */
  readonly retryAfter?: number;
  /** A browser with scripts may solve this proof of work and submit again at once. */
  readonly proofOfWork?: RequiredProofOfWork;
  /** Where the payer starts again when the form's page can no longer be shown; the message appears there. */
  readonly startAgain?: {
    readonly form: FormName;
    readonly page: string;
    /** Fill in that form's retained values again. */
    readonly keepsValues?: true;
    /** Fill in these values of its retained fields. */
    readonly values?: FormFields;
    readonly cookies?: readonly SetCookie[];
  };
}

/** The proof of work of one post. It is redeemed once, and covers all that its post needs one for. */
export interface PostedProofOfWork {
  readonly purpose: ProofOfWorkPurpose;
  /** Redeems the proof. Returns its strength, null when the post has no valid one. */
  readonly redeem: () => Promise<ProofOfWorkStrength | null>;
}

export interface FormDefinition<Value> {
  readonly name: FormName;
  /** The URL of the form's page, to which a refused form returns. */
  readonly page: (fields: FormFields) => string;
  /** Fields whose values are filled in again. Never card fields. */
  readonly retainedFields: readonly string[];
  /** Parses the fields; a failure is already the response: what is wrong, or the URL of the current step. */
  readonly parse: (fields: FormFields, visit: FormContext) => Promise<Result<Value, FormRefusal | FormSuccess>>;
  /** The payment that this visit must have visited (security, row 12); without it, or with null, any visit may submit the form. */
  readonly requireVisited?: (value: Value) => Refid | null;
  /**
   * The rate limit by client address that every post consumes before it is parsed. A post that turns out to be invalid counts for
   * `invalidPostsByAddress` instead, as long as that is not used up.
   */
  readonly addressLimit: RateLimitName;
  /** The further rate limits that a submission consumes once it is parsed. */
  readonly rateLimits?: (value: Value, visit: FormContext) => readonly RateLimitUse[];
  /** The proof of work that allows a submission beyond the limits that accept one; by default one for a post of this form by its client. */
  readonly proofOfWork?: (fields: FormFields) => ProofOfWorkPurpose;
  readonly send: (
    value: Value,
    visit: FormContext,
    proof: PostedProofOfWork,
  ) => Promise<Result<FormSuccess, FormRefusal>>;
}

/**
 * The pipeline of every form: origin, type and size, rate limit by address, parse, further rate limits, call, response. A form gets 303 to the next page, or back to its own
 * page with its errors in a sealed flash cookie, with status 429 after a rate limit; a script (`Accept: application/json`) gets `{ next }` with any data, or
 * `{ fieldErrors, formError }` with the words in place.
 */
export function makeFormHandler<Value>(form: FormDefinition<Value>): (request: Request) => Promise<Response> {
  return async (request) => {
    const visit = readFormContext(request.headers);
    const { hasScripts: wantsJson } = visit;
    const refuse = (reason: PostError) => postErrorResponse(reason, form, request, wantsJson);

    if (!isSameOrigin(request.headers, readEnvironment().publicOrigin)) return refuse('not-trusted');
    const fields = await readFormFields(request);
    if (!fields.ok) return refuse(fields.error);

    const answer = await processForm(form, fields.value, visit);
    if (!('next' in answer))
      return refusalResponse(answer, form, fields.value, { wantsJson, isFramed: visit.isFramed });
    const { next, cookies, data } = answer;
    return wantsJson ? jsonResponse({ ...data, next }, { cookies }) : seeOtherResponse(next, cookies);
  };
}

async function processForm<Value>(
  form: FormDefinition<Value>,
  fields: FormFields,
  visit: FormContext,
): Promise<FormSuccess | FormRefusal> {
  const address = toHostPrefix(visit.clientAddress);
  const purpose = form.proofOfWork?.(fields) ?? { for: 'form', subject: `${form.name} ${address}` };
  let redeemed: Promise<ProofOfWorkStrength | null> | null = null;
  const redeem = () => (redeemed ??= redeemProofOfWork(purpose, fields[proofOfWorkField]));
  const hasProof = async () => (await redeem()) !== null;

  const byAddress: RateLimitUse = { limit: form.addressLimit, key: address };
  const hardLimit: RateLimitUse = { limit: 'postsByAddressHardLimit', key: `${form.addressLimit} ${address}` };
  const posted = await consumeRateLimits(
    acceptsProofOfWork(byAddress) ? [byAddress, hardLimit] : [byAddress],
    hasProof,
  );
  if (!posted.ok) return refuseRateLimited(posted.error, purpose);
  const parsed = await form.parse(fields, visit);
  if (!parsed.ok) {
    const isCounted = (await consumeRateLimit({ limit: 'invalidPostsByAddress', key: address })) === null;
    if (isCounted) await refundRateLimits([byAddress]);
    return parsed.error;
  }
  const counted = await consumeRateLimits(form.rateLimits?.(parsed.value, visit) ?? [], hasProof);
  if (!counted.ok) return refuseRateLimited(counted.error, purpose);
  const refid = form.requireVisited?.(parsed.value) ?? null;
  if (refid !== null && !(await hasVisited(refid))) return refuseUnvisited(form, fields);
  const sent = await form.send(parsed.value, visit, { purpose, redeem });
  return sent.ok ? sent.value : sent.error;
}

/** The form field with the proof of work. */
const proofOfWorkField = 'captchaResponse';

/** The refusal after a rate limit of the site, with the proof of work that it yields to, if any. */
export function refuseRateLimited({ kind, retryAfter }: RateLimitExceeded, purpose: ProofOfWorkPurpose): FormRefusal {
  const refusal = tooManyRequests(retryAfter);
  if (kind === 'wait') return refusal;
  const issues = refusal.issues.map((issue) => ({ ...issue, key: 'errors.tooManyWithoutScripts' as const }));
  return { ...refusal, issues, proofOfWork: purpose };
}

/** The refusal after a rate limit, ours or the backend's. Takes seconds. */
export function tooManyRequests(retryAfter: number): FormRefusal {
  const minutes = Math.max(1, Math.ceil(retryAfter / 60));
  return { issues: [{ field: null, key: 'errors.tooManyRequests', parameters: { minutes } }], status: 429, retryAfter };
}

/** Refuses a visit that has not visited the payment: its page is shown, and so visited. */
function refuseUnvisited(
  { name, page }: Pick<FormDefinition<never>, 'name' | 'page'>,
  fields: FormFields,
): FormRefusal {
  return { issues: [{ field: null, key: 'errors.paymentNotVisited' }], startAgain: { form: name, page: page(fields) } };
}

/** The refusal after a fault of the backend: the form was valid and can be submitted again. */
export function backendFailed(key: MessageKey = 'errors.technical'): FormRefusal {
  return { issues: [{ field: null, key }], status: 502 };
}

function readFormContext(headers: Headers): FormContext {
  return {
    requestId: headers.get(requestIdHeader),
    clientAddress: headers.get(clientAddressHeader) ?? 'unknown',
    isFramed: isFramedVisit(headers),
    hasScripts: headers.get('accept')?.includes('application/json') ?? false,
  };
}

async function refusalResponse(
  refusal: FormRefusal,
  form: Pick<FormDefinition<never>, 'name' | 'page' | 'retainedFields'>,
  fields: FormFields,
  { wantsJson, isFramed }: { readonly wantsJson: boolean; readonly isFramed: boolean },
): Promise<Response> {
  const { status = 422, retryAfter, startAgain, proofOfWork: purpose } = refusal;
  const shown = await translateIssues(refusal.issues);
  if (startAgain !== undefined) {
    const submitted = startAgain.keepsValues === true ? fields : {};
    const values = pickRetainedValues(retainedFields[startAgain.form], { ...submitted, ...startAgain.values });
    const flash = await makeFlashCookie(startAgain.form, { ...shown, values }, isFramed);
    const cookies = [...(startAgain.cookies ?? []), flash];
    return wantsJson
      ? jsonResponse({ next: startAgain.page }, { cookies })
      : seeOtherResponse(startAgain.page, cookies);
  }
  if (wantsJson) {
    const proofOfWorkRequest = purpose === undefined ? {} : { proofOfWork: await makeProofOfWorkRequest(purpose) };
    return jsonResponse({ ...shown, ...proofOfWorkRequest }, { status, retryAfter });
  }
  // The form's page itself is then answered with 429 and Retry-After (middleware.ts).
  const errors: FlashedForm = { ...shown, values: pickRetainedValues(form.retainedFields, fields), retryAfter };
  return seeOtherResponse(form.page(fields), [await makeFlashCookie(form.name, errors, isFramed)]);
}

async function makeProofOfWorkRequest(purpose: ProofOfWorkPurpose) {
  const [challenge, t] = await Promise.all([createProofOfWorkChallenge(purpose), loadTranslator()]);
  return { challenge, message: t({ key: 'errors.proofOfWorkInProgress' }) };
}

/** Returns the values of the retained fields. A card number that was typed into one of them is dropped (security, row 39). */
export function pickRetainedValues(names: readonly string[], fields: FormFields): FlashedForm['values'] {
  const kept = names.map((name) => [name, fields[name] ?? ''] as const);
  return Object.fromEntries(kept.filter(([name, value]) => Object.hasOwn(fields, name) && !containsCardNumber(value)));
}

async function translateIssues(issues: readonly FormIssue[]): Promise<Omit<FlashedForm, 'values'>> {
  const t = await loadTranslator();
  const fieldErrors: Record<string, string> = {};
  let formError: string | null = null;
  for (const issue of issues) {
    if (issue.field === null) formError ??= t(issue);
    else fieldErrors[issue.field] ??= t(issue);
  }
  return { fieldErrors, formError };
}

const postErrorMessages = {
  'not-trusted': 'errors.formNotTrusted',
  'too-large': 'errors.formTooLarge',
  'wrong-type': 'errors.formNotTrusted',
  'too-slow': 'errors.technical',
} as const satisfies Record<PostError, MessageKey>;

async function postErrorResponse(
  reason: PostError,
  form: Pick<FormDefinition<never>, 'name' | 'page'>,
  request: Request,
  wantsJson: boolean,
): Promise<Response> {
  logProblem('form.refused', { form: form.name, reason, requestId: request.headers.get(requestIdHeader) });
  const formError = (await loadTranslator())({ key: postErrorMessages[reason] });
  if (wantsJson) return jsonResponse({ fieldErrors: {}, formError }, { status: postErrorStatuses[reason] });
  const [t, locale] = await Promise.all([loadTranslator(), getLocale()]);
  return plainPageResponse({
    status: postErrorStatuses[reason],
    locale,
    title: t({ key: 'errors.pageTitle' }),
    text: formError,
    link: { path: '/', label: t({ key: 'layout.goHome' }) },
    nonce: request.headers.get(nonceHeader) ?? undefined,
  });
}
