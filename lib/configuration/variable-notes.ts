import { z } from 'zod';

/** The documentation of an environment variable. */
export interface VariableNote {
  /** What its value must be: the end of a sentence that begins with '… must be'. Said where its form does not say it. */
  readonly expected?: string;
  /** What it is for, one plain sentence without its full stop. */
  readonly about?: string;
  /** The meaning of an empty value, if it is not a fixed default. */
  readonly fallback?: string;
  /** A value for the reader of `.env.example`, where an empty one has no default. */
  readonly example?: string;
  /** No message, log or page ever repeats it, and it is given only to the processes that read it. */
  readonly isSecret?: boolean;
  /** One of the few that README.md shows. */
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
