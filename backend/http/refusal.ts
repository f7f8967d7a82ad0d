import type { GeneralErrorCode } from '@/lib/contract/call';

/** Why a call is refused, in the contract's codes; `parameters` are those of the code. */
export interface Refusal<Code extends string> {
  readonly code: Code;
  readonly parameters?: Readonly<Record<string, string | number>>;
  /** Seconds after which the call may be repeated. */
  readonly retryAfter?: number;
}

/** Returns a call's refusal as a failed Result. */
export function refuse<const Code extends string>(
  code: Code,
  parameters?: Readonly<Record<string, string | number>>,
): { readonly ok: false; readonly error: Refusal<Code> } {
  return { ok: false, error: parameters === undefined ? { code } : { code, parameters } };
}

export type GeneralRefusal = Refusal<GeneralErrorCode>;
