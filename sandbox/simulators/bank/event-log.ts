import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { bankPaymentSchema, bankRefundSchema, bankStates } from './bank-payment';

const journalEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('opened'), payment: bankPaymentSchema }),
  z.object({
    kind: z.literal('decided'),
    number: z.string(),
    state: z.enum(bankStates),
    reason: z.string(),
    button: z.string().nullable(),
    at: z.string(),
  }),
  z.object({ kind: z.literal('refunded'), refund: bankRefundSchema }),
  z.object({
    kind: z.literal('callback-owed'),
    id: z.string(),
    number: z.string(),
    url: z.string(),
    fields: z.record(z.string(), z.string()),
    /** Not sent before, ms by the banks' clock; absent: sent at once. */
    dueAt: z.int().optional(),
  }),
  /** Delivered, abandoned after the last retry, or superseded by a newer one. */
  z.object({ kind: z.literal('callback-ended'), id: z.string(), how: z.enum(['answered', 'given-up', 'overtaken']) }),
  z.object({ kind: z.literal('clock'), offsetMs: z.number() }),
  z.object({ kind: z.literal('bank'), bankId: z.string(), online: z.boolean() }),
  /** The current value of a provider's document; null when it was deleted. */
  z.object({ kind: z.literal('document'), collection: z.string(), id: z.string(), value: z.json() }),
]);
export type BankEvent = z.infer<typeof journalEntrySchema>;

/** A persistent log of the banks' state changes, one JSON line each. */
export interface EventLog {
  readAll(): readonly BankEvent[];
  append(entry: BankEvent): void;
  clear(): void;
}

/** Parses a line; null for the incomplete line of a killed process. */
function readEntry(line: string): BankEvent | null {
  try {
    return journalEntrySchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Opens the event log in `{dataDir}/banks`. Writes are synchronous, so that a response is sent only after its change is stored. */
export function openEventLog(dataDir: string): EventLog {
  const folder = join(dataDir, 'banks');
  const file = join(folder, 'journal.jsonl');
  mkdirSync(folder, { recursive: true });
  appendFileSync(file, '', { mode: 0o600 });
  const text = readFileSync(file, 'utf8');
  if (text !== '' && !text.endsWith('\n')) appendFileSync(file, '\n');
  return {
    readAll: () =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line) => readEntry(line) ?? []),
    append: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
    clear: () => truncateSync(file),
  };
}
