import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../../../backend/db/database';
import type { DifferenceKind } from '../../../backend/reconciliation/model';
import type { SettlementProfileInput } from '../../../cli/settlement/profile';
import type { BankPayment } from '../../simulators/bank/bank-payment';
import type { SimulatedBanks } from './banks';
import { openSimulatedCarrier } from './mobile-carrier';

/** The gateways of a file: one company settles all of them. Their payments have a fee of 1 %. */
const channels = ['fpx', 'fpxCorporate', 'acquirer', 'eghl', 'm2u', 'counter', 'duitnow', 'carrier'] as const;
type Channel = (typeof channels)[number];
const feePercent = 1;

const profile: SettlementProfileInput = {
  gateway: { column: 'Channel', values: Object.fromEntries(channels.map((name) => [name, name])) },
  separator: ';',
  reference: { column: 'Reference' },
  amount: { gross: 'Gross', fee: 'Fee', net: 'Net' },
  kind: {
    column: 'Type',
    values: {
      Sale: 'payment',
      Refund: 'refund',
      Chargeback: 'chargeback',
      Reversal: 'chargeback-reversal',
      Fee: 'fee',
      Payout: 'ignored',
    },
  },
  currency: 'Currency',
  footers: ['Total'],
  feeRates: Object.fromEntries(channels.map((name) => [name, { percent: feePercent }])),
};

/** What is wrong in a day's file, and the difference that it makes. All but the first four are of one of the day's payments. */
const fileErrors = {
  'unknown-payment': 'missing-here',
  'unknown-refund': 'refund',
  'unknown-chargeback': 'chargeback',
  'unknown-type': 'other',
  'payment-left-out': 'missing-there',
  'payment-repeated': 'duplicate-line',
  'amount-wrong': 'amount-differs',
  'fee-wrong': 'fee-unexpected',
  'currency-wrong': 'currency',
} as const satisfies Record<string, DifferenceKind>;
export type FileError = keyof typeof fileErrors;
const isFileError = (name: string): name is FileError => Object.hasOwn(fileErrors, name);
export const fileErrorNames: readonly FileError[] = Object.keys(fileErrors).filter(isFileError);

interface Line {
  readonly reference: string;
  readonly channel: Channel | '';
  readonly type: string;
  readonly currency: string;
  /** Sen. */
  readonly gross: number;
  readonly fee: number;
  /** Whether it is of something that is booked, as it is booked. */
  readonly isSettled: boolean;
}

/** Something that moved money at a gateway, at a time by its clock. */
interface Movement {
  readonly at: number;
  readonly line: Line;
}

/** The amount that verifies a card, sen: it is reversed on the same day, and in no file. */
const verificationAmount = 100;
const monthlyFee = 3_000;
const disputeFee = 2_500;
const malaysiaOffsetMs = 8 * 60 * 60_000;

/** The day in Malaysia of a time, YYYY-MM-DD. */
export function dayOf(at: number): string {
  return new Date(at + malaysiaOffsetMs).toISOString().slice(0, 10);
}

function channelOf({ rail, isCorporate, details }: BankPayment): Channel {
  if (rail === 'fpx') return isCorporate ? 'fpxCorporate' : 'fpx';
  return rail === 'eghl' && details['PymtMethod'] === 'DD' ? 'm2u' : rail;
}

const ringgit = (amount: number) => (amount / 100).toFixed(2);
const toRow = ({ reference, channel, type, currency, gross, fee }: Line) =>
  [reference, channel, type, currency, ringgit(gross), ringgit(fee), ringgit(gross - fee)].join(';');

const lineOf = (type: string, line: Pick<Line, 'reference' | 'channel' | 'gross'> & Partial<Line>): Line => ({
  ...{ type, currency: 'MYR', fee: 0, isSettled: true },
  ...line,
});
const saleOf = (channel: Channel, reference: string, gross: number) =>
  lineOf('Sale', { channel, reference, gross, fee: Math.round((gross * feePercent) / 100) });

const isOfPayment = (line: Line, reference: string) => line.type === 'Sale' && line.reference === reference;

/** The lines of a day with an error, `about` the reference of one of its payments. */
function withError(lines: readonly Line[], error: FileError, about: string): readonly Line[] {
  const change = (changed: Partial<Line>) =>
    lines.map((line) => (isOfPayment(line, about) ? { ...line, ...changed } : line));
  const stranger = { channel: 'acquirer', reference: about, isSettled: false } as const;
  const own = lines.find((line) => isOfPayment(line, about));
  switch (error) {
    case 'unknown-payment':
      return [...lines, { ...saleOf('acquirer', about, 5_000), isSettled: false }];
    case 'unknown-refund':
      return [...lines, lineOf('Refund', { ...stranger, gross: -5_000 })];
    case 'unknown-chargeback':
      return [...lines, lineOf('Chargeback', { ...stranger, gross: -5_000 })];
    case 'unknown-type':
      return [...lines, lineOf('Adjustment', { ...stranger, gross: -100 })];
    case 'payment-left-out':
      return lines.filter((line) => line !== own);
    case 'payment-repeated':
      return own === undefined ? lines : [...lines, { ...own, isSettled: false }];
    case 'amount-wrong':
      return change({ gross: (own?.gross ?? 0) + 9, isSettled: false });
    case 'fee-wrong':
      return change({ fee: (own?.fee ?? 0) + 50 });
    case 'currency-wrong':
      return change({ currency: 'SGD', isSettled: false });
  }
}

/** A difference that a file makes. */
export interface ExpectedDifference {
  readonly kind: DifferenceKind;
  readonly reference: string;
}

/** What the files of all days settle: gross amounts by gateway, and fees, sen. */
export interface ExpectedSettlement {
  readonly gross: ReadonlyMap<string, number>;
  readonly fee: number;
}

