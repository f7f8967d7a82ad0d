import { parseArgs } from 'node:util';
import { parseRinggit } from '@/lib/domain/money';
import { OperatorError, type OperatorClient } from './operator-client';

export const usage = `npm run ops -- chargeback list [--all]           lists the open chargebacks, or all
npm run ops -- chargeback add NUMBER --dispute DISPUTE --amount RINGGIT --code CODE --reason REASON [--respond-by 2026-12-07T18:00:00+08:00]
                               of the attempt NUMBER, under the gateway's id of the dispute
npm run ops -- chargeback evidence ID --note NOTE
npm run ops -- chargeback close ID --outcome won|lost|accepted --reason REASON`;

const options = {
  all: { type: 'boolean', default: false },
  dispute: { type: 'string' },
  amount: { type: 'string' },
  code: { type: 'string' },
  'respond-by': { type: 'string' },
  reason: { type: 'string' },
  note: { type: 'string' },
  outcome: { type: 'string' },
} as const;

function readOptions(parameters: readonly string[]) {
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

/** `npm run ops -- chargeback …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runChargebackCommand(backend: OperatorClient, parameters: readonly string[]): Promise<unknown> {
  const { values, positionals } = readOptions(parameters);
  const { all, dispute, amount, code, reason, note, outcome, 'respond-by': respondBy = null } = values;
  const [command, subject, ...rest] = positionals;
  if (command === 'list' && subject === undefined) return backend.call('GET', `/chargebacks?all=${all}`);
  if (subject === undefined || rest.length > 0) throw new OperatorError(usage);
  const path = `/chargebacks/${encodeURIComponent(subject)}`;
  if (command === 'add') {
    const parsed = parseRinggit(amount ?? '');
    if (!parsed.ok || parsed.value === 0) {
      throw new OperatorError(`'${amount ?? ''}' is no amount in ringgit, such as 138.78.`);
    }
    const chargeback = { dispute, amount: parsed.value, reasonCode: code, respondBy, reason };
    return backend.call('POST', '/chargebacks', { number: subject, ...chargeback });
  }
  if (command === 'evidence') return backend.call('POST', `${path}/evidence`, { note });
  if (command === 'close') return backend.call('POST', `${path}/close`, { outcome, reason });
  throw new OperatorError(usage);
}
