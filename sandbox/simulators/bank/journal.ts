import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { bankPaymentSchema, bankStates } from './bank-payment';

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
  z.object({
    kind: z.literal('callback-owed'),
    id: z.string(),
    number: z.string(),
    url: z.string(),
    fields: z.record(z.string(), z.string()),
  }),
  /** Answered, given up, or replaced by a newer one. */
  z.object({ kind: z.literal('callback-ended'), id: z.string(), how: z.enum(['answered', 'given-up', 'overtaken']) }),
  z.object({ kind: z.literal('clock'), offsetMs: z.number() }),
  z.object({ kind: z.literal('bank'), bankId: z.string(), online: z.boolean() }),
]);
export type JournalEntry = z.infer<typeof journalEntrySchema>;

/** A log of the banks' changes, one JSON line each, that survives restarts. */
export interface Journal {
  readAll(): readonly JournalEntry[];
  append(entry: JournalEntry): void;
  clear(): void;
}

/** Reads a line; null for the incomplete line of a killed process. */
function readEntry(line: string): JournalEntry | null {
  try {
    return journalEntrySchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Opens the journal in `{dataDir}/banks`. Writing is synchronous: what was answered is stored. */
export function openJournal(dataDir: string): Journal {
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
