import type { z } from 'zod';
import { failure, success, type Result } from '@/lib/domain/result';
import { describeVariable } from './variable-notes';

/** The variables of an environment, as a process has them. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The errors of an environment: one line for each variable. */
export type ConfigurationErrors = readonly string[];

/** A value may contain a password by mistake: a URL with a user, a key in the wrong variable. */
const secretPattern = /[@]|-----BEGIN/;
const maxQuotedLength = 80;

function describeError(schema: z.ZodObject<z.ZodRawShape>, name: string, text: string | undefined): string {
  const variable = schema.shape[name];
  const { expected, isSecret } =
    variable === undefined ? { expected: 'set', isSecret: true } : describeVariable(variable);
  if (text === undefined) return `${name} must be set: ${expected}.`;
  const isRepeated = isSecret !== true && !secretPattern.test(text) && text.length <= maxQuotedLength;
  return `${name} must be ${expected}${isRepeated ? `, not '${text}'` : ''}.`;
}

/**
 * Reads some variables; an empty one counts as not set, since shells and containers pass unset ones so. The error has a line for each
 * invalid variable: its name, what it must be, and its value unless that is secret.
 */
export function readVariables<Schema extends z.ZodObject<z.ZodRawShape>>(
  schema: Schema,
  environment: Variables,
): Result<z.output<Schema>, ConfigurationErrors> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => (environment[name]?.trim() ? [[name, environment[name].trim()]] : [])),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return success(parsed.data);
  const wrong = new Set(parsed.error.issues.map(({ path }) => String(path[0])));
  return failure([...wrong].map((name) => describeError(schema, name, given[name])));
}

/** Returns the error lines of several results, without duplicates. */
export function listErrors(...results: readonly Result<unknown, ConfigurationErrors>[]): ConfigurationErrors {
  return [...new Set(results.flatMap((result) => (result.ok ? [] : result.error)))];
}
