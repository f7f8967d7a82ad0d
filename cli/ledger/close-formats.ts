import { formatPlainRinggit, sen } from '@/lib/domain/money';
import { toCsvLine } from '../biller/csv-file';
import type { DailyClose, GatewayClose } from './daily-close';

/** Ringgit with a sign: a debit is positive. */
function toRinggit(amount: number): string {
  return formatPlainRinggit(sen(amount));
}

interface Row {
  readonly label: string;
  readonly amountOf: (close: GatewayClose) => number;
}

/** The rows of a gateway's clearing account, which add up. */
const clearingRows: readonly Row[] = [
  { label: 'opening balance', amountOf: ({ opening }) => opening },
  { label: 'credited', amountOf: ({ credited }) => credited },
  { label: 'held for review', amountOf: ({ held }) => held },
  { label: 'card verifications', amountOf: ({ verifications }) => verifications },
  { label: 'refunded', amountOf: ({ refunded }) => refunded },
  { label: 'charged back', amountOf: ({ chargedBack }) => chargedBack },
  { label: 'settled', amountOf: ({ settled }) => settled },
  { label: 'closing balance', amountOf: ({ closing }) => closing },
];

/** What became of the money beyond the clearing account. */
const otherRows: readonly Row[] = [
  { label: 'applied after review', amountOf: ({ applied }) => applied },
  { label: 'posted to the biller', amountOf: ({ posted }) => posted },
  { label: 'fees of settlements', amountOf: ({ fees }) => fees },
  { label: 'paid out to the bank', amountOf: ({ bank }) => bank },
];

const numberCell = /^(?:-|-?\d[\d.]*(?: (?:d|[A-Z]{3}))?)$/;

