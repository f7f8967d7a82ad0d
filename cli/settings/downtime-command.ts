import { parseArgs } from 'node:util';
import { OperatorError, type OperatorClient } from '../operator-client';

export const usage = `npm run ops -- downtime list
npm run ops -- downtime add TARGET --until 2026-11-30T06:00:00+08:00 [--from 2026-11-30T02:00:00+08:00] [--message WORDS]
                               of a method, bank, wallet or carrier; without --from it begins now;
                               WORDS are shown in place of the site's own
npm run ops -- downtime end TARGET`;

const options = { from: { type: 'string' }, until: { type: 'string' }, message: { type: 'string' } } as const;

function readOptions(parameters: readonly string[]) {
  try {
    return parseArgs({ args: [...parameters], options }).values;
  } catch {
    throw new OperatorError(usage);
  }
}

/** `npm run ops -- downtime …`: returns the downtimes. Throws an OperatorError if the operator must fix something. */
export async function runDowntimeCommand(
  backend: OperatorClient,
  [command, target, ...parameters]: readonly string[],
): Promise<unknown> {
  if (command === 'list') return backend.call('GET', '/downtimes');
  if (target === undefined) throw new OperatorError(usage);
  if (command === 'end') return backend.call('DELETE', `/downtimes/${encodeURIComponent(target)}`);
  const { from, until, message } = readOptions(parameters);
  if (command !== 'add' || until === undefined) throw new OperatorError(usage);
  return backend.call('POST', '/downtimes', { target, from, until, message });
}
