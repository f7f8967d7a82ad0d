import { parseArgs } from 'node:util';
import { OperatorError, type OperatorClient } from '../operator-client';
import { formatCloseAsCsv, formatCloseAsText } from './close-formats';
import { closeSchema, type DailyClose } from './daily-close';

export const usage = `npm run ops -- close [--date 2026-11-30] [--format text|csv|json]
                               the daily close of a day in Malaysia, by default the last one that is over, from the journal`;

/** Long: the whole journal is read. */
const readingMs = 5 * 60_000;

const formats = {
  text: formatCloseAsText,
  csv: formatCloseAsCsv,
  json: (close: DailyClose) => JSON.stringify(close, null, 2),
} as const;

function isFormat(name: string): name is keyof typeof formats {
  return Object.hasOwn(formats, name);
}

function parse(parameters: readonly string[]) {
  const options = { date: { type: 'string' }, format: { type: 'string', default: 'text' } } as const;
  try {
    return parseArgs({ args: [...parameters], options }).values;
  } catch {
    throw new OperatorError(usage);
  }
}

/**
 * `npm run ops -- close …`: returns the output. Throws an OperatorError if the operator must fix something: also with the output, if a check of the
 * close has failed.
 */
export async function runCloseCommand(backend: OperatorClient, parameters: readonly string[]): Promise<string> {
  const { date, format } = parse(parameters);
  if (!isFormat(format)) throw new OperatorError(usage);
  const path = date === undefined ? '/close' : `/close?${new URLSearchParams({ date }).toString()}`;
  const close = closeSchema.parse(await backend.call('GET', path, undefined, readingMs));
  const output = formats[format](close);
  if (close.checks.some(({ errors }) => errors.length > 0)) throw new OperatorError(output);
  return output;
}
