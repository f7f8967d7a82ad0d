import { failure } from '../result';
import type { FormMessage } from './form-message';

/** A field of the payment form and why it is refused. */
export interface FieldRefusal {
  readonly field: string;
  readonly message: FormMessage;
}

/** Refuses one field. */
export function refuseField(
  field: string,
  message: FormMessage,
): { readonly ok: false; readonly error: readonly FieldRefusal[] } {
  return failure([{ field, message }]);
}