export interface SettlementFilesParts {
  readonly bank: SimulatedBanks;
  readonly db: Db;
  /** Where the files are written. */
  readonly folder: string;
}

/**
 * The settlement files of the gateways, one for each day in Malaysia, made from what the simulated banks, disputes and carrier have done. A file may
 * have an error, which is the same whenever it is made again.
 */
export function createSettlementFiles({ bank, db, folder }: SettlementFilesParts) {
  const errors = new Map<string, { readonly error: FileError; readonly about: string } | null>();
  const profilePath = join(folder, 'settlement-profile.json');
  writeFileSync(profilePath, JSON.stringify(profile));
  const carrier = openSimulatedCarrier(db);

  /** A charge has no time at the sandbox's carrier: it is of the day on which its attempt was begun. */
  async function listCharges(): Promise<readonly Movement[]> {
    const attempts = await db.selectFrom('attempts').select(['number', 'created_at']).execute();
    return (await carrier.listCharged()).flatMap(({ number, amount, reference }) => {
      const at = attempts.find((attempt) => attempt.number === number)?.created_at.getTime();
      return at === undefined ? [] : [{ at, line: saleOf('carrier', reference, amount) }];
    });
  }

  function listOfPayment(payment: BankPayment): readonly Movement[] {
    const { number, reference, amount } = payment;
    const channel = channelOf(payment);
    const paidAt = payment.state === 'unknown' ? payment.settlesAt : payment.decidedAt;
    const refunds = bank.listRefunds(number).map(({ madeAt, amount: returned }) => ({
      at: madeAt,
      line: lineOf('Refund', { channel, reference, gross: 0 - returned }),
    }));
    const disputes = bank.disputes
      .list()
      .filter((one) => one.number === number)
      .flatMap(({ amount: taken, openedAt, end }) => {
        const opened = lineOf('Chargeback', { channel, reference, gross: 0 - taken, fee: disputeFee });
        const reversal = lineOf('Reversal', { channel, reference, gross: taken });
        const back = end?.outcome === 'won' ? [{ at: end.at, line: reversal }] : [];
        return [{ at: openedAt, line: opened }, ...back];
      });
    return [{ at: Date.parse(paidAt ?? ''), line: saleOf(channel, reference, amount) }, ...refunds, ...disputes];
  }

  async function listMovements(): Promise<readonly Movement[]> {
    const approved = bank
      .listPayments()
      .filter((payment) => bank.isApproved(payment) && payment.amount !== verificationAmount);
    const all = [...approved.flatMap(listOfPayment), ...(await listCharges())];
    return all.toSorted((one, other) => one.at - other.at);
  }

  /** The lines of a day's file. */
  async function listLines(day: string): Promise<readonly Line[]> {
    const moved = (await listMovements()).flatMap(({ at, line }) => (dayOf(at) === day ? [line] : []));
    const wrong = errors.get(day);
    const lines = wrong === undefined || wrong === null ? moved : withError(moved, wrong.error, wrong.about);
    return [...lines, lineOf('Fee', { channel: '', reference: '', gross: 0, fee: monthlyFee })];
  }

  return {
    profilePath,
    /** The days on which money moved at a gateway, or was booked here, oldest first. */
    async listDays(): Promise<readonly string[]> {
      const entries = await db
        .selectFrom('journal_entries')
        .innerJoin('journal_lines', 'journal_lines.entry_id', 'journal_entries.id')
        .select('at')
        .where('account', 'like', 'gateway:%')
        .where('kind', '<>', 'settlement')
        .execute();
      const times = [...(await listMovements()).map(({ at }) => at), ...entries.map(({ at }) => at.getTime())];
      return [...new Set([...times.map(dayOf), ...errors.keys()])].toSorted();
    },
    /** Writes the file of a day and returns its path. `error` is in it if this is the first file of the day. */
    async write(day: string, error: FileError | null): Promise<string> {
      if (!errors.has(day)) {
        const isOfStranger = error?.startsWith('unknown-') === true;
        const own = (await listLines(day)).find(({ type }) => type === 'Sale')?.reference;
        const about = isOfStranger ? `STRANGER-${day}` : own;
        errors.set(day, error === null || about === undefined ? null : { error, about });
      }
      const lines = await listLines(day);
      const net = lines.reduce((sum, { gross, fee }) => sum + gross - fee, 0);
      const payout = lineOf('Payout', { channel: '', reference: '', gross: net });
      const path = join(folder, `settlement-${day}.csv`);
      const header = 'Reference;Channel;Type;Currency;Gross;Fee;Net';
      const rows = [
        `Settlement of ${day};`,
        header,
        ...[...lines, payout].map(toRow),
        `Total: ${lines.length} records;`,
      ];
      writeFileSync(path, rows.join('\r\n'));
      return path;
    },
    /** The differences that the errors of the files make. */
    listErrors: (): readonly ExpectedDifference[] =>
      [...errors.values()].flatMap((wrong) =>
        wrong === null ? [] : [{ kind: fileErrors[wrong.error], reference: wrong.about }],
      ),
    /** What the files of these days settle once everything is booked. */
    async addUpSettled(days: readonly string[]): Promise<ExpectedSettlement> {
      const settled = (await Promise.all(days.map(listLines))).flat().filter(({ isSettled }) => isSettled);
      const gross = new Map<string, number>();
      for (const line of settled) gross.set(line.channel, (gross.get(line.channel) ?? 0) + line.gross);
      return { gross, fee: settled.reduce((sum, { fee }) => sum + fee, 0) };
    },
  };
}
export type SettlementFiles = ReturnType<typeof createSettlementFiles>;
