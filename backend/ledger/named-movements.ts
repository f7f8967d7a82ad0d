import type { JournalAccount } from './accounts';
import type { JournalEntryKind } from './journal';

type ClassOf<Account> = Account extends `${infer Class}:${string}` ? Class : Account;

/** A kind of account: all gateways' clearing accounts are one, and all partners' accounts. */
export type AccountClass = ClassOf<JournalAccount>;

/** Returns the class of an account by its name. */
export function classOf(account: string): string {
  const [name = ''] = account.split(':');
  return name;
}

interface NamedMovement {
  /** What the daily close calls it. */
  readonly name: string;
  /** The accounts that an entry of the kind may have lines on (design, section 8). */
  readonly accounts: readonly AccountClass[];
}

/** The movements that a daily close names. Any other line of the journal is an error that it shows. */
export const namedMovements = {
  'payment-credited': { name: 'credited', accounts: ['gateway', 'biller-payable', 'partner'] },
  'payment-held': { name: 'held for review', accounts: ['gateway', 'suspense'] },
  'posting-accepted': { name: 'posted', accounts: ['biller-payable', 'biller-posted'] },
  'verification-charged': { name: 'card verifications', accounts: ['gateway', 'verification'] },
  'verification-differs': { name: 'card verifications of another amount', accounts: ['gateway', 'verification'] },
  'verification-reversed': { name: 'verifications reversed', accounts: ['gateway', 'verification'] },
  'review-applied': { name: 'applied', accounts: ['suspense', 'biller-payable', 'partner'] },
  'review-same-movement': { name: 'the same movement', accounts: ['gateway', 'suspense'] },
  'posting-reversed': { name: 'postings reversed', accounts: ['biller-payable', 'biller-posted'] },
  'refund-approved': {
    name: 'refunds approved',
    accounts: ['biller-payable', 'partner', 'suspense', 'refunds-payable'],
  },
  'refund-succeeded': { name: 'refunded', accounts: ['refunds-payable', 'gateway', 'bank'] },
  'refund-failed': { name: 'refunds failed', accounts: ['biller-payable', 'partner', 'suspense', 'refunds-payable'] },
  'chargeback-opened': { name: 'charged back', accounts: ['gateway', 'chargebacks'] },
  // An outcome that is corrected moves the money back from where the other one has put it.
  'chargeback-won': { name: 'chargebacks won', accounts: ['gateway', 'chargebacks', 'chargeback-losses', 'suspense'] },
  'chargeback-lost': {
    name: 'chargebacks lost',
    accounts: ['gateway', 'chargebacks', 'chargeback-losses', 'suspense'],
  },
  settlement: { name: 'settled', accounts: ['gateway', 'bank', 'fees'] },
} as const satisfies Readonly<Record<JournalEntryKind, NamedMovement>>;

/** Finds the name of a movement: of a kind of entry on an account; null where no entry of the kind has a line there. */
export function findMovementName(kind: string, account: string): string | null {
  const movements: Readonly<Record<string, NamedMovement>> = namedMovements;
  const movement = Object.hasOwn(movements, kind) ? movements[kind] : undefined;
  return movement?.accounts.some((one) => one === classOf(account)) === true ? movement.name : null;
}
