import * as z from 'zod/mini';
import type { Result } from '../result';
import type { FormMessage } from './form-message';
import type { FormMessageKey } from './form-message-keys';
import '../zod-without-eval';

/** A text field as forms send it. A missing one is empty, and so is a group of radio buttons without a choice, which React Hook Form gives as null. */
export const textSchema = z.pipe(
  z.nullish(z.string()),
  z.transform((text) => text ?? ''),
);

/** The part of a transform's context that collects issues. */
interface IssueContext {
  readonly issues: z.core.$ZodRawIssue[];
}

/** Reports a message for a field (path) of the form, or for the value itself without a path. */
export function reportMessage(sink: IssueContext, message: FormMessage, ...path: string[]): void {
  sink.issues.push({ code: 'custom', params: { ...message }, path, input: undefined });
}

/** Creates the schema of a required field: `emptyKey` is the message for an empty value, `key` for an invalid one. */
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

/** Creates the schema of an optional field: an empty value is undefined. */
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
