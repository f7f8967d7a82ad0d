import type { z } from 'zod';
import { isMobileNumber, parsePhoneNumber } from '@/lib/domain/contact/phone';
import { daysBetween, toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { addSen, type Sen } from '@/lib/domain/money';
import type { Clock } from '../../clock';
import type { AccountBill } from '../biller';
import { isPathPart, pathOf, type GsmaApi } from './api';
import { accountNameSchema, accountStatusSchema, billsSchema, errorSchema, type ApiBill } from './messages';
import type { GsmaSettings } from './settings';

/** A bill that is owed, all or part. */
export interface OpenBill {
  /** Null where the biller gives none that can be named in a path. */
  readonly reference: string | null;
  readonly amountDue: Sen;
  /** `YYYY-MM-DD`; null where the biller gives none. */
  readonly dueDate: string | null;
}

/** Requests for one account's bills: an account with more bills than these return is not understood. */
const maximumPages = 20;

/** The biller has no such account, or its response is missing or not understood. */
export type BillsFailure = 'unknown-account' | 'unreachable';

interface AccountBills {
  readonly open: readonly OpenBill[];
  /** The sum of what is owed. */
  readonly owed: Sen;
  readonly metadata: ReadonlyMap<string, string>;
}

const sumOf = (bills: readonly OpenBill[]): Sen => addSen(...bills.map(({ amountDue }) => amountDue));

/** Takes what is owed from a bill; null for a paid one. Throws a RangeError for one that does not say what is owed in ringgit. */
function toOpenBill({ billReference, billStatus, amountDue, currency, dueDate }: ApiBill): OpenBill | null {
  if (billStatus === 'paid') return null;
  if (amountDue === undefined || currency !== 'MYR') throw new RangeError('a bill without an amount in ringgit');
  if (amountDue === 0) return null;
  const hasReference = billReference !== undefined && isPathPart(billReference);
  return { reference: hasReference ? billReference : null, amountDue, dueDate: dueDate ?? null };
}

/** Null where a bill, or the sum of all, is not an amount of ringgit. */
function toAccountBills(bills: readonly ApiBill[]): AccountBills | null {
  try {
    const open = bills.flatMap((bill) => toOpenBill(bill) ?? []);
    return {
      open,
      owed: sumOf(open),
      metadata: new Map(bills.flatMap(({ metadata = [] }) => metadata.map(({ key, value }) => [key, value]))),
    };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Reads the bills of an account, page by page. */
export async function readBills(
  api: GsmaApi,
  identifierType: string,
  accountNumber: string,
): Promise<AccountBills | BillsFailure> {
  const path = pathOf('accounts', identifierType, accountNumber, 'bills');
  const bills: ApiBill[] = [];
  for (let page = 1; page <= maximumPages; page += 1) {
    const answer = await api.get(page === 1 ? path : `${path}?offset=${bills.length}`);
    if (answer === null) return 'unreachable';
    if (answer.status === 404 && errorSchema.safeParse(answer.body).data?.errorCategory === 'identification') {
      return page === 1 ? 'unknown-account' : 'unreachable';
    }
    const parsed = billsSchema.safeParse(answer.body);
    if (answer.status !== 200 || !parsed.success) return 'unreachable';
    bills.push(...parsed.data);
    const isComplete = answer.recordsAvailable === null || bills.length >= answer.recordsAvailable;
    if (isComplete) return toAccountBills(bills) ?? 'unreachable';
    // The biller says that there are more, and gives none.
    if (parsed.data.length === 0) return 'unreachable';
  }
  return 'unreachable';
}

/** The due date that the payer is shown: the next one, or the latest of those that have passed. */
function dueDateOf(open: readonly OpenBill[], today: string): string | null {
  const dates = open.flatMap(({ dueDate }) => dueDate ?? []).sort();
  return dates.find((date) => daysBetween(today, date) >= 0) ?? dates.at(-1) ?? null;
}

async function readAccountDetail<Schema extends z.ZodType>(
  api: GsmaApi,
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const answer = await api.get(path);
  const parsed = answer?.status === 200 ? schema.safeParse(answer.body) : null;
  return parsed?.success === true ? parsed.data : null;
}

/** Missing: the account can be paid; only a biller that says otherwise closes it. */
const statusByAccountStatus = { available: 'active', unavailable: 'suspended', unregistered: 'closed' } as const;

function nameOf(answer: z.output<typeof accountNameSchema> | null): string | null {
  const { fullName, firstName, middleName, lastName } = answer?.name ?? {};
  const parts = [firstName, middleName, lastName].filter((part) => part !== undefined && part.trim() !== '');
  return fullName?.trim() || parts.join(' ') || null;
}

/**
 * Finds the bill of an account: the sum of what its unpaid bills say, with what the biller tells of its holder. Details that the biller does
 * not give are empty. Null if there is no such account; throws if the biller's bills cannot be read.
 */
export async function findBill(
  api: GsmaApi,
  { identifierType, maximumAmount, metadataKeys }: GsmaSettings,
  clock: Clock,
  accountNumber: string,
): Promise<AccountBill | null> {
  const account = (detail: string) => pathOf('accounts', identifierType, accountNumber, detail);
  const [bills, name, status] = await Promise.all([
    readBills(api, identifierType, accountNumber),
    readAccountDetail(api, account('accountname'), accountNameSchema),
    readAccountDetail(api, account('status'), accountStatusSchema),
  ]);
  if (bills === 'unknown-account') return null;
  if (bills === 'unreachable') throw new Error('the biller does not say what is owed');
  const { open, owed, metadata } = bills;
  const detail = (key: string | undefined) => (key === undefined ? undefined : metadata.get(key)?.trim()) ?? '';
  const today = toMalaysiaDay(clock.now().toISOString());
  const overdue = open.filter(({ dueDate }) => dueDate !== null && daysBetween(today, dueDate) < 0);
  const [only, ...others] = open;
  const phoneNumber = parsePhoneNumber(detail(metadataKeys.mobileNumber));
  return {
    accountNumber,
    billReference: others.length === 0 ? (only?.reference ?? null) : null,
    holderName: (nameOf(name) ?? detail(metadataKeys.holderName)).slice(0, 100),
    accountStatus: status === null ? 'active' : statusByAccountStatus[status.accountStatus],
    customerType: detail(metadataKeys.customerType).slice(0, 40),
    currentBalance: owed,
    overdueBalance: sumOf(overdue),
    dueDate: dueDateOf(open, today),
    isNew: false,
    maximumAmount,
    standing: 'ordinary',
    mobileNumber: phoneNumber.ok && isMobileNumber(phoneNumber.value) ? phoneNumber.value : null,
    isOnAutoDebit: false,
    isEpp: false,
  };
}
