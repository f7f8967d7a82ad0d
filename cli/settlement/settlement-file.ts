import { CsvError, parse } from 'csv-parse/sync';
import { z } from 'zod';
import { parseRinggit } from '@/lib/domain/money';
import { OperatorError } from './operator-client';

/** One entry of a gateway's settlement file. */
export interface SettlementEntry {
  readonly reference: string;
  /** Sen. */
  readonly amount: number;
}

const rowsSchema = z.array(z.record(z.string(), z.string()));

/**
 * Parses a settlement file: CSV with a header, amounts in ringgit such as 1,234.50. Throws an OperatorError with the error and its line.
 */
export function readSettlementFile(
  text: string,
  columns: { readonly reference: string; readonly amount: string },
): readonly SettlementEntry[] {
  const rows = parseRows(text);
  return rows.map((row, index) => {
    const reference = row[columns.reference];
    const written = row[columns.amount];
    if (reference === undefined || written === undefined) {
      throw new OperatorError(
        `The file has no column '${reference === undefined ? columns.reference : columns.amount}'.`,
      );
    }
    const amount = parseRinggit(written);
    if (reference === '') throw new OperatorError(`Entry ${index + 1} has no reference.`);
    if (!amount.ok)
      throw new OperatorError(`Entry ${index + 1}, ${reference}: '${written}' is not an amount such as 138.78.`);
    return { reference, amount: amount.value };
  });
}

function parseRows(text: string) {
  try {
    return rowsSchema.parse(parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true }));
  } catch (error) {
    if (error instanceof CsvError) throw new OperatorError(`The file is not valid CSV: ${error.message}`);
    throw error;
  }
}
