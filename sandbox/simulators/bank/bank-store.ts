import type { CallbackMode } from '../../scenarios/callbacks';
import type { ChargeMode } from '../../scenarios/cards';
import { isUndecided, type BankPayment, type BankRefund, type BankState, type RailName } from './bank-payment';
import type { EventLog } from './event-log';
import { createModeQueue, type CountedMode } from './mode-queue';

export interface Decision {
  readonly state: BankState;
  readonly reason: string;
  readonly button: string | null;
}

/** How a refund ends: `lost`, it is made and its response lost; `down`, it is not made, and there is no response. */
export const refundModes = ['refunded', 'refused', 'pending', 'lost', 'down'] as const;
export type RefundMode = (typeof refundModes)[number];

/** The controls that set how the next calls of a kind end. */
export type ModeName = 'decisions' | 'callbacks' | 'refunds' | 'charges';

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
  /** Adds a refund of a payment. */
  refund(refund: BankRefund): void;
  /** The refunds of a payment, oldest first. */
  listRefunds(number: string): readonly BankRefund[];
  /** Sets how the next `times` refunds end. */
  setRefundMode(mode: RefundMode, times: number): void;
  /** Consumes one use of the mode that was set; null if none is left. */
  takeRefundMode(): RefundMode | null;
  /** Sets how the next `times` charges without a payer end. */
  setChargeMode(mode: ChargeMode, times: number): void;
  /** Consumes one use of the mode of charges; null if none is left. */
  takeChargeMode(): ChargeMode | null;
  /** Sets what becomes of the next `times` callbacks, of whichever gateway. */
  setCallbackMode(mode: CallbackMode, times: number): void;
  /** Consumes one use of the mode of callbacks; null if none is left. */
  takeCallbackMode(): CallbackMode | null;
  /** Sets the button (its value) by which the next `times` payments at a page with buttons end, whichever is pressed. */
  setDecision(button: string, times: number): void;
  /** Consumes one use of that button if the page offers it; null otherwise. */
  takeDecision(isOffered: (button: string) => boolean): string | null;
  /** The modes that are set and not used up. */
  listModes(): Readonly<Record<ModeName, CountedMode<string> | null>>;
  isBankOnline(bankId: string): boolean;
  setBankOnline(bankId: string, online: boolean): void;
  reset(): void;
}

export function openBankStore(eventLog: EventLog): BankStore {
  const payments = new Map<string, BankPayment>();
  const numbersBySession = new Map<string, string>();
  const offlineBanks = new Set<string>();
  const refunds: BankRefund[] = [];
  const modes = {
    decisions: createModeQueue<string>(),
    callbacks: createModeQueue<CallbackMode>(),
    refunds: createModeQueue<RefundMode>(),
    charges: createModeQueue<ChargeMode>(),
  } as const satisfies Record<ModeName, unknown>;
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
    if (entry.kind === 'refunded') refunds.push(entry.refund);
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
    refund(refund) {
      eventLog.append({ kind: 'refunded', refund });
      refunds.push(refund);
    },
    listRefunds: (number) => refunds.filter((refund) => refund.number === number),
    setRefundMode: modes.refunds.set,
    takeRefundMode: () => modes.refunds.take(),
    setChargeMode: modes.charges.set,
    takeChargeMode: () => modes.charges.take(),
    setCallbackMode: modes.callbacks.set,
    takeCallbackMode: () => modes.callbacks.take(),
    setDecision: modes.decisions.set,
    takeDecision: (isOffered) => modes.decisions.take(isOffered),
    listModes: () => ({
      decisions: modes.decisions.current(),
      callbacks: modes.callbacks.current(),
      refunds: modes.refunds.current(),
      charges: modes.charges.current(),
    }),
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
      refunds.length = 0;
      for (const queue of Object.values(modes)) queue.reset();
      offsetMs = 0;
    },
  };
}
