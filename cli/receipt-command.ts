import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { localeCodes } from '@/lib/domain/locales';
import { NoResponseError, OperatorError, type OperatorClient } from './operator-client';

export const usage = `npm run ops -- receipt send --reference REFERENCE [--to ADDRESS] [--language ${localeCodes.join('|')}]   the receipt of a paid order once more`;

function parse(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({ args: [...parameters], options: { reference: text, to: text, language: text } }).values;
  } catch {
    throw new OperatorError(usage);
  }
}

/** `npm run ops -- receipt …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runReceiptCommand(
  backend: OperatorClient,
  [command, ...parameters]: readonly string[],
): Promise<unknown> {
  const { reference, to, language } = parse(parameters);
  if (command !== 'send' || reference === undefined) throw new OperatorError(usage);
  const request = { command: randomUUID(), reference, to, language };
  const send = () => backend.call('POST', '/receipts', request);
  // The id of the command keeps a second request, after a lost response, from sending a second receipt.
  return send().catch((error: unknown) => {
    if (error instanceof NoResponseError) return send();
    throw error;
  });
}
