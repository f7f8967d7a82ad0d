import type { Bill } from '@/lib/domain/bill/bill';
import { toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { sen, zeroSen, type Sen } from '@/lib/domain/money';

/** The fault of a look-up of the account. */
export type AccountFault = 'error' | 'slow' | 'timeout' | 'garbage';

/** One case of the sandbox: the last two digits of an account number choose it. */
export interface AccountScenario {
  /** Two digits; null for the default case. */
  readonly suffix: string | null;
  readonly meaning: string;
  readonly bill?: 'none-outstanding' | 'overdue' | 'partly-overdue' | 'credit';
  readonly isNew?: boolean;
  readonly customerType?: 'CE';
  readonly maximumAmount?: Sen;
  readonly hasNoMobileNumber?: boolean;
  readonly savedCards?: 'three' | 'maximum';
  readonly onAutoDebit?: boolean;
  readonly standing?: 'unknown' | 'closed' | 'blacklisted' | 'processing';
  /** The outcome of a payment that is posted to it; by default it is accepted at once. */
  readonly posting?: 'refused' | 'pending';
  readonly fault?: AccountFault;
}

/** The sandbox's accounts, in the order in which its documentation lists them. */
export const accountScenarios: readonly AccountScenario[] = [
  { suffix: '00', meaning: 'nothing outstanding', bill: 'none-outstanding' },
  { suffix: '01', meaning: 'active: the current balance falls due in 14 days, nothing overdue' },
  { suffix: '02', meaning: 'overdue and suspended: due 10 days ago, the whole balance overdue', bill: 'overdue' },
  {
    suffix: '03',
    meaning: 'half the balance overdue from an earlier bill, the newest due in 7 days',
    bill: 'partly-overdue',
  },
  { suffix: '04', meaning: "as 01, with the 'New' marker", isNew: true },
  { suffix: '05', meaning: 'customer type CE: not more than the current balance', customerType: 'CE' },
  { suffix: '06', meaning: 'a credit of RM20.00: nothing to pay, an advance payment is allowed', bill: 'credit' },
  { suffix: '07', meaning: 'as 01, with a maximum amount of RM200', maximumAmount: sen(20_000) },
  { suffix: '08', meaning: 'as 01, no mobile number on file', hasNoMobileNumber: true },
  { suffix: '09', meaning: 'as 01; three saved cards for a customer vouched for', savedCards: 'three' },
  { suffix: '10', meaning: 'as 09, with the maximum number of saved cards', savedCards: 'maximum' },
  { suffix: '11', meaning: 'as 01, already on auto debit', onAutoDebit: true },
  {
    suffix: '12',
    meaning: 'as 01; the biller refuses the posting: the account was closed meanwhile',
    posting: 'refused',
  },
  { suffix: '13', meaning: 'as 01; the biller accepts the posting an hour later', posting: 'pending' },
  { suffix: '40', meaning: 'unknown account', standing: 'unknown' },
  { suffix: '41', meaning: 'closed account: the bill is shown, a payment refused', standing: 'closed' },
  { suffix: '43', meaning: 'blacklisted', standing: 'blacklisted' },
  { suffix: '44', meaning: 'a payment of this bill is already being processed', standing: 'processing' },
  { suffix: '50', meaning: 'the backend returns 500', fault: 'error' },
  { suffix: '51', meaning: 'the backend answers after 6 s', fault: 'slow' },
  { suffix: '52', meaning: 'the backend never answers', fault: 'timeout' },
  { suffix: '53', meaning: 'the backend returns 200 with a body that breaks the contract', fault: 'garbage' },
];

const ordinaryScenario: AccountScenario = { suffix: null, meaning: 'as 01' };

/** Returns the case of an account number (ten digits). A number that begins with 0 has no account. */
export function scenarioOfAccount(accountNumber: string): AccountScenario {
  if (!/^[1-9]\d{9}$/.test(accountNumber)) return { ...ordinaryScenario, standing: 'unknown' };
  return accountScenarios.find(({ suffix }) => suffix === accountNumber.slice(8)) ?? ordinaryScenario;
}

/** Returns the balance (sen), computed from the first eight digits n: RM (10 + n mod 490) + (n mod 100) sen. 1234567801 owes RM138.78. */
export function balanceOfAccount(accountNumber: string): Sen {
  const n = Number(accountNumber.slice(0, 8));
  return sen((10 + (n % 490)) * 100 + (n % 100));
}

/** Returns the mobile number on file: 6012 and the account's first seven digits; null if the case has none. */
export function mobileNumberOfAccount(accountNumber: string): string | null {
  return scenarioOfAccount(accountNumber).hasNoMobileNumber ? null : `6012${accountNumber.slice(0, 7)}`;
}

const ordinaryMaximum = sen(300_000);
const maximumOfCe = sen(3_000_000);
const creditBalance = sen(-2_000);

/** Returns the day in Malaysia, `days` from an instant (ISO 8601). */
function dayFrom(now: string, days: number): string {
  return toMalaysiaDay(new Date(Date.parse(now) + days * 86_400_000).toISOString());
}

type Balances = Pick<Bill, 'currentBalance' | 'overdueBalance' | 'dueDate'>;

function balancesOf(scenario: AccountScenario, balance: Sen, now: string): Balances {
  switch (scenario.bill) {
    case 'none-outstanding':
      return { currentBalance: zeroSen, overdueBalance: zeroSen, dueDate: null };
    case 'credit':
      return { currentBalance: creditBalance, overdueBalance: zeroSen, dueDate: null };
    case 'overdue':
      return { currentBalance: balance, overdueBalance: balance, dueDate: dayFrom(now, -10) };
    case 'partly-overdue':
      return { currentBalance: balance, overdueBalance: sen(Math.floor(balance / 2)), dueDate: dayFrom(now, 7) };
    default:
      return { currentBalance: balance, overdueBalance: zeroSen, dueDate: dayFrom(now, 14) };
  }
}

function statusOf(scenario: AccountScenario): Bill['accountStatus'] {
  if (scenario.standing === 'closed') return 'closed';
  return scenario.bill === 'overdue' ? 'suspended' : 'active';
}

/** A bill without the fields that the backend adds. */
type ComputedBill = Omit<
  Bill,
  'accountName' | 'barcode' | 'outstanding' | 'recentPayments' | 'reminderDaysBefore' | 'accountsPerPayment'
>;

/** Returns the bill of an account at an instant (ISO 8601); null if the case has none. */
export function billOfAccount(accountNumber: string, now: string): ComputedBill | null {
  const scenario = scenarioOfAccount(accountNumber);
  if (scenario.standing === 'unknown') return null;
  const isCe = scenario.customerType === 'CE';
  return {
    accountNumber,
    accountStatus: statusOf(scenario),
    customerType: isCe ? 'CE' : 'REGULAR',
    ...balancesOf(scenario, balanceOfAccount(accountNumber), now),
    isNew: scenario.isNew ?? false,
    maximumAmount: scenario.maximumAmount ?? (isCe ? maximumOfCe : ordinaryMaximum),
    readAt: now,
  };
}
