import 'server-only';
import { failure, success, type Result } from '@/lib/domain/result';

/** Fields of a form post. A field that is sent twice counts as it was sent last. */
export type FormFields = Readonly<Record<string, string>>;

/** Why a post is rejected before parsing, with its HTTP status. */
export const postErrorStatuses = {
  'not-trusted': 403,
  'too-large': 413,
  'wrong-type': 415,
  'too-slow': 408,
} as const;
export type PostError = keyof typeof postErrorStatuses;

/** Maximum bytes of a form, and milliseconds in which it must arrive. */
export const maxFormBytes = 32 * 1024;
const uploadTimeout = 15_000;

/**
 * Returns whether a post comes from our own origin: `Origin` is there and is our own, and `Sec-Fetch-Site`, where a browser sends it,
 * agrees. Security, row 22. Posts from banks are verified by their signatures instead.
 */
export function isSameOrigin(headers: Headers, publicOrigin: string): boolean {
  const site = headers.get('sec-fetch-site');
  return headers.get('origin') === publicOrigin && (site === null || site === 'same-origin');
}

/** Reads the fields of a post: `application/x-www-form-urlencoded`, no larger than `largest` bytes, here in time. */
export async function readFormFields(
  request: Request,
  largest: number = maxFormBytes,
): Promise<Result<FormFields, Exclude<PostError, 'not-trusted'>>> {
  const text = await readPostBody(request, ['application/x-www-form-urlencoded'], largest);
  return text.ok ? success(Object.fromEntries(new URLSearchParams(text.value))) : text;
}

/** Reads the body of a post of one of the types, no larger than `largest` bytes, here in time. */
export async function readPostBody(
  request: Request,
  types: readonly string[],
  largest: number,
): Promise<Result<string, Exclude<PostError, 'not-trusted'>>> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!types.includes(type)) return failure('wrong-type');
  if (Number(request.headers.get('content-length') ?? 0) > largest) return failure('too-large');
  return readText(request.body, largest);
}

async function readText(
  body: ReadableStream<Uint8Array> | null,
  largest: number,
): Promise<Result<string, 'too-large' | 'too-slow'>> {
  if (body === null) return success('');
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    void reader.cancel();
  }, uploadTimeout);
  try {
    let text = '';
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (isLate) return failure('too-slow');
      if (done) return success(text + decoder.decode());
      size += value.byteLength;
      if (size > largest) {
        void reader.cancel();
        return failure('too-large');
      }
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    clearTimeout(timer);
  }
}
