import { ZodError } from 'zod';
import type { Result } from '@/lib/domain/result';
import type { ControlRefusal, SandboxControls } from '../controls/controls';
import type { Flash } from './flash';

/** What a form sends, by name. */
export type Fields = Readonly<Record<string, string>>;

interface Done {
  readonly says: string;
  readonly link?: Flash['link'];
  /** Away from the console. */
  readonly leadsTo?: string;
}

type Wrong = Pick<Flash, 'says' | 'errors'>;

export type Submission = ({ readonly isWrong: false } & Done) | ({ readonly isWrong: true } & Wrong);

/** A form of the console: it turns what was typed into what a control takes, and what the control says into plain words. */
export interface ConsoleForm {
  /** The last part of the address that it posts to. */
  readonly name: string;
  /** The path of the page that the answer leads back to. */
  backTo(fields: Fields): string;
  /** The section of that page in which the answer is said: the one of the form's name, unless it is another. */
  section?(fields: Fields): string;
  submit(controls: SandboxControls, fields: Fields): Promise<Submission>;
}

/** Where on the form, and in which words, it is said that a field of the control (its path, such as `items.0.amount`) is wrong. */
export type Complain = (path: string) => { readonly field: string; readonly says: string } | null;

/** Says of each field of a control, under its own name on the form, these words. */
export function complainOf(words: Readonly<Record<string, string>>): Complain {
  return (path) => {
    const says = words[path];
    return says === undefined ? null : { field: path, says };
  };
}

function toWrong(complaints: readonly (readonly [path: string, why: string])[], complain: Complain): Submission {
  const errors: Record<string, string> = {};
  const general: string[] = [];
  for (const [path, why] of complaints) {
    const complaint = complain(path);
    if (complaint === null) general.push(path === '' ? why : `${path}: ${why}`);
    else errors[complaint.field] = complaint.says;
  }
  const says = general.length > 0 ? `Nothing was done: ${general.join('; ')}.` : 'Nothing was done: see below.';
  return { isWrong: true, says, errors };
}

/** Uses a control, and says what came of it. */
export async function useControl<Value>(
  use: () => Promise<Result<Value, ControlRefusal>>,
  describe: (value: Value) => Done,
  complain: Complain = () => null,
): Promise<Submission> {
  try {
    const result = await use();
    if (result.ok) return { isWrong: false, ...describe(result.value) };
    return toWrong([[result.error.field ?? '', result.error.why]], complain);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    return toWrong(
      error.issues.map(({ path, message }) => [path.join('.'), message]),
      complain,
    );
  }
}

/** The fields that are not empty, without the blanks around them. */
export function trimFields(fields: Fields): Fields {
  const trimmed = Object.entries(fields).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

/** Reads a number that was typed; what is none is NaN, which every control refuses. */
export function readNumber(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? NaN : Number(text);
}
