import { parseArgs } from 'node:util';
import { OperatorError, type OperatorClient } from '../operator-client';

export const usage =
  'npm run ops -- charges list [--state STATE] [--account ACCOUNT]       charges of bills by auto debit';

/** `npm run ops -- charges …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runChargesCommand(backend: OperatorClient, parameters: readonly string[]): Promise<unknown> {
  const { values, positionals } = parse(parameters);
  if (positionals.length !== 1 || positionals[0] !== 'list') throw new OperatorError(usage);
  const given = Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return backend.call('GET', `/charges?${new URLSearchParams(given).toString()}`);
}

function parse(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...parameters], options: { state: text, account: text }, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}
