import { CsvError, parse } from 'csv-parse/sync';
import { toCsvRecord, type CsvLine } from '../biller/csv-file';
import type { SettlementLine, SettlementLineKind } from '../../backend/reconciliation/model';
import { LineErrors } from '../biller/line-errors';
import { OperatorError } from '../operator-client';
import { parseSettlementAmount } from './amounts';
import { columnsOf, type SettlementProfile } from './profile';

export interface SettlementFile {
  readonly lines: readonly SettlementLine[];
  /** The number of footers and of lines that the profile ignores. */
  readonly ignored: number;
}

/** The maximum length of a reference, as in the operator's routes. */
const maxReferenceLength = 100;

/** Why a line cannot be read. */
class UnreadableLineError extends Error {}

interface Table {
  readonly header: readonly string[];
  readonly lines: readonly CsvLine[];
}

type Cells = (column: string) => string;

function parseLines(text: string, delimiter: string): readonly CsvLine[] {
  const options = { bom: true, trim: true, skip_empty_lines: true, info: true, relax_column_count: true, delimiter };
  const records: unknown[] = parse(text, options);
  return records.map(toCsvRecord);
}

/** Finds the header, which may follow other lines: the first line that has all columns. Throws an OperatorError if there is none. */
function readTable(text: string, profile: SettlementProfile): Table {
  const columns = columnsOf(profile);
  let missing = columns;
  let invalid: CsvError | null = null;
  let isCsv = false;
  for (const separator of profile.separator === undefined ? [',', ';', '|', '\t'] : [profile.separator]) {
    try {
      const lines = parseLines(text, separator);
      isCsv = true;
      for (const [index, { cells }] of lines.entries()) {
        const lacking = columns.filter((column) => !cells.includes(column));
        if (lacking.length === 0) return { header: cells, lines: lines.slice(index + 1) };
        if (lacking.length < missing.length) missing = lacking;
      }
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      invalid ??= error;
    }
  }
  if (!isCsv && invalid !== null) throw new OperatorError(`The file is not valid CSV: ${invalid.message}`);
  throw new OperatorError(`The file has no column '${missing.join("', '")}'.`);
}

/** Looks a value up, in any case. */
function findValue<Value>(values: Readonly<Record<string, Value>>, cell: string): Value | undefined {
  const found = Object.entries(values).find(([name]) => name.toLowerCase() === cell.toLowerCase());
  return found?.[1];
}

/** Whether a line is empty, or begins with one of the words of footers. */
function isFooter({ cells }: CsvLine, { footers }: SettlementProfile): boolean {
  const first = cells.find((cell) => cell !== '');
  if (first === undefined) return true;
  return footers.some((word) => {
    const begins = first.toLowerCase().startsWith(word.toLowerCase());
    return begins && !/^[\p{L}\p{N}]/u.test(first.slice(word.length));
  });
}

interface Amounts {
  readonly gross: number | null;
  readonly fee: number | null;
  readonly net: number | null;
}

function readAmounts(cellOf: Cells, { amount, decimalMark }: SettlementProfile): Amounts {
  const read = (column: string | undefined) => {
    const written = column === undefined ? '' : cellOf(column);
    if (written === '') return null;
    const parsed = parseSettlementAmount(written, decimalMark);
    if (!parsed.ok) throw new UnreadableLineError(`'${written}' is not an amount such as 138${decimalMark}78`);
    return parsed.value;
  };
  return { gross: read('gross' in amount ? amount.gross : undefined), fee: read(amount.fee), net: read(amount.net) };
}

type GrossAndFee = Pick<SettlementLine, 'gross' | 'fee'>;

const amountsDisagree = 'gross amount less fee is not the net amount';

/** Returns gross amount and fee of a payment, sen. Of gross, fee and net each two give the third; all three must agree. */
function readPayment({ gross, fee, net }: Amounts, { amount }: SettlementProfile): GrossAndFee {
  // Some gateways write a fee as what is taken off.
  const charged = fee === null ? null : Math.abs(fee);
  const paid = 'gross' in amount ? gross : net === null ? null : net + (charged ?? 0);
  if (paid === null) throw new UnreadableLineError(`'' is not an amount`);
  if (paid < 0) throw new UnreadableLineError('a payment of a negative amount');
  const kept = charged ?? (net === null ? 0 : paid - net);
  if (net !== null && paid - kept !== net) throw new UnreadableLineError(amountsDisagree);
  return { gross: paid, fee: kept };
}

/**
 * Returns gross amount and fee of a refund or chargeback, sen: the gross amount is negative, with whatever sign the file writes it, since the kind
 * of the line tells that the gateway takes it. Gross and net amount together tell a fee that is given back.
 */
function readReturned({ gross, fee, net }: Amounts, { amount }: SettlementProfile): GrossAndFee {
  const charged = fee === null ? null : Math.abs(fee);
  const taken = net === null ? null : 0 - Math.abs(net);
  const written = 'gross' in amount ? gross : taken === null ? null : taken + (charged ?? 0);
  if (written === null) throw new UnreadableLineError(`'' is not an amount`);
  const returned = 0 - Math.abs(written);
  const kept = taken === null ? (charged ?? 0) : returned - taken;
  if (charged !== null && Math.abs(kept) !== charged) throw new UnreadableLineError(amountsDisagree);
  return { gross: returned, fee: kept };
}

