import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { startOfDay } from '../malaysia-days';
import { NotFoundError, OperatorError, type OperatorClient } from '../operator-client';
import { findDifferences, type Differences, type GatewayPayment, type ReferenceOwner } from './differences';
import { gatewaysOf, settlementProfileSchema, type SettlementProfile } from './profile';
import { settlementProfiles } from './profiles';
import { readSettlementFile, type SettlementFile } from './settlement-file';

export const usage = `npm run ops -- reconcile FILE.csv --profile NAME|FILE.json --from 2026-11-01 --to 2026-11-30
                               compares a gateway's settlement file with the ledger; both days included, Malaysian time
npm run ops -- reconcile FILE.csv --gateway fpx --from 2026-11-01 --to 2026-11-30 [--reference COLUMN] [--amount COLUMN]
                               the same of a file with the payments of one gateway, by their references and gross amounts`;

const maxReferencesPerRequest = 500;

const bookedSchema = z.array(
  z.object({
    reference: z.string(),
    number: z.string(),
    amount: z.int(),
    at: z.string(),
    booked: z.enum(['credited', 'for review']),
    paymentId: z.string(),
  }),
);

function readParameters(parameters: readonly string[]) {
  const options = {
    profile: { type: 'string' },
    gateway: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    reference: { type: 'string' },
    amount: { type: 'string' },
  } as const;
  try {
    return parseArgs({ args: [...parameters], options, allowPositionals: true });
  } catch {
    throw new OperatorError(usage);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new OperatorError(`${file} cannot be read.`);
  }
}

function parseJson(file: string): unknown {
  try {
    const value: unknown = JSON.parse(readText(file));
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

/** The profile that the parameters name or describe. */
function chooseProfile({ profile, gateway, reference, amount }: Values): SettlementProfile {
  if (profile === undefined && gateway !== undefined) {
    return settlementProfileSchema.parse({
      gateway,
      reference: { column: reference ?? 'reference' },
      amount: { gross: amount ?? 'amount' },
      footers: ['Total', 'Grand total'],
    });
  }
  if (profile === undefined || gateway !== undefined || reference !== undefined || amount !== undefined) {
    throw new OperatorError(usage);
  }
  return readProfile(profile);
}

/** Booked payments of a gateway, and what finds those of the other days. */
async function readBooked(
  backend: OperatorClient,
  gateway: string,
  days: URLSearchParams,
): Promise<readonly GatewayPayment[]> {
  const path = `/money/${encodeURIComponent(gateway)}?${days.toString()}`;
  return bookedSchema.parse(await backend.call('GET', path)).map((payment) => ({ ...payment, gateway }));
}

/** Finds payments of the file's lines that were booked on other days than `booked`. */
async function findOnOtherDays(
  backend: OperatorClient,
  gateway: string,
  { payments, refunds, chargebacks, others }: SettlementFile,
  booked: readonly GatewayPayment[],
  owner: ReferenceOwner,
): Promise<readonly GatewayPayment[]> {
  const known = new Set(booked.map((payment) => (owner === 'gateway' ? payment.reference : payment.number)));
  const lines = [...payments, ...refunds, ...chargebacks, ...others].filter((line) => line.gateway === gateway);
  const missing = [...new Set(lines.map(({ reference }) => reference))].filter((one) => one !== '' && !known.has(one));
  const found: GatewayPayment[] = [];
  for (let start = 0; start < missing.length; start += maxReferencesPerRequest) {
    const part = missing.slice(start, start + maxReferencesPerRequest);
    const body = owner === 'gateway' ? { references: part } : { numbers: part };
    const answer = await backend.call('POST', `/money/${encodeURIComponent(gateway)}/find`, body);
    found.push(...bookedSchema.parse(answer).map((payment) => ({ ...payment, gateway })));
  }
  return found;
}

/** `npm run ops -- reconcile …`: returns the differences. Throws an OperatorError if the operator must fix something. */
export async function runReconcileCommand(
  backend: OperatorClient,
  parameters: readonly string[],
): Promise<Differences> {
  const { values, positionals } = readParameters(parameters);
  const [path] = positionals;
  const { from, to = from } = values;
  if (path === undefined || from === undefined || to === undefined) throw new OperatorError(usage);
  const profile = chooseProfile(values);
  if (startOfDay(from) > startOfDay(to)) throw new OperatorError(`${from} comes after ${to}.`);
  const file = readSettlementFile(readText(path), profile);
  const days = new URLSearchParams({ from: startOfDay(from), until: startOfDay(to, 1) });
  const owner = profile.reference.of;
  const booked: GatewayPayment[] = [];
  const otherDays: GatewayPayment[] = [];
  const unknown: NotFoundError[] = [];
  const gateways = gatewaysOf(profile);
  for (const gateway of gateways) {
    try {
      const ofDays = await readBooked(backend, gateway, days);
      booked.push(...ofDays);
      otherDays.push(...(await findOnOtherDays(backend, gateway, file, ofDays, owner)));
    } catch (error) {
      // A deployment need not use every rail of a service: it has no payments of the others.
      if (!(error instanceof NotFoundError)) throw error;
      unknown.push(error);
    }
  }
  if (unknown[0] !== undefined && unknown.length === gateways.length) throw unknown[0];
  return findDifferences(file, booked, otherDays, owner);
}
