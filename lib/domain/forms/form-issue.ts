import * as z from 'zod/mini';
import type { Result } from '../result';
import type { FormMessage } from './form-message';
import type { FormMessageKey } from './form-message-keys';

// In a browser, zod would try whether it may compile code, which our policy forbids and would report as an attack.
if ('document' in globalThis) z.config({ jitless: true });

/** A text field as forms send it. A missing one is empty, and so is a group of radio buttons without a choice, which React Hook Form gives as null. */
export const textSchema = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);

/** What a transform is handed to report issues with. */
interface IssueContext {
  readonly issues: z.core.$ZodRawIssue[];
}

/** Reports a message for a field (path) of the form, or for the value itself when no field is named. */
export function reportMessage(sink: IssueContext, message: FormMessage, ...path: string[]): void {
  sink.issues.push({ code: 'custom', params: { ...message }, path, input: undefined });
}

/** Makes the schema of a field that must be filled in: `emptyKey` is its message when empty, `key` when its rule refuses it. */
export function requiredField<Value>(
  parse: (text: string) => Result<Value, unknown>,
  key: FormMessageKey,
  emptyKey: FormMessageKey = key,
) {
  return z.pipe(
    textSchema,
    z.transform((text, context) => {
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      reportMessage(context, { key: text.trim() === '' ? emptyKey : key });
      return z.NEVER;
    }),
  );
}

/** Makes the schema of a field that may stay empty: then it is undefined. */
export function optionalField<Value>(parse: (text: string) => Result<Value, unknown>, key: FormMessageKey) {
  return z.pipe(
    textSchema,
    z.transform((text, context) => {
      if (text.trim() === '') return undefined;
      const parsed = parse(text);
      if (parsed.ok) return parsed.value;
      reportMessage(context, { key });
      return z.NEVER;
    }),
  );
}

/** A checkbox: browsers send `on` when it is ticked and nothing when it is not; a script sends a boolean. */
export const checkboxSchema = z.pipe(
  z._default(z.unknown(), false),
  z.transform((value) => value === true || value === 'on' || value === 'true'),
);
