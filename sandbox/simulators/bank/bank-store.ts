import { isUndecided, type BankPayment, type BankState, type RailName } from './bank-payment';
import type { EventLog } from './event-log';

export interface Decision {
  readonly state: BankState;
  readonly reason: string;
  readonly button: string | null;
}

/** The banks' payments, clock and availability. Each change is written to the event log before it takes effect. */
export interface BankStore {
  /** The banks' time, ms since 1970: real time plus the offset of the controls. */
  readonly now: () => number;
  moveClock(offsetMs: number): void;
  open(payment: BankPayment): void;
  find(number: string): BankPayment | null;
  findBySession(session: string): BankPayment | null;
  /** The payment of a presentment code, by its text. */
  findByCode(rail: RailName, code: string): BankPayment | null;
  /** Another approved payment on the same rail, for a replay; null if there is none. */
  findOldApproved(rail: RailName, exceptNumber: string): BankPayment | null;
  /** Decides an undecided payment, or voids an approved one; otherwise changes nothing. Returns the payment as it is then. */
  decide(payment: BankPayment, decision: Decision): BankPayment;
  isBankOnline(bankId: string): boolean;
  setBankOnline(bankId: string, online: boolean): void;
  reset(): void;
}

export function openBankStore(eventLog: EventLog): BankStore {
  const payments = new Map<string, BankPayment>();
  const numbersBySession = new Map<string, string>();
  const offlineBanks = new Set<string>();
  let offsetMs = 0;

  function keepPayment(payment: BankPayment): void {
    payments.set(payment.number, payment);
    numbersBySession.set(payment.session, payment.number);
  }
  function keepBank(bankId: string, online: boolean): void {
    if (online) offlineBanks.delete(bankId);
    else offlineBanks.add(bankId);
  }

  for (const entry of eventLog.readAll()) {
    if (entry.kind === 'opened') keepPayment(entry.payment);
    if (entry.kind === 'clock') offsetMs = entry.offsetMs;
    if (entry.kind === 'bank') keepBank(entry.bankId, entry.online);
    if (entry.kind === 'decided') {
      const payment = payments.get(entry.number);
      const { state, reason, button, at } = entry;
      if (payment) keepPayment({ ...payment, state, reason, button, decidedAt: at });
    }
  }

  const now = () => Date.now() + offsetMs;
  return {
    now,
    moveClock(offset) {
      eventLog.append({ kind: 'clock', offsetMs: offset });
      offsetMs = offset;
    },
    open(payment) {
      eventLog.append({ kind: 'opened', payment });
      keepPayment(payment);
    },
    find: (number) => payments.get(number) ?? null,
    findBySession: (session) => payments.get(numbersBySession.get(session) ?? '') ?? null,
    findByCode: (rail, code) =>
      [...payments.values()].find((payment) => payment.rail === rail && payment.details.code === code) ?? null,
    findOldApproved: (rail, exceptNumber) =>
      [...payments.values()].find(
        (payment) => payment.rail === rail && payment.state === 'approved' && payment.number !== exceptNumber,
      ) ?? null,
    decide({ number }, { state, reason, button }) {
      const payment = payments.get(number);
      if (!payment) throw new Error('a payment that was never opened cannot be decided');
      if (!isUndecided(payment) && !(payment.state === 'approved' && state === 'voided')) return payment;
      const at = new Date(now()).toISOString();
      eventLog.append({ kind: 'decided', number, state, reason, button, at });
      const decided = { ...payment, state, reason, button, decidedAt: at };
      keepPayment(decided);
      return decided;
    },
    isBankOnline: (bankId) => !offlineBanks.has(bankId),
    setBankOnline(bankId, online) {
      eventLog.append({ kind: 'bank', bankId, online });
      keepBank(bankId, online);
    },
    reset() {
      eventLog.clear();
      payments.clear();
      numbersBySession.clear();
      offlineBanks.clear();
      offsetMs = 0;
    },
  };
}
