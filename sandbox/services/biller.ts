import { setTimeout as pause } from 'node:timers/promises';
import { sql, type Selectable } from 'kysely';
import { toMalaysiaDay } from '@/lib/domain/malaysia-time';
import { creditBalances } from '@/lib/domain/bill/credited-balances';
import { sen, type Sen } from '@/lib/domain/money';
import type { AccountBill, Biller, BillerAnswer, BillPaymentReversal } from '../../backend/billers/biller';
import { addMilliseconds, hourMs, type Clock } from '../../backend/clock';
import type { Db } from '../../backend/db/database';
import type { BillerMode, SandboxBillerPostingsTable } from '../../backend/db/tables';
import { slowMs } from '../../backend/http/fault-injection';
import { billOfAccount, mobileNumberOfAccount, scenarioOfAccount } from '../scenarios/accounts';
import { createBillerMandates } from './biller-mandates';

export const billerModes = [
  'accept',
  'refuse',
  'pending',
  'slow',
  'down',
  'lose-answer',
] as const satisfies readonly BillerMode[];

/** The time after which a pending posting is decided. */
const pendingMs = hourMs;

const holderNames = ['AHMAD BIN ISMAIL', 'TAN MEI LING', 'PRIYA A/P RAJAN', 'SITI NURHALIZA BINTI OMAR', 'JAMES LIM'];

function standingOf(accountNumber: string): AccountBill['standing'] {
  const { standing } = scenarioOfAccount(accountNumber);
  return standing === 'blacklisted' || standing === 'processing' ? standing : 'ordinary';
}

type Posting = Selectable<SandboxBillerPostingsTable>;
type PostingStatus = Posting['status'];

/** Modes under which a posting is not accepted at once. */
const statusByMode: Readonly<Partial<Record<BillerMode, PostingStatus>>> = { refuse: 'refused', pending: 'pending' };

/** An account as the sandbox's biller sees it; amounts are sen. */
export interface BillerAccount {
  readonly accountNumber: string;
  readonly balance: number;
  readonly postings: readonly {
    readonly reference: string;
    /** Negative for a reversal. */
    readonly amount: number;
    readonly status: PostingStatus;
    readonly receiptNumber: string | null;
    /** ISO 8601. */
    readonly at: string;
  }[];
}

export interface SandboxBiller extends Biller {
  /** Returns an account with its postings, oldest first; null if there is no such account. */
  describeAccount(accountNumber: string): Promise<BillerAccount | null>;
  /** Issues a bill: its amount, sen, is added to what the account owes, and falls due on the day `dueDate`. */
  issueBill(accountNumber: string, amount: number, dueDate: string): Promise<void>;
  /** Sets the outcome of the next `times` postings. */
  setMode(mode: BillerMode, times: number): Promise<void>;
  /** The mode that is set and not used up; null: there is none. */
  readMode(): Promise<{ readonly mode: string; readonly times: number } | null>;
}

