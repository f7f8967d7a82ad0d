import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { requireNewFile } from './biller/export-file';
import { OperatorError, type OperatorClient } from './operator-client';

export const usage = `npm run ops -- payer erase --reference REFERENCE --reason REASON [--dry-run]   erases the contact data of a payment that has ended
npm run ops -- payer erase --account ACCOUNT --reason REASON [--dry-run]       of all payments of an account, and its saved cards
npm run ops -- payer export --account ACCOUNT [--email ADDRESS]... [--out FILE.json]   what is stored about an account; ADDRESS: of the person who asks`;

function parse(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    ...{ reference: text, account: text, reason: text, out: text },
    'dry-run': { type: 'boolean', default: false },
    email: { type: 'string', multiple: true },
  } as const;
  try {
    return parseArgs({ args: [...parameters], options }).values;
  } catch {
    throw new OperatorError(usage);
  }
}

/** `npm run ops -- payer …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runPayerCommand(
  backend: OperatorClient,
  [command, ...parameters]: readonly string[],
): Promise<unknown> {
  const { reference, account, reason, out, email: emails = [], 'dry-run': isDryRun } = parse(parameters);
  if (command === 'erase') {
    if ((reference === undefined) === (account === undefined) || reason === undefined) throw new OperatorError(usage);
    const subject = reference === undefined ? { account } : { reference };
    return backend.call('POST', '/payers/erasures', { ...subject, reason, isDryRun });
  }
  if (command !== 'export' || account === undefined || reference !== undefined) throw new OperatorError(usage);
  if (out !== undefined) requireNewFile(out);
  const stored = await backend.call('POST', '/payers/exports', { account, emails });
  if (out === undefined) return stored;
  writeFileSync(out, `${JSON.stringify(stored, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  return { account, file: out };
}
