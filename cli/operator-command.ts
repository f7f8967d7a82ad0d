import { parseArgs } from 'node:util';
import { OperatorError, type OperatorClient } from './operator-client';

export const usage = `npm run ops -- operator list
npm run ops -- operator add NAME                adds a named operator, and prints the key once
npm run ops -- operator disable NAME            refuses the operator's key from now on
npm run ops -- operator actions [--of SUBJECT]  lists what operators have done, the latest first`;

function readSubject(parameters: readonly string[]): string | undefined {
  try {
    return parseArgs({ args: [...parameters], options: { of: { type: 'string' } } }).values.of;
  } catch {
    throw new OperatorError(usage);
  }
}

/** `npm run ops -- operator …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runOperatorCommand(
  backend: OperatorClient,
  [command, ...parameters]: readonly string[],
): Promise<unknown> {
  const [name] = parameters;
  if (command === 'list') return backend.call('GET', '/operators');
  if (command === 'actions') {
    const subject = readSubject(parameters);
    return backend.call('GET', subject === undefined ? '/actions' : `/actions?subject=${encodeURIComponent(subject)}`);
  }
  if (name === undefined) throw new OperatorError(usage);
  if (command === 'add') return backend.call('POST', '/operators', { name });
  if (command === 'disable') return backend.call('POST', `/operators/${encodeURIComponent(name)}/disable`);
  throw new OperatorError(usage);
}
