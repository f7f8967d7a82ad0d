import { OperatorError, type OperatorClient } from './operator-client';

export const usage = `npm run ops -- health            the payments of each bank and wallet of the last half hour, and the usual ones`;

/** `npm run ops -- health`: returns the figures by which the payment page warns of a bank or wallet. Throws an OperatorError for another word. */
export async function runHealthCommand(backend: OperatorClient, parameters: readonly string[]): Promise<unknown> {
  if (parameters.length > 0) throw new OperatorError(usage);
  return backend.call('GET', '/provider-health');
}
