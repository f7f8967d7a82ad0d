import { parseArgs } from 'node:util';
import { OperatorError, type OperatorClient } from './operator-client';

export const usage = `npm run ops -- review                            lists the review queue
npm run ops -- review apply ID --reason REASON  credits held money to its order
npm run ops -- review return ID --reason REASON [--evidence EVIDENCE]
                                                requests the refund of held money; EVIDENCE: that it is another payment
                                                than the one that was credited under its reference
npm run ops -- review same ID --reason REASON   ends held money that is the one credited under its reference
npm run ops -- review close ID --note NOTE      closes an entry with a note`;

function readOptions(parameters: readonly string[]) {
  try {
    const options = { note: { type: 'string' }, reason: { type: 'string' }, evidence: { type: 'string' } } as const;
    return parseArgs({ args: [...parameters], options }).values;
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
  const { note, reason, evidence } = readOptions(rest);
  if (id === undefined) throw new OperatorError(usage);
  const path = `/review/${encodeURIComponent(id)}`;
  if (command === 'close' && note !== undefined) return backend.call('POST', `${path}/close`, { note });
  if (reason === undefined) throw new OperatorError(usage);
  if (command === 'return') return backend.call('POST', `${path}/return`, { reason, evidence });
  if ((command === 'apply' || command === 'same') && evidence === undefined) {
    return backend.call('POST', `${path}/${command}`, { reason });
  }
  throw new OperatorError(usage);
}
