import { generalErrors, type GeneralErrorCode, type Problem } from '@/lib/contract/call';

/** Builds an error response (RFC 9457). Its title is for logs; payers see the site's messages. */
export function describeProblem(
  call: string,
  status: number,
  code: string,
  more: Pick<Problem, 'retryAfter' | 'parameters'> = {},
): Problem {
  return { type: `urn:ebill:${code}`, title: code.replaceAll('-', ' '), status, code, call, ...more };
}

export function describeGeneralProblem(call: string, code: GeneralErrorCode, retryAfter?: number): Problem {
  return describeProblem(call, generalErrors[code], code, retryAfter === undefined ? {} : { retryAfter });
}
