/** Milliseconds that a sending may take. Specification, section 7. */
export const sendTimeLimit = 40_000;

/** Work that the server asks for before it takes the form: its challenge, judged by whoever does it, and words for the payer. */
export interface AskedWork {
  readonly challenge: object;
  readonly says: string;
}

/** What became of a form that a script has sent. */
export type Sent =
  | { readonly kind: 'accepted'; readonly next: string }
  | {
      readonly kind: 'refused';
      readonly fieldErrors: Readonly<Record<string, string>>;
      readonly formError: string | null;
      /** The server has judged the form: another sending is a new act, under a new key. */
      readonly isFinal: boolean;
      readonly work: AskedWork | null;
    }
  | { readonly kind: 'failed'; readonly reason: 'network' | 'aborted' | 'timeout' | 'no-answer' };

/** Sends a form's fields the way the browser would, and asks for the answer as data. Never throws. */
export async function sendForm(address: string, fields: URLSearchParams, timeLimit = sendTimeLimit): Promise<Sent> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: fields,
      // In a partner's frame cookies must be the frame's own.
      headers: { accept: 'application/json', ...(window.self !== window.top && { 'x-ebill-framed': '1' }) },
      signal: AbortSignal.timeout(timeLimit),
    });
    return readAnswer(await response.text(), response.status);
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'TimeoutError') return { kind: 'failed', reason: 'timeout' };
    return { kind: 'failed', reason: name === 'AbortError' ? 'aborted' : 'network' };
  }
}

function readAnswer(text: string, status: number): Sent {
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
    kind: 'refused',
    fieldErrors,
    formError: typeof formError === 'string' ? formError : null,
    isFinal: status === 422,
    work: readWork(body?.['work']),
  };
}

function readWork(work: unknown): AskedWork | null {
  if (typeof work !== 'object' || work === null || !('challenge' in work && 'says' in work)) return null;
  const { challenge, says } = work;
  return typeof challenge === 'object' && challenge !== null && typeof says === 'string' ? { challenge, says } : null;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? { ...body } : null;
  } catch {
    return null;
  }
}
