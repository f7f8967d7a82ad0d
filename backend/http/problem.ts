import { generalErrors, type GeneralErrorCode, type Problem } from '@/lib/contract/call';

/** Gives an error answer (RFC 9457). Its words are for people who read logs; payers get the site's own. */
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
