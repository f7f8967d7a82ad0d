import 'server-only';
import type * as z from 'zod/mini';
import { toFieldErrors, formLevelField } from '@/lib/domain/forms/field-errors';
import { failure, success, type Result } from '@/lib/domain/result';
import type { FormRefusal } from './form-pipeline';
import type { FormFields } from './form-request';

/** Parses a form's fields by its schema of lib/domain/forms; each issue carries the key of its words. */
export function parseForm<Schema extends z.ZodMiniType>(
  schema: Schema,
  fields: FormFields,
): Result<z.output<Schema>, FormRefusal> {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return success(parsed.data);
  const errors = Object.entries(toFieldErrors(parsed.error.issues));
  return failure({
    issues: errors.map(([field, { key, params }]) => ({
      field: field === formLevelField ? null : field,
      key,
      parameters: params,
    })),
  });
}