/** Lays cells out in columns: those with numbers to the right, others to the left. */
function layOut(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, index) => {
    const cells = rows.map((row) => row[index] ?? '');
    return {
      width: Math.max(...cells.map(({ length }) => length)),
      isNumber: cells.some((cell) => numberCell.test(cell)),
    };
  });
  return rows.map((row) =>
    columns
      .map(({ width, isNumber }, index) => {
        const cell = row[index] ?? '';
        return isNumber ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

function nameOf({ gateway }: GatewayClose): string {
  return gateway === null ? 'total' : gateway === '' ? 'no gateway' : gateway;
}

function formatAge(days: number | null): string {
  return days === null ? '' : `${days} d`;
}

function formatGateways(currency: string, { gateways, totals }: DailyClose): readonly string[] {
  const isOfCurrency = (close: GatewayClose) => close.currency === currency;
  const columns = [...gateways.filter(isOfCurrency), ...totals.filter(isOfCurrency)];
  const toCells = ({ label, amountOf }: Row) => [label, ...columns.map((close) => toRinggit(amountOf(close)))];
  return layOut([
    [`Clearing, ${currency}`, ...columns.map(nameOf)],
    ...clearingRows.map(toCells),
    ['not settled: entries', ...columns.map(({ unsettled }) => String(unsettled.entries))],
    ['not settled: oldest', ...columns.map(({ unsettled }) => formatAge(unsettled.ageDays))],
    ...otherRows.map(toCells),
  ]);
}

function formatAccounts({ accounts }: DailyClose): readonly string[] {
  const rows = accounts.flatMap(({ account, currency, opening, movements, closing }) => [
    [`${account}, ${currency}`, '', toRinggit(opening)],
    ...movements.map(({ kind, name, entries, amount }) => [
      `  ${name ?? `UNEXPLAINED: ${kind}`}`,
      String(entries),
      toRinggit(amount),
    ]),
    ['  closing', '', toRinggit(closing)],
  ]);
  return layOut([['Accounts', 'entries', 'amount'], ...rows]);
}

function formatHeldMoney({ heldMoney }: DailyClose): readonly string[] {
  const rows = heldMoney.map(({ payments, refid, amount, currency, ageDays }) => [
    `  ${payments.join(', ')}`,
    refid ?? '',
    `${toRinggit(amount)} ${currency}`,
    formatAge(ageDays),
  ]);
  const count = `Held for review: ${heldMoney.length}`;
  return rows.length === 0 ? [count] : [count, ...layOut(rows)];
}

function formatDifferences({ differences }: DailyClose): readonly string[] {
  const toCell = (amount: number | null) => (amount === null ? '-' : toRinggit(amount));
  const rows = differences.map((one) => [
    `  ${one.id} ${one.kind}`,
    `${one.gateway} ${one.reference}`.trim(),
    toCell(one.amount),
    toCell(one.settledAmount),
    one.detail ?? '',
    one.owner ?? 'no owner',
    formatAge(one.ageDays),
  ]);
  const header = ['  difference', 'reference', 'here', 'in the file', '', 'owner', 'age'];
  const count = `Open differences: ${differences.length}`;
  return rows.length === 0 ? [count] : [count, ...layOut([header, ...rows])];
}

/** Formats a daily close for reading: blocks of columns, amounts in ringgit, a debit positive. */
export function formatCloseAsText(close: DailyClose): string {
  const { date, isOver, totals, checks } = close;
  const state = isOver ? '' : ' (not over yet)';
  const currencies = totals.map(({ currency }) => currency);
  return [
    `Daily close of ${date}, Asia/Kuala_Lumpur${state}`,
    ...currencies.flatMap((currency) => ['', ...formatGateways(currency, close)]),
    '',
    ...formatAccounts(close),
    '',
    ...formatHeldMoney(close),
    '',
    ...formatDifferences(close),
    '',
    'Checks',
    ...checks.flatMap(({ name, errors }) => [
      `  ${errors.length === 0 ? 'right' : 'WRONG'}: ${name}`,
      ...errors.map((error) => `    ${error}`),
    ]),
  ].join('\n');
}

const csvColumns = ['date', 'section', 'name', 'currency', 'row', 'entries', 'amount', 'age_days'] as const;

/** Formats a daily close as CSV: a line for each figure. */
export function formatCloseAsCsv(close: DailyClose): string {
  const { date, gateways, totals, accounts, heldMoney, differences, checks } = close;
  const lines: (readonly string[])[] = [csvColumns];
  const add = (section: string, name: string, currency: string, row: string, cells: readonly (number | null)[]) => {
    const [entries = null, amount = null, ageDays = null] = cells;
    const written = amount === null ? '' : toRinggit(amount);
    lines.push([date, section, name, currency, row, String(entries ?? ''), written, String(ageDays ?? '')]);
  };
  for (const one of [...gateways, ...totals]) {
    for (const { label, amountOf } of [...clearingRows, ...otherRows]) {
      add('gateway', nameOf(one), one.currency, label, [null, amountOf(one)]);
    }
    add('gateway', nameOf(one), one.currency, 'not settled', [one.unsettled.entries, null, one.unsettled.ageDays]);
  }
  for (const { account, currency, opening, movements, closing } of accounts) {
    add('account', account, currency, 'opening balance', [null, opening]);
    for (const { kind, name, entries, amount } of movements) {
      add('account', account, currency, name ?? `UNEXPLAINED: ${kind}`, [entries, amount]);
    }
    add('account', account, currency, 'closing balance', [null, closing]);
  }
  for (const { payments, amount, currency, ageDays } of heldMoney) {
    add('held for review', payments.join(' '), currency, '', [null, amount, ageDays]);
  }
  for (const { id, kind, gateway, reference, amount, settledAmount, ageDays } of differences) {
    add('difference', `${id} ${gateway} ${reference}`.trim(), 'MYR', kind, [null, amount ?? settledAmount, ageDays]);
  }
  for (const { name, errors } of checks) {
    for (const error of errors.length === 0 ? ['right'] : errors) add('check', name, '', error, []);
  }
  return lines
    .map((cells) => toCsvLine(cells))
    .join('')
    .trimEnd();
}
