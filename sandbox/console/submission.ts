import { ZodError } from 'zod';
import type { Result } from '@/lib/domain/result';
import type { ControlRefusal, SandboxControls } from '../controls/controls';
import type { Flash } from './flash';

/** The fields of a form by name. */
export type Fields = Readonly<Record<string, string>>;

interface Success {
  readonly message: string;
  readonly link?: Flash['link'];
  /** The payment's page in the console. */
  readonly paymentPath?: string;
  /** A redirect target outside the console. */
  readonly redirectTo?: string;
}

type Failure = Pick<Flash, 'message' | 'errors'>;

export type Submission = ({ readonly isError: false } & Success) | ({ readonly isError: true } & Failure);

/** A form of the console: it maps the typed values to a control, and the control's result to a message. */
export interface ConsoleForm {
  /** The last segment of the path that it posts to. */
  readonly name: string;
  /** The path of the page to redirect to. */
  returnPath(fields: Fields): string;
  /** The section of that page that shows the result: the form's name by default. */
  section?(fields: Fields): string;
  submit(controls: SandboxControls, fields: Fields): Promise<Submission>;
  /** What was typed stays also after a success, for the next one like it. */
  readonly keepsTyped?: boolean;
}

/** Maps the path of an invalid field of the control (such as `items.0.amount`) to a field of the form and a message. */
export type DescribeFieldError = (path: string) => { readonly field: string; readonly message: string } | null;

/** Maps fields of a control to messages under the same name on the form. */
export function describeFieldErrors(messages: Readonly<Record<string, string>>): DescribeFieldError {
  return (path) => {
    const message = messages[path];
    return message === undefined ? null : { field: path, message };
  };
}

function toFailure(
  fieldErrors: readonly (readonly [path: string, why: string])[],
  describeError: DescribeFieldError,
): Submission {
  const errors: Record<string, string> = {};
  const general: string[] = [];
  for (const [path, why] of fieldErrors) {
    const fieldError = describeError(path);
    if (fieldError === null) general.push(path === '' ? why : `${path}: ${why}`);
    else errors[fieldError.field] = fieldError.message;
  }
  const message = general.length > 0 ? `Nothing was done: ${general.join('; ')}.` : 'Nothing was done. Correct this:';
  return { isError: true, message, errors };
}

/** Runs a control, and describes its result. */
export async function runControl<Value>(
  use: () => Promise<Result<Value, ControlRefusal>>,
  describe: (value: Value) => Success | Submission,
  describeError: DescribeFieldError = () => null,
): Promise<Submission> {
  try {
    const result = await use();
    if (result.ok) {
      const described = describe(result.value);
      return 'isError' in described ? described : { isError: false, ...described };
    }
    return toFailure([[result.error.field ?? '', result.error.why]], describeError);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    return toFailure(
      error.issues.map(({ path, message }) => [path.join('.'), message]),
      describeError,
    );
  }
}

/** The fields that are not empty, trimmed. */
export function trimFields(fields: Fields): Fields {
  const trimmed = Object.entries(fields).map(([name, value]) => [name, value.trim()] as const);
  return Object.fromEntries(trimmed.filter(([, value]) => value !== ''));
}

/** Parses how often something is to happen: at least once; NaN for anything else. */
export function readCount(text: string | undefined): number {
  const count = readNumber(text);
  return count < 1 ? NaN : count;
}

/** Parses a typed number; NaN for anything else, which every control refuses. */
export function readNumber(text: string | undefined): number {
  return text === undefined || text.trim() === '' ? NaN : Number(text);
}
