import { inTransaction, type Db, type Trx } from '../db/database';

/* What an operator knows of the biller's answers: from files, or one by command. */

export interface ConfirmationResult {
  readonly confirmed: number;
  /** Those that had the same answer already. */
  readonly same: number;
  /** By the index of the confirmation. Where there is one, nothing is confirmed. */
  readonly errors: readonly { readonly index: number; readonly message: string }[];
}

export type CheckResult = 'new' | 'same' | { readonly message: string };

interface Confirming<Confirmation, Known> {
  /** Locks what the references name, in the order of their ids, so that two files cannot wait for each other. */
  readonly lock: (trx: Trx, references: readonly string[]) => Promise<readonly Known[]>;
  /** Checks a confirmation against what is known. */
  readonly check: (known: Known | undefined, confirmation: Confirmation) => CheckResult;
  readonly record: (trx: Trx, known: Known, confirmation: Confirmation) => Promise<unknown>;
}

/**
 * Confirms what an operator says, in one SQL transaction: all of it, or nothing if one is wrong. `isDryRun` only checks. Confirming again what
 * is confirmed changes nothing.
 */
export async function confirmAll<
  Confirmation extends { readonly reference: string },
  Known extends { readonly reference: string },
>(
  db: Db,
  confirmations: readonly Confirmation[],
  { lock, check, record }: Confirming<Confirmation, Known>,
  isDryRun: boolean,
): Promise<ConfirmationResult> {
  const references = confirmations.map(({ reference }) => reference);
  if (references.length === 0) return { confirmed: 0, same: 0, errors: [] };
  return inTransaction(db, async (trx) => {
    const known = new Map((await lock(trx, references)).map((row) => [row.reference, row]));
    const checked = confirmations.map((confirmation, index) => {
      const isRepeated = references.indexOf(confirmation.reference) < index;
      const subject = known.get(confirmation.reference);
      const result: CheckResult = isRepeated ? { message: 'is in the file twice' } : check(subject, confirmation);
      return { index, confirmation, subject, result };
    });
    const errors = checked.flatMap(({ index, result }) =>
      typeof result === 'string' ? [] : [{ index, message: result.message }],
    );
    const confirmed = checked.filter(({ result }) => result === 'new');
    const same = checked.filter(({ result }) => result === 'same').length;
    if (errors.length > 0 || isDryRun) return { confirmed: confirmed.length, same, errors };
    for (const { subject, confirmation } of confirmed) {
      if (subject !== undefined) await record(trx, subject, confirmation);
    }
    return { confirmed: confirmed.length, same, errors };
  });
}
