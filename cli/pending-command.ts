import { parseArgs } from 'node:util';
import { OperatorError, type OperatorClient } from './operator-client';

export const usage = `npm run ops -- pending [--older-than 1h]         lists attempts without an outcome, the oldest first
npm run ops -- pending settle NUMBER --outcome successful --reference REFERENCE --evidence EVIDENCE --reason REASON
npm run ops -- pending settle NUMBER --outcome failed --evidence EVIDENCE --reason REASON
                               says what the gateway does not tell; a second operator approves a success
npm run ops -- pending approve NUMBER --reason REASON
npm run ops -- pending reject NUMBER --reason REASON`;

const minutesOfUnit: ReadonlyMap<string, number> = new Map([
  ['m', 1],
  ['h', 60],
  ['d', 1_440],
]);

/** Reads an age such as `30m`, `1h` or `2d` as minutes. Throws an OperatorError for an invalid one. */
export function readAge(text: string): number {
  const [, count = '', unit = ''] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  const minutes = minutesOfUnit.get(unit);
  if (minutes === undefined) throw new OperatorError(`'${text}' is not an age such as 30m, 1h or 2d.`);
  return Number(count) * minutes;
}

const options = {
  'older-than': { type: 'string' },
  outcome: { type: 'string' },
  reference: { type: 'string' },
  evidence: { type: 'string' },
  reason: { type: 'string' },
} as const;

function readOptions(parameters: readonly string[]) {
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

/** `npm run ops -- pending …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runPendingCommand(backend: OperatorClient, parameters: readonly string[]): Promise<unknown> {
  const { values, positionals } = readOptions(parameters);
  const { 'older-than': age, reason, ...settlement } = values;
  const [command, number, ...rest] = positionals;
  if (rest.length > 0) throw new OperatorError(usage);
  if (command === undefined)
    return backend.call('GET', `/pending?olderThanMinutes=${age === undefined ? 0 : readAge(age)}`);
  if (number === undefined || reason === undefined) throw new OperatorError(usage);
  const path = `/pending/${encodeURIComponent(number)}/${command}`;
  if (command === 'settle') return backend.call('POST', path, { ...settlement, reason });
  if (command === 'approve' || command === 'reject') return backend.call('POST', path, { reason });
  throw new OperatorError(usage);
}
