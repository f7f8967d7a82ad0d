import { z } from 'zod';

/** The documentation of an environment variable. */
export interface VariableNote {
  /** The accepted values: the end of a sentence that begins with '… must be'. Given if the schema's own note is not enough. */
  readonly expected?: string;
  /** Its purpose, one sentence without the full stop. */
  readonly about?: string;
  /** The meaning of an empty value, if it is not a fixed default. */
  readonly fallback?: string;
  /** An example value for `.env.example`, if there is no default. */
  readonly example?: string;
  /** It appears in no message, log or page, and is passed only to the processes that read it. */
  readonly isSecret?: boolean;
  /** Listed in README.md. */
  readonly isEssential?: boolean;
}

/** The notes on each variable and on each form of a value. */
export const notes = z.registry<VariableNote>();

export interface VariableDescription extends VariableNote {
  readonly expected: string;
  readonly about: string;
  /** The meaning of an empty value; undefined when it has none. */
  readonly defaultValue: string | undefined;
}

/** Returns the documentation of a variable by its schema: its own note, else that of its value schema. */
export function describeVariable(schema: z.core.$ZodType): VariableDescription {
  const inner = schema instanceof z.ZodOptional || schema instanceof z.ZodPrefault ? schema.unwrap() : schema;
  const note = { expected: 'set', about: '', ...notes.get(inner), ...notes.get(schema) };
  const fixed = schema instanceof z.ZodPrefault ? String(schema.def.defaultValue) : undefined;
  return { ...note, defaultValue: note.fallback ?? fixed };
}
