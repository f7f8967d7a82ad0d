import { framedHeader } from '@/lib/domain/visit/framed-header';
import { submissionTimeout } from './submission-timeout';

/** A proof of work that the server requires, and the message to show while it is solved. */
export interface ProofOfWorkRequest {
  readonly challenge: object;
  readonly message: string;
}

/** Why a submission got no usable response. */
export type SubmissionFailure = 'network' | 'aborted' | 'timeout' | 'no-answer';

/** The result of a form submitted by `fetch`. */
export type SubmissionResult =
  | { readonly kind: 'accepted'; readonly next: string }
  | {
      readonly kind: 'rejected';
      readonly fieldErrors: Readonly<Record<string, string>>;
      readonly formError: string | null;
      /** The decision is final: the next submission is a new request with a new idempotency key. */
      readonly isFinal: boolean;
      /** The server does not know the outcome. */
      readonly isUnknown: boolean;
      readonly proofOfWork: ProofOfWorkRequest | null;
    }
  | { readonly kind: 'failed'; readonly reason: SubmissionFailure };

/**
 * Posts a form's fields as a browser does, and accepts JSON. Never throws. `abort` ends the request before its answer, as the timeout of
 * 40 s does.
 */
export async function submitForm(
  action: string,
  fields: URLSearchParams,
  abort = new AbortController(),
): Promise<SubmissionResult> {
  const timer = setTimeout(() => abort.abort(new DOMException('', 'TimeoutError')), submissionTimeout);
  try {
    const response = await fetch(action, {
      method: 'POST',
      body: fields,
      // In a partner's frame the server sets partitioned cookies.
      headers: { accept: 'application/json', ...(window.self !== window.top && { [framedHeader]: '1' }) },
      signal: abort.signal,
    });
    return parseResponse(await response.text(), response.status);
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'TimeoutError') return { kind: 'failed', reason: 'timeout' };
    return { kind: 'failed', reason: name === 'AbortError' ? 'aborted' : 'network' };
  } finally {
    clearTimeout(timer);
  }
}

interface ProofOfWorkOptions {
  readonly abort: AbortController;
  /** The field that carries a solved proof of work. */
  readonly field: string;
  /** Called with the message to show while it is solved, then with an empty string. */
  readonly onStatus: (status: string) => void;
  readonly onSolved: (solution: string) => void;
}

/** The server may ask for an ordinary proof of work, and then for a harder one. */
const maxProofs = 2;

/**
 * Submits a form, and again with a solved proof of work when the server requires one. If it cannot be solved, the rejection is the result.
 */
export async function submitWithProofOfWork(
  action: string,
  fields: URLSearchParams,
  { abort, field, onStatus, onSolved }: ProofOfWorkOptions,
): Promise<SubmissionResult> {
  let submitted = await submitForm(action, fields, abort);
  for (let proofs = 0; proofs < maxProofs; proofs += 1) {
    if (submitted.kind !== 'rejected' || submitted.proofOfWork === null) return submitted;
    const solver = await import('./solve-proof-of-work').catch(() => null);
    if (solver === null) return submitted;
    onStatus(submitted.proofOfWork.message);
    const solution = await solver.solveProofOfWork(submitted.proofOfWork.challenge);
    onStatus('');
    if (abort.signal.aborted) return { kind: 'failed', reason: 'aborted' };
    if (solution === null) return submitted;
    onSolved(solution);
    fields.set(field, solution);
    submitted = await submitForm(action, fields, abort);
  }
  return submitted;
}

function parseResponse(text: string, status: number): SubmissionResult {
  const body = parseObject(text);
  const next = body?.['next'];
  if (typeof next === 'string' && /^\/(?![/\\])/.test(next)) return { kind: 'accepted', next };
  const errors = body?.['fieldErrors'];
  if (typeof errors !== 'object' || errors === null) return { kind: 'failed', reason: 'no-answer' };
  const fieldErrors = Object.fromEntries(
    Object.entries(errors).flatMap(([name, message]) => (typeof message === 'string' ? [[name, message]] : [])),
  );
  const formError = body?.['formError'];
  return {
    kind: 'rejected',
    fieldErrors,
    formError: typeof formError === 'string' ? formError : null,
    isFinal: status === 422,
    isUnknown: status >= 500,
    proofOfWork: parseProofOfWork(body?.['proofOfWork']),
  };
}

function parseProofOfWork(request: unknown): ProofOfWorkRequest | null {
  if (typeof request !== 'object' || request === null || !('challenge' in request && 'message' in request)) return null;
  const { challenge, message } = request;
  return typeof challenge === 'object' && challenge !== null && typeof message === 'string'
    ? { challenge, message }
    : null;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : null;
  } catch {
    return null;
  }
}
