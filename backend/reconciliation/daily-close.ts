import { sql } from 'kysely';
import { addMilliseconds, dayMs } from '../clock';
import { inLongTransaction, type Db } from '../db/database';
import {
  readAccountDays,
  readGatewayDays,
  readHeldMoney,
  readUnsettledMoney,
  type AccountDay,
  type GatewayDay,
  type Span,
  type UnsettledMoney,
} from '../ledger/day-balances';
import { findJournalErrorsIn } from '../ledger/journal-check';
import { classOf } from '../ledger/named-movements';
import { daysBetween, listDifferences, type Difference } from './differences';

/** The day of one gateway, or of all: sen of `currency`. Opening balance and movements make the closing balance. */
export interface GatewayClose {
  /** Null: all gateways. */
  readonly gateway: string | null;
  readonly currency: string;
  readonly opening: number;
  readonly credited: number;
  readonly held: number;
  readonly verifications: number;
  readonly refunded: number;
  readonly chargedBack: number;
  readonly settled: number;
  readonly closing: number;
  /** The payments, refunds and chargebacks of the closing balance that are not settled, and the days since the oldest of them. */
  readonly unsettled: { readonly entries: number; readonly ageDays: number | null };
  /** What became of the gateway's money on the day: held money applied, credits posted, fees kept and money paid out by settlements. */
  readonly applied: number;
  readonly posted: number;
  readonly fees: number;
  readonly bank: number;
}

/** A daily close: what finance reads of a day. Amounts are sen; every figure is read from the journal. */
export interface DailyClose {
  /** The day in Malaysia. */
  readonly date: string;
  readonly from: string;
  readonly until: string;
  /** Whether the day is over. If not, its figures still change. */
  readonly isOver: boolean;
  readonly gateways: readonly GatewayClose[];
  /** All gateways, by currency. */
  readonly totals: readonly GatewayClose[];
  readonly accounts: readonly AccountDay[];
  readonly heldMoney: readonly {
    readonly refid: string | null;
    readonly payments: readonly string[];
    readonly amount: number;
    readonly currency: string;
    readonly ageDays: number;
  }[];
  /** Differences that were open at the end of the day. */
  readonly differences: readonly Difference[];
  readonly checks: readonly { readonly name: string; readonly errors: readonly string[] }[];
}

/** The rows of a gateway's clearing account, and the kinds of entries in each. */
const clearingRows = {
  credited: ['payment-credited'],
  held: ['payment-held'],
  verifications: ['verification-charged', 'verification-differs', 'verification-reversed'],
  refunded: ['refund-succeeded'],
  chargedBack: ['chargeback-opened', 'chargeback-won', 'chargeback-lost'],
  settled: ['settlement'],
} as const satisfies Partial<Record<keyof GatewayClose, readonly string[]>>;

function sumOf(account: AccountDay, kinds: readonly string[]): number {
  return account.movements.reduce((sum, { kind, amount }) => (kinds.includes(kind) ? sum + amount : sum), 0);
}

type Keyed = { readonly gateway: string | null; readonly currency: string };

function toGatewayClose(
  { gateway, currency }: Keyed,
  account: AccountDay | undefined,
  day: GatewayDay | undefined,
  unsettled: UnsettledMoney | undefined,
  until: Date,
): GatewayClose {
  const sum = (kinds: readonly string[]) => (account === undefined ? 0 : sumOf(account, kinds));
  const oldest = unsettled?.oldest ?? null;
  return {
    ...{ gateway, currency, opening: account?.opening ?? 0, closing: account?.closing ?? 0 },
    credited: sum(clearingRows.credited),
    held: sum(clearingRows.held),
    verifications: sum(clearingRows.verifications),
    refunded: sum(clearingRows.refunded),
    chargedBack: sum(clearingRows.chargedBack),
    settled: sum(clearingRows.settled),
    unsettled: {
      entries: unsettled?.entries ?? 0,
      ageDays: oldest === null ? null : daysBetween(oldest, until),
    },
    ...{ applied: day?.applied ?? 0, posted: day?.posted ?? 0, fees: day?.fees ?? 0, bank: day?.bank ?? 0 },
  };
}

const addedUp = [
  ...(['opening', 'credited', 'held', 'verifications', 'refunded', 'chargedBack', 'settled', 'closing'] as const),
  ...(['applied', 'posted', 'fees', 'bank'] as const),
] as const;

function addGateways(currency: string, gateways: readonly GatewayClose[]): GatewayClose {
  const sums = addedUp.map((row) => [row, gateways.reduce((sum, gateway) => sum + gateway[row], 0)] as const);
  const ages = gateways.flatMap(({ unsettled }) => (unsettled.ageDays === null ? [] : [unsettled.ageDays]));
  const empty = toGatewayClose({ gateway: null, currency }, undefined, undefined, undefined, new Date(0));
  return {
    ...empty,
    ...Object.fromEntries(sums),
    unsettled: {
      entries: gateways.reduce((sum, { unsettled }) => sum + unsettled.entries, 0),
      ageDays: ages.length === 0 ? null : Math.max(...ages),
    },
  };
}

function sumMovements({ movements }: AccountDay): number {
  return movements.reduce((sum, { amount }) => sum + amount, 0);
}

