import { parseArgs } from 'node:util';
import { parseRinggit } from '@/lib/domain/money';
import { NoResponseError, OperatorError, type OperatorClient } from './operator-client';

export const usage = `npm run ops -- refund request PAYMENT [--account ACCOUNT] [--amount RINGGIT] --reason REASON [--by-transfer]
                               returns money of a credited payment, by its reference or payment ID: all that is left, or an amount such as
                               138.78. By the gateway where it can; --by-transfer: by your bank transfer, also where it can.
                               --account: of a payment of several accounts, the one whose money is returned
npm run ops -- refund list [--state STATE] [--payment PAYMENT]
npm run ops -- refund show REFERENCE
npm run ops -- refund approve REFERENCE         another operator than the requester, with a key of their own
npm run ops -- refund reject REFERENCE --reason REASON
npm run ops -- refund settle REFERENCE --transfer NUMBER --date 2026-11-30 --note NOTE
                               a bank transfer that was made, or a refund that the gateway shows and has not confirmed
npm run ops -- refund settle REFERENCE --failed REASON          nothing was returned`;

function parse(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  const options = {
    ...{
      account: text,
      amount: text,
      reason: text,
      state: text,
      payment: text,
      transfer: text,
      date: text,
      note: text,
      failed: text,
    },
    'by-transfer': { type: 'boolean', default: false },
  } as const;
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

type Options = ReturnType<typeof parse>['values'];

async function request(backend: OperatorClient, payment: string, options: Options): Promise<unknown> {
  const { account, amount: written, reason, 'by-transfer': byTransfer } = options;
  if (reason === undefined) throw new OperatorError(usage);
  const amount = written === undefined ? undefined : parseRinggit(written);
  if (amount !== undefined && (!amount.ok || amount.value === 0)) {
    throw new OperatorError(`'${written}' is no amount in ringgit, such as 138.78.`);
  }
  const body = {
    ...{ payment, reason, byTransfer },
    ...(account !== undefined && { account }),
    ...(amount !== undefined && { amount: amount.value }),
  };
  return backend.call('POST', '/refunds', body).catch((error: unknown) => {
    if (!(error instanceof NoResponseError)) throw error;
    throw new OperatorError(
      `${error.message}\nThe refund may have been requested. Before you request it again: npm run ops -- refund list --payment ${payment}`,
    );
  });
}

function toSettlement({ transfer, date, note, failed }: Options) {
  const evidence = [transfer, date, note];
  if (failed !== undefined && evidence.every((part) => part === undefined)) {
    return { outcome: 'failed', reason: failed };
  }
  if (failed !== undefined || evidence.includes(undefined)) throw new OperatorError(usage);
  return { outcome: 'succeeded', evidence: { reference: transfer, date, note } };
}

/** `npm run ops -- refund …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runRefundCommand(
  backend: OperatorClient,
  [command, ...rest]: readonly string[],
): Promise<unknown> {
  const { values, positionals } = parse(rest);
  const [subject, ...others] = positionals;
  if (command === 'list' && subject === undefined) {
    const { state, payment } = values;
    const query = new URLSearchParams({
      ...(state !== undefined && { state }),
      ...(payment !== undefined && { payment }),
    });
    return backend.call('GET', `/refunds?${query.toString()}`);
  }
  if (subject === undefined || others.length > 0) throw new OperatorError(usage);
  const path = `/refunds/${encodeURIComponent(subject)}`;
  switch (command) {
    case 'request':
      return request(backend, subject, values);
    case 'show':
      return backend.call('GET', path);
    case 'approve':
      return backend.call('POST', `${path}/approve`, {});
    case 'reject':
      if (values.reason === undefined) throw new OperatorError(usage);
      return backend.call('POST', `${path}/reject`, { reason: values.reason });
    case 'settle':
      return backend.call('POST', `${path}/settle`, toSettlement(values));
    default:
      throw new OperatorError(usage);
  }
}