/** The connector `sandbox`: accounts computed by the scenario table, less their postings. */
export function createSandboxBiller(db: Db, clock: Clock): SandboxBiller {
  const mandates = createBillerMandates(db);
  const statusOf = ({ status, at }: Posting): PostingStatus =>
    status === 'pending' && clock.now() >= addMilliseconds(at, pendingMs) ? 'accepted' : status;
  const receiptNumberOf = (posting: Posting) =>
    statusOf(posting) === 'accepted' ? `R${String(posting.id).padStart(8, '0')}` : null;

  function answerOf(posting: Posting): BillerAnswer {
    const receiptNumber = receiptNumberOf(posting);
    if (receiptNumber !== null) return { status: 'accepted', receiptNumber };
    return statusOf(posting) === 'pending' ? { status: 'pending' } : { status: 'refused', reason: 'account closed' };
  }

  async function find(reference: string): Promise<Posting | undefined> {
    return db.selectFrom('sandbox_biller_postings').selectAll().where('reference', '=', reference).executeTakeFirst();
  }

  async function listPostings(accountNumber: string): Promise<readonly Posting[]> {
    return db
      .selectFrom('sandbox_biller_postings')
      .selectAll()
      .where('account_number', '=', accountNumber)
      .orderBy('id')
      .execute();
  }

  const sumAccepted = (postings: readonly Posting[]): Sen =>
    sen(postings.reduce((sum, posting) => sum + (statusOf(posting) === 'accepted' ? posting.amount : 0), 0));

  /** Records a posting once: a repeated one returns the result of the first. */
  async function record(posting: Omit<Posting, 'id' | 'at'>): Promise<BillerAnswer> {
    await db
      .insertInto('sandbox_biller_postings')
      .values({ ...posting, at: clock.now() })
      .onConflict((conflict) => conflict.column('reference').doNothing())
      .execute();
    const recorded = await find(posting.reference);
    // A reset may have emptied the store meanwhile.
    return recorded === undefined ? { status: 'unreachable' } : answerOf(recorded);
  }

  /** Consumes one use of the mode that the control has set; null if none is left. */
  async function takeMode(): Promise<BillerMode | null> {
    const row = await db
      .updateTable('sandbox_biller_mode')
      .set({ times: sql`times - 1` })
      .where('times', '>', 0)
      .returning('mode')
      .executeTakeFirst();
    return row?.mode ?? null;
  }

  /** Adds the bills that a control has issued to a computed one. */
  async function addIssuedBills(computed: NonNullable<ReturnType<typeof billOfAccount>>) {
    const issued = await db
      .selectFrom('sandbox_biller_bills')
      .select(['amount', 'due_date'])
      .where('account_number', '=', computed.accountNumber)
      .orderBy('id')
      .execute();
    const today = toMalaysiaDay(clock.now().toISOString());
    const sum = (bills: typeof issued) => bills.reduce((total, { amount }) => total + amount, 0);
    return {
      ...computed,
      currentBalance: sen(computed.currentBalance + sum(issued)),
      overdueBalance: sen(computed.overdueBalance + sum(issued.filter(({ due_date: dueDate }) => dueDate < today))),
      dueDate: issued.at(-1)?.due_date ?? computed.dueDate,
    };
  }

  async function billAt(accountNumber: string, postings: readonly Posting[]) {
    const computed = billOfAccount(accountNumber, clock.now().toISOString());
    if (computed === null) return null;
    const { readAt: _readAt, ...bill } = creditBalances(await addIssuedBills(computed), sumAccepted(postings));
    const isRestored = bill.accountStatus === 'suspended' && bill.overdueBalance === 0;
    return isRestored ? { ...bill, accountStatus: 'active' as const } : bill;
  }

  async function reverse({ reference, payment, amount }: BillPaymentReversal): Promise<BillerAnswer> {
    const reversed = await find(payment);
    if (reversed === undefined) return { status: 'refused', reason: 'unknown payment' };
    const postings = await listPostings(reversed.account_number);
    const left = sumAccepted(postings.filter((one) => one.reference === payment || one.reverses === payment));
    const isKnown = postings.some((one) => one.reference === reference);
    if (!isKnown && amount > left) return { status: 'refused', reason: 'more than the payment' };
    const { account_number } = reversed;
    return record({ reference, reverses: payment, account_number, amount: 0 - amount, status: 'accepted' });
  }

  return {
    name: 'sandbox',
    async findBill(accountNumber) {
      const bill = await billAt(accountNumber, await listPostings(accountNumber));
      return (
        bill && {
          ...bill,
          billReference: null,
          holderName: holderNames[Number(accountNumber.slice(0, 8)) % holderNames.length] ?? '',
          standing: standingOf(accountNumber),
          mobileNumber: mobileNumberOfAccount(accountNumber),
          isOnAutoDebit: scenarioOfAccount(accountNumber).onAutoDebit ?? (await mandates.isInForce(accountNumber)),
          // So that quick pay can use every method.
          isEpp: true,
        }
      );
    },
    postings: {
      async postPayment({ reference, accountNumber, amount }) {
        const known = await find(reference);
        if (known !== undefined) return answerOf(known);
        const mode = await takeMode();
        if (mode === 'down') return { status: 'unreachable' };
        if (mode === 'slow') await pause(slowMs);
        const decided = mode === null ? scenarioOfAccount(accountNumber).posting : statusByMode[mode];
        const payment = { reference, reverses: null, account_number: accountNumber, amount };
        const answer = await record({ ...payment, status: decided ?? 'accepted' });
        return mode === 'lose-answer' ? { status: 'unreachable' } : answer;
      },
      async findPosting(reference) {
        const posting = await find(reference);
        return posting === undefined ? { status: 'not-found' } : answerOf(posting);
      },
      reversePosting: reverse,
    },
    mandates: mandates.calls,
    async describeAccount(accountNumber) {
      const postings = await listPostings(accountNumber);
      const bill = await billAt(accountNumber, postings);
      return (
        bill && {
          accountNumber,
          balance: bill.currentBalance,
          postings: postings.map((posting) => ({
            reference: posting.reference,
            amount: posting.amount,
            status: statusOf(posting),
            receiptNumber: receiptNumberOf(posting),
            at: posting.at.toISOString(),
          })),
        }
      );
    },
    async issueBill(accountNumber, amount, dueDate) {
      await db
        .insertInto('sandbox_biller_bills')
        .values({ account_number: accountNumber, amount, due_date: dueDate })
        .execute();
    },
    async readMode() {
      const set = await db
        .selectFrom('sandbox_biller_mode')
        .select(['mode', 'times'])
        .where('times', '>', 0)
        .executeTakeFirst();
      return set ?? null;
    },
    async setMode(mode, times) {
      await db
        .insertInto('sandbox_biller_mode')
        .values({ id: 1, mode, times })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ mode, times }))
        .execute();
    },
  };
}