/** Whether opening balance and movements make the closing balance of each account. */
function findBalanceErrors(accounts: readonly AccountDay[]): readonly string[] {
  return accounts.flatMap((account) => {
    const { account: name, currency, opening, closing } = account;
    const movements = sumMovements(account);
    const isRight = opening + movements === closing;
    return isRight ? [] : [`${name} ${currency}: ${opening} and ${movements} are not ${closing} sen`];
  });
}

/** Whether the rows of each gateway make its closing balance. */
function findRowErrors(gateways: readonly GatewayClose[]): readonly string[] {
  return gateways.flatMap(({ gateway, currency, opening, closing, ...rows }) => {
    const sum =
      opening + rows.credited + rows.held + rows.verifications + rows.refunded + rows.chargedBack + rows.settled;
    return sum === closing ? [] : [`${gateway} ${currency}: the rows make ${sum}, not ${closing} sen`];
  });
}

/** Whether the accounts of each currency sum to zero. */
function findSumErrors(accounts: readonly AccountDay[]): readonly string[] {
  const sums = new Map<string, number>();
  for (const { currency, closing } of accounts) sums.set(currency, (sums.get(currency) ?? 0) + closing);
  return [...sums].flatMap(([currency, sum]) => (sum === 0 ? [] : [`the accounts sum to ${sum} sen ${currency}`]));
}

/** Whether each movement has a name: of a known kind of entry, on an account where it belongs. */
function findUnnamedMovements(accounts: readonly AccountDay[]): readonly string[] {
  return accounts.flatMap(({ account, currency, movements }) =>
    movements.flatMap(({ kind, name, amount }) =>
      name === null ? [`${account} ${currency}: ${amount} sen of ${kind} are not explained`] : [],
    ),
  );
}

/** Whether what is not settled makes the closing balance of each gateway's account. */
function findUnsettledErrors(accounts: readonly AccountDay[], unsettled: readonly UnsettledMoney[]): readonly string[] {
  return accounts.flatMap(({ account, currency, closing }) => {
    if (classOf(account) !== 'gateway') return [];
    const open = unsettled.find((one) => `gateway:${one.gateway}` === account && one.currency === currency);
    const amount = open?.amount ?? 0;
    return amount === closing
      ? []
      : [`${account} ${currency}: ${amount} sen are not settled, and the balance is ${closing}`];
  });
}

function toGateways(
  accounts: readonly AccountDay[],
  days: readonly GatewayDay[],
  unsettled: readonly UnsettledMoney[],
  until: Date,
): readonly GatewayClose[] {
  const ofAccounts = accounts.flatMap(({ account, currency }) =>
    classOf(account) === 'gateway' ? [{ gateway: account.slice('gateway:'.length), currency }] : [],
  );
  const isSame = (one: Keyed) => (other: Keyed) => one.gateway === other.gateway && one.currency === other.currency;
  // Fees that name no gateway, for example.
  const others = days.filter((day) => !ofAccounts.some(isSame(day)));
  return [...ofAccounts, ...others].map((key) => {
    const account = accounts.find((one) => one.account === `gateway:${key.gateway}` && one.currency === key.currency);
    return toGatewayClose(key, account, days.find(isSame(key)), unsettled.find(isSame(key)), until);
  });
}

/** Malaysia is 8 hours ahead of UTC, all year. */
const malaysiaOffset = '+08:00';
const malaysiaOffsetMs = 8 * 60 * 60_000;

/** Returns the day in Malaysia, YYYY-MM-DD, that ended last before a time. */
export function lastWholeDay(now: Date): string {
  return addMilliseconds(now, malaysiaOffsetMs - dayMs)
    .toISOString()
    .slice(0, 10);
}

/** Makes the daily close of a day in Malaysia, YYYY-MM-DD, from one snapshot of the store. */
export async function closeDay(db: Db, date: string, now: Date): Promise<DailyClose> {
  const from = new Date(`${date}T00:00:00${malaysiaOffset}`);
  const span: Span = { from, until: addMilliseconds(from, dayMs) };
  const { until } = span;
  return inLongTransaction(db, async (trx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(trx);
    const accounts = await readAccountDays(trx, span);
    const unsettled = await readUnsettledMoney(trx, until);
    const heldMoney = await readHeldMoney(trx, until);
    const gateways = toGateways(accounts, await readGatewayDays(trx, span), unsettled, until);
    const currencies = [...new Set(gateways.map(({ currency }) => currency))];
    return {
      ...{ date, from: from.toISOString(), until: until.toISOString(), isOver: now >= until, gateways, accounts },
      totals: currencies.map((currency) =>
        addGateways(
          currency,
          gateways.filter((one) => one.currency === currency),
        ),
      ),
      heldMoney: heldMoney.map(({ since, ...money }) => ({ ...money, ageDays: daysBetween(since, until) })),
      differences: await listDifferences(trx, { openAt: until }, until),
      checks: [
        {
          name: 'opening balance and movements make the closing balance of each account',
          errors: [...findBalanceErrors(accounts), ...findRowErrors(gateways)],
        },
        { name: 'the accounts sum to zero', errors: findSumErrors(accounts) },
        { name: 'every movement has a name', errors: findUnnamedMovements(accounts) },
        {
          name: 'what is not settled makes the closing balance of each gateway',
          errors: findUnsettledErrors(accounts, unsettled),
        },
        {
          name: 'the journal agrees with credits, reviews, postings, verifications and settlements',
          errors: await findJournalErrorsIn(trx),
        },
      ],
    };
  });
}