/**
 * Returns gross amount and fee, sen, of the money of a dispute that was won: the gateway gives it back, with whatever sign the file writes it.
 * Gross and net amount together tell whether a fee is charged or given back; without a gross amount, the sign of the fee does.
 */
function readReversal({ gross, fee, net }: Amounts, { amount }: SettlementProfile): GrossAndFee {
  const written = 'gross' in amount ? gross : net === null ? null : net + (fee ?? 0);
  if (written === null) throw new UnreadableLineError(`'' is not an amount`);
  const returned = Math.abs(written);
  const kept = net === null ? Math.abs(fee ?? 0) : returned - Math.abs(net);
  if (fee !== null && Math.abs(kept) !== Math.abs(fee)) throw new UnreadableLineError(amountsDisagree);
  return { gross: returned, fee: kept };
}

/** Returns a fee that is a line of its own, sen, with whatever sign and in whatever column the file writes it. */
function readFee({ gross, fee, net }: Amounts): GrossAndFee {
  const written = [net, gross, fee].find((amount) => amount !== null && amount !== 0);
  if (written === undefined || written === null) throw new UnreadableLineError(`'' is not an amount`);
  return { gross: 0, fee: Math.abs(written) };
}

/** Returns what a line of an unknown type adds to the payout, sen, with the sign that the file writes. */
function readOther({ gross, fee, net }: Amounts): GrossAndFee {
  return { gross: net ?? gross ?? fee ?? 0, fee: 0 };
}

const readers = {
  payment: readPayment,
  refund: readReturned,
  chargeback: readReturned,
  'chargeback-reversal': readReversal,
  fee: readFee,
  other: readOther,
} as const satisfies Record<
  SettlementLineKind | 'chargeback-reversal',
  (amounts: Amounts, profile: SettlementProfile) => GrossAndFee
>;

function isRefund({ gross, net }: Amounts): boolean {
  return (gross ?? net ?? 0) < 0;
}

function readGateway(cellOf: Cells, { gateway }: SettlementProfile): string | null {
  return typeof gateway === 'string' ? gateway : (findValue(gateway.values, cellOf(gateway.column)) ?? null);
}

/** Returns the currency of a line, three letters; MYR where the file has no column of it. */
function readCurrency(cellOf: Cells, { currency }: SettlementProfile): string {
  const cell = currency === undefined ? 'MYR' : cellOf(currency).toUpperCase();
  if (cell === 'RM') return 'MYR';
  if (!/^[A-Z]{3}$/.test(cell)) throw new UnreadableLineError(`'${cell}' is not a currency such as MYR`);
  return cell;
}

/** Reads one line; null if the profile ignores it. Throws an UnreadableLineError. */
function readLine(cellOf: Cells, line: number, profile: SettlementProfile): SettlementLine | null {
  const type = profile.kind === undefined ? '' : cellOf(profile.kind.column);
  const named = profile.kind === undefined ? undefined : findValue(profile.kind.values, type);
  if (named === 'ignored') return null;
  const currency = readCurrency(cellOf, profile);
  const amounts = readAmounts(cellOf, profile);
  const kind = profile.kind === undefined ? (isRefund(amounts) ? 'refund' : 'payment') : (named ?? 'other');
  const gateway = readGateway(cellOf, profile);
  const reference = cellOf(profile.reference.column);
  if (reference.length > maxReferenceLength) throw new UnreadableLineError('the reference is too long');
  if (type.length > maxReferenceLength) throw new UnreadableLineError('the type is too long');
  const read = readers[kind](amounts, profile);
  if (kind === 'payment') {
    if (reference === '') throw new UnreadableLineError('has no reference');
    if (gateway === null) throw new UnreadableLineError('the profile does not name the gateway of the payment');
  }
  const lineOf = { line, type: kind === 'other' && type !== '' ? type : null, gateway, reference, currency, ...read };
  // The journal has both movements of a dispute as chargebacks: the sign tells them apart.
  return { ...lineOf, kind: kind === 'chargeback-reversal' ? 'chargeback' : kind };
}

/** Reads a settlement file by its profile. Throws an OperatorError that lists what is wrong, with the lines. */
export function readSettlementFile(text: string, profile: SettlementProfile): SettlementFile {
  const { header, lines } = readTable(text, profile);
  const read: SettlementLine[] = [];
  const errors = new LineErrors('Nothing was compared');
  for (const one of lines) {
    if (isFooter(one, profile)) continue;
    try {
      if (one.cells.length !== header.length) {
        throw new UnreadableLineError(`has ${one.cells.length} cells, and the header ${header.length}`);
      }
      const line = readLine((column) => one.cells[header.indexOf(column)] ?? '', one.line, profile);
      if (line !== null) read.push(line);
    } catch (error) {
      if (!(error instanceof UnreadableLineError)) throw error;
      errors.add([{ line: one.line, message: error.message }]);
    }
  }
  errors.throwIfAny();
  return { lines: read, ignored: lines.length - read.length };
}
