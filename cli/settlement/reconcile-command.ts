import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startOfDay } from '../malaysia-days';
import { OperatorError, type OperatorClient } from '../operator-client';
import {
  listDifferences,
  runDifferencesCommand,
  usage as differencesUsage,
  type ListedDifference,
} from './differences-command';
import { gatewaysOf, settlementProfileSchema, type SettlementProfile } from './profile';
import { settlementProfiles } from './profiles';
import { readSettlementFile } from './settlement-file';

export const usage = `npm run ops -- reconcile FILE.csv --profile NAME|FILE.json --from 2026-11-01 --to 2026-11-30 [--batch NAME] [--replace]
                               reconciles a gateway's settlement file with the ledger, stores the differences, and books the settlement;
                               both days included, Malaysian time; --batch: of several files of the same days; --replace: a corrected file
npm run ops -- reconcile FILE.csv --gateway fpx --from 2026-11-01 --to 2026-11-30 [--reference COLUMN] [--amount COLUMN]
                               the same of a file with the payments of one gateway, by their references and gross amounts
${differencesUsage}`;

/** Lines of one request. */
const partSize = 500;
/** Long: the backend compares a whole file. */
const completionMs = 10 * 60_000;

function readParameters(parameters: readonly string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const options = {
    ...{ profile: text, gateway: text, from: text, to: text, reference: text, amount: text, batch: text },
    replace: flag,
  } as const;
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new OperatorError(`${file} cannot be read.`);
  }
}

function parseJson(file: string): unknown {
  try {
    const value: unknown = JSON.parse(readBytes(file).toString());
    return value;
  } catch (error) {
    if (error instanceof SyntaxError) throw new OperatorError(`${file} is not valid JSON.`);
    throw error;
  }
}

/** Reads a profile of this release by its name, or one from a JSON file. */
function readProfile(name: string): SettlementProfile {
  const isFile = name.endsWith('.json');
  if (!isFile && !Object.hasOwn(settlementProfiles, name)) {
    throw new OperatorError(`There is no profile '${name}'; there are ${Object.keys(settlementProfiles).join(', ')}.`);
  }
  const profile = settlementProfileSchema.safeParse(isFile ? parseJson(name) : settlementProfiles[name]);
  if (!profile.success)
    throw new OperatorError(`${name} is not a settlement profile:\n${z.prettifyError(profile.error)}`);
  return profile.data;
}

type Values = ReturnType<typeof readParameters>['values'];

/** The profile that the parameters name or describe, and what it is called. */
function chooseProfile({ profile, gateway, reference, amount }: Values) {
  if (profile === undefined && gateway !== undefined) {
    const described = settlementProfileSchema.parse({
      gateway,
      reference: { column: reference ?? 'reference' },
      amount: { gross: amount ?? 'amount' },
      footers: ['Total', 'Grand total'],
    });
    return { name: `gateway ${gateway}`, profile: described };
  }
  if (profile === undefined || gateway !== undefined || reference !== undefined || amount !== undefined) {
    throw new OperatorError(usage);
  }
  return { name: basename(profile), profile: readProfile(profile) };
}

const begunSchema = z.object({ run: z.int() });
const sumsSchema = z.object({ gross: z.int(), fee: z.int(), net: z.int() });
const countsSchema = z.record(z.string(), z.int());
const resultSchema = z.object({
  run: z.int(),
  settlement: z.int(),
  lines: countsSchema,
  ...{ file: sumsSchema, settled: sumsSchema, unsettled: sumsSchema },
  bookings: z.array(sumsSchema.extend({ gateway: z.string() })),
  differences: countsSchema,
  resolved: z.int(),
});

/** What the command shows: the result of the run, and the open differences that it has found. Amounts are sen. */
export type Reconciliation = z.output<typeof resultSchema> & { readonly open: readonly ListedDifference[] };

/** Reconciles a settlement file with the ledger, as `usage` says. Throws an OperatorError if the operator must fix something. */
export async function reconcileFile(backend: OperatorClient, parameters: readonly string[]): Promise<Reconciliation> {
  const { values, positionals } = readParameters(parameters);
  const [path, ...others] = positionals;
  const { from, to = from, batch = '', replace: replaces } = values;
  if (path === undefined || others.length > 0 || from === undefined || to === undefined) throw new OperatorError(usage);
  const { name, profile } = chooseProfile(values);
  if (startOfDay(from) > startOfDay(to)) throw new OperatorError(`${from} comes after ${to}.`);
  const bytes = readBytes(path);
  const { lines, ignored } = readSettlementFile(bytes.toString(), profile);
  const begun = await backend.call('POST', '/reconciliation/runs', {
    ...{ profile: name, fileName: basename(path), digest: createHash('sha256').update(bytes).digest('hex') },
    ...{ gateways: gatewaysOf(profile), referenceOf: profile.reference.of, feeRates: profile.feeRates },
    ...{ from: startOfDay(from), until: startOfDay(to, 1), batch, ignoredLines: ignored },
  });
  const { run } = begunSchema.parse(begun);
  const address = `/reconciliation/runs/${run}`;
  for (let start = 0; start < lines.length; start += partSize) {
    await backend.call('POST', `${address}/lines`, { lines: lines.slice(start, start + partSize) });
  }
  const completion = { lines: lines.length, replaces };
  const result = resultSchema.parse(await backend.call('POST', `${address}/complete`, completion, completionMs));
  const found = await listDifferences(backend, { run: String(run) });
  return { ...result, open: found.filter(({ closedAt }) => closedAt === null) };
}

/** `npm run ops -- reconcile …`: returns the output. Throws an OperatorError if the operator must fix something. */
export async function runReconcileCommand(backend: OperatorClient, parameters: readonly string[]): Promise<unknown> {
  return (await runDifferencesCommand(backend, parameters)) ?? reconcileFile(backend, parameters);
}
