import { parseArgs } from 'node:util';
import { OperatorError, type OperatorClient } from './operator-client';

export const usage = `npm run ops -- review                            lists the review queue
npm run ops -- review close ID --note NOTE      closes an entry with a note`;

function readNote(parameters: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...parameters], options: { note: { type: 'string' } } }).values.note;
  } catch {
    throw new OperatorError(usage);
  }
}

/** `npm run ops -- review …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runReviewCommand(
  backend: OperatorClient,
  [command, id, ...rest]: readonly string[],
): Promise<unknown> {
  if (command === undefined) return backend.call('GET', '/review');
  const note = readNote(rest);
  if (command !== 'close' || id === undefined || note === undefined) throw new OperatorError(usage);
  return backend.call('POST', `/review/${encodeURIComponent(id)}/close`, { note });
}
