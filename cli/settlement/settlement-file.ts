import { CsvError, parse } from 'csv-parse/sync';
import { toCsvRecord, type CsvLine } from '../biller/csv-file';
import { LineErrors } from '../biller/line-errors';
import { OperatorError } from '../operator-client';
import { parseSettlementAmount } from './amounts';
import { columnsOf, type SettlementProfile } from './profile';

/** A line of a settlement file. Amounts are sen, without sign. */
export interface SettlementLine {
  /** Counted from 1, with the header. */
  readonly line: number;
  /** Null where a line that is no payment does not tell. */
  readonly gateway: string | null;
  /** The gateway's reference or our number, by the profile; empty for lines that have none, such as a fee for a month. */
  readonly reference: string;
  readonly amount: number;
}

/** A settled payment: `amount` is what the payer paid. */
export interface SettledPayment extends SettlementLine {
  readonly gateway: string;
  /** What the gateway kept of it, sen. */
  readonly fee: number;
}

export interface SettlementFile {
  readonly payments: readonly SettledPayment[];
  readonly refunds: readonly SettlementLine[];
  readonly chargebacks: readonly SettlementLine[];
  /** Fees that are lines of their own. */
  readonly fees: readonly SettlementLine[];
  /** Lines of types that the profile does not name. */
  readonly others: readonly (SettlementLine & { readonly type: string })[];
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

/** Returns gross amount and fee of a payment, sen. Of gross, fee and net each two give the third; all three must agree. */
function readPaid({ gross, fee, net }: Amounts, { amount }: SettlementProfile) {
  // Some gateways write a fee as what is taken off.
  const charged = fee === null ? null : Math.abs(fee);
  const paid = 'gross' in amount ? gross : net === null ? null : net + (charged ?? 0);
  if (paid === null) throw new UnreadableLineError(`'' is not an amount`);
  if (paid < 0) throw new UnreadableLineError('a payment of a negative amount');
  const kept = charged ?? (net === null ? 0 : paid - net);
  if (net !== null && paid - kept !== net) throw new UnreadableLineError('gross amount less fee is not the net amount');
  return { amount: paid, fee: kept };
}

function isRefund({ gross, net }: Amounts): boolean {
  return (gross ?? net ?? 0) < 0;
}

function readGateway(cellOf: Cells, { gateway }: SettlementProfile): string | null {
  return typeof gateway === 'string' ? gateway : (findValue(gateway.values, cellOf(gateway.column)) ?? null);
}

function checkCurrency(cellOf: Cells, { currency }: SettlementProfile): void {
  const cell = currency === undefined ? 'MYR' : cellOf(currency).toUpperCase();
  if (cell !== 'MYR' && cell !== 'RM') throw new UnreadableLineError(`the currency is '${cell}', not MYR`);
}

/** Reads one line into `file`. Throws a UnreadableLineError. */
function readLine(cellOf: Cells, line: number, profile: SettlementProfile, file: MutableFile): void {
  const type = profile.kind === undefined ? '' : cellOf(profile.kind.column);
  const named = profile.kind === undefined ? undefined : findValue(profile.kind.values, type);
  if (named === 'ignored') {
    file.ignored += 1;
    return;
  }
  checkCurrency(cellOf, profile);
  const amounts = readAmounts(cellOf, profile);
  const kind = profile.kind === undefined ? (isRefund(amounts) ? 'refund' : 'payment') : (named ?? 'other');
  const gateway = readGateway(cellOf, profile);
  const reference = cellOf(profile.reference.column);
  if (reference.length > maxReferenceLength) throw new UnreadableLineError('the reference is too long');
  if (kind === 'payment') {
    if (reference === '') throw new UnreadableLineError('has no reference');
    if (gateway === null) throw new UnreadableLineError('the profile does not name the gateway of the payment');
    file.payments.push({ line, gateway, reference, ...readPaid(amounts, profile) });
    return;
  }
  const amount = Math.abs([amounts.gross, amounts.net, amounts.fee].find((one) => one !== null && one !== 0) ?? 0);
  const entry = { line, gateway, reference, amount };
  if (kind === 'other') file.others.push({ ...entry, type });
  else file[({ refund: 'refunds', chargeback: 'chargebacks', fee: 'fees' } as const)[kind]].push(entry);
}

interface MutableFile {
  payments: SettledPayment[];
  refunds: SettlementLine[];
  chargebacks: SettlementLine[];
  fees: SettlementLine[];
  others: (SettlementLine & { readonly type: string })[];
  ignored: number;
}

/** Reads a settlement file by its profile. Throws an OperatorError that lists what is wrong, with the lines. */
export function readSettlementFile(text: string, profile: SettlementProfile): SettlementFile {
  const { header, lines } = readTable(text, profile);
  const file: MutableFile = { payments: [], refunds: [], chargebacks: [], fees: [], others: [], ignored: 0 };
  const errors = new LineErrors('Nothing was compared');
  for (const one of lines) {
    if (isFooter(one, profile)) {
      file.ignored += 1;
      continue;
    }
    try {
      if (one.cells.length !== header.length) {
        throw new UnreadableLineError(`has ${one.cells.length} cells, and the header ${header.length}`);
      }
      readLine((column) => one.cells[header.indexOf(column)] ?? '', one.line, profile, file);
    } catch (error) {
      if (!(error instanceof UnreadableLineError)) throw error;
      errors.add([{ line: one.line, message: error.message }]);
    }
  }
  errors.throwIfAny();
  return file;
}
