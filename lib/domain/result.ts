/** The result of a step that can fail in an expected way: a value, or an error that the caller must handle. Bugs throw instead. */
export type Result<Value, Failure> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly error: Failure };

export function success<Value>(value: Value): { readonly ok: true; readonly value: Value } {
  return { ok: true, value };
}

export function failure<const Failure>(error: Failure): { readonly ok: false; readonly error: Failure } {
  return { ok: false, error };
}
