import type { ChargebackOutcome } from '@/lib/domain/payment/chargeback-states';
import type { Attempt, Order } from '../payments/model';
import { gatewayAccount, payableAccount, type JournalAccount } from './accounts';
import type { JournalEntry, JournalEntryKind, JournalLine } from './journal';

/** What an entry of one debit and one credit records. */
interface Movement {
  readonly kind: JournalEntryKind;
  readonly source: string;
  readonly refid: string | null;
  readonly currency?: string;
  readonly at: Date;
}

/** Builds an entry of one debit and one credit of `amount`, in sen; one of no money has no lines. */
function transfer(
  movement: Movement,
  { from, to, amount }: { readonly from: JournalAccount; readonly to: JournalAccount; readonly amount: number },
): JournalEntry {
  const lines = [
    { account: to, amount },
    { account: from, amount: -amount },
  ];
  return { ...movement, lines: amount === 0 ? [] : lines };
}

/** A gateway's payment that is credited to its order. `reference` is the gateway's. */
export function paymentCredited(order: Order, attempt: Attempt, reference: string, at: Date): JournalEntry {
  const { gateway, amount } = attempt;
  return transfer(
    { kind: 'payment-credited', source: `${gateway} ${reference}`, refid: order.refid, at },
    { to: gatewayAccount(gateway), from: payableAccount(order), amount },
  );
}

/** Money of a gateway that could not be credited, in sen of its own currency. */
export function paymentHeld(
  { gateway, order_refid: refid }: Attempt,
  { reference, amount, currency }: { readonly reference: string; readonly amount: number; readonly currency: string },
  at: Date,
): JournalEntry {
  return transfer(
    { kind: 'payment-held', source: `${gateway} ${reference}`, refid, currency, at },
    { to: gatewayAccount(gateway), from: 'suspense', amount },
  );
}

/** Money that was held for review and is applied to its order. */
export function reviewApplied(
  order: Order,
  money: { readonly gateway: string; readonly gateway_reference: string; readonly amount: number },
  at: Date,
): JournalEntry {
  const { gateway, gateway_reference: reference, amount } = money;
  return transfer(
    { kind: 'review-applied', source: `${gateway} ${reference}`, refid: order.refid, at },
    { to: 'suspense', from: payableAccount(order), amount },
  );
}

/** Held money that is the same movement as one that was credited: the gateway has it once. In sen of its own currency. */
export function reviewSameMovement(
  money: {
    readonly gateway: string;
    readonly gateway_reference: string;
    readonly order_refid: string;
    readonly amount: number;
    readonly currency: string;
  },
  at: Date,
): JournalEntry {
  const { gateway, gateway_reference: reference, order_refid: refid, amount, currency } = money;
  return transfer(
    { kind: 'review-same-movement', source: `${gateway} ${reference}`, refid, currency, at },
    { to: 'suspense', from: gatewayAccount(gateway), amount },
  );
}

interface Disputed {
  readonly gateway: string;
  readonly dispute: string;
  readonly order_refid: string;
  readonly amount: number;
}

/** Money that a gateway has taken back for a dispute. */
export function chargebackOpened({ gateway, dispute, order_refid: refid, amount }: Disputed, at: Date): JournalEntry {
  return transfer(
    { kind: 'chargeback-opened', source: `${gateway} ${dispute}`, refid, at },
    { to: 'chargebacks', from: gatewayAccount(gateway), amount },
  );
}

/** How a dispute ended. `fromHeld`: sen of a lost one that were held for review, and never anybody's but the payer's. */
interface DisputeEnd {
  readonly outcome: ChargebackOutcome;
  readonly fromHeld: number;
}

/** Where the money of a dispute is, in sen by account; `end` is null while it is open. Lost money that was held is no longer in suspense. */
function disputedMoney({ gateway, amount }: Disputed, end: DisputeEnd | null): readonly JournalLine[] {
  if (end === null) return [{ account: 'chargebacks', amount }];
  if (end.outcome === 'won') return [{ account: gatewayAccount(gateway), amount }];
  return [
    { account: 'suspense', amount: end.fromHeld },
    { account: 'chargeback-losses', amount: amount - end.fromHeld },
  ];
}

/** The end of a dispute, or a correction of it: `before` is how it had ended. */
export function chargebackClosed(
  disputed: Disputed,
  { number, before, ...end }: DisputeEnd & { readonly number: number; readonly before: DisputeEnd | null },
  at: Date,
): JournalEntry {
  const { gateway, dispute, order_refid: refid } = disputed;
  const sums = new Map<JournalAccount, number>();
  const from = disputedMoney(disputed, before).map(({ account, amount }) => ({ account, amount: -amount }));
  for (const { account, amount } of [...disputedMoney(disputed, end), ...from]) {
    sums.set(account, (sums.get(account) ?? 0) + amount);
  }
  const lines = [...sums].map(([account, amount]) => ({ account, amount })).filter(({ amount }) => amount !== 0);
  const kind = end.outcome === 'won' ? 'chargeback-won' : 'chargeback-lost';
  return { kind, source: `${gateway} ${dispute} ${number}`, refid, at, lines };
}

/** A posting that the biller has accepted. */
export function postingAccepted(
  posting: { readonly reference: string; readonly refid: string; readonly amount: number },
  at: Date,
): JournalEntry {
  const { reference, refid, amount } = posting;
  return transfer(
    { kind: 'posting-accepted', source: reference, refid, at },
    { to: 'biller-payable', from: 'biller-posted', amount },
  );
}

interface Verification {
  readonly number: string;
  readonly order_refid: string;
  readonly gateway: string;
  readonly amount: number;
}

/** The charge that verifies a card. */
export function verificationCharged(verification: Verification, at: Date): JournalEntry {
  const { number, order_refid: refid, gateway, amount } = verification;
  return transfer(
    { kind: 'verification-charged', source: number, refid, at },
    { to: gatewayAccount(gateway), from: 'verification', amount },
  );
}

/** The charge that verifies a card, where it differs from what was asked for: `amount` is in sen of `currency`. */
export function verificationDiffers(
  { number, order_refid: refid, gateway }: Verification,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  at: Date,
): JournalEntry {
  return transfer(
    { kind: 'verification-differs', source: number, refid, currency, at },
    { to: gatewayAccount(gateway), from: 'verification', amount },
  );
}

/** The reversal of the charge that verifies a card. */
export function verificationReversed(verification: Verification, at: Date): JournalEntry {
  const { number, order_refid: refid, gateway, amount } = verification;
  return transfer(
    { kind: 'verification-reversed', source: number, refid, at },
    { to: 'verification', from: gatewayAccount(gateway), amount },
  );
}

/** A refund, and the account of whose money it is: what is owed for a credit, or money held for review. */
interface RefundedMoney {
  readonly reference: string;
  readonly refid: string;
  readonly gateway: string;
  readonly amount: number;
  readonly sentAt: Date | null;
  readonly owedTo: JournalAccount;
}

/** A refund that is to be made. */
export function refundApproved({ reference, refid, amount, owedTo }: RefundedMoney, at: Date): JournalEntry {
  return transfer(
    { kind: 'refund-approved', source: reference, refid, at },
    { to: owedTo, from: 'refunds-payable', amount },
  );
}

/** A refund that was made: by its gateway if it was sent there, else by a bank transfer of ours. */
export function refundSucceeded({ reference, refid, gateway, amount, sentAt }: RefundedMoney, at: Date): JournalEntry {
  return transfer(
    { kind: 'refund-succeeded', source: reference, refid, at },
    { to: 'refunds-payable', from: sentAt === null ? 'bank' : gatewayAccount(gateway), amount },
  );
}

/** A refund of which nothing was returned. */
export function refundFailed({ reference, refid, amount, owedTo }: RefundedMoney, at: Date): JournalEntry {
  return transfer(
    { kind: 'refund-failed', source: reference, refid, at },
    { to: 'refunds-payable', from: owedTo, amount },
  );
}

/** A posting, all or part of it, that the biller has taken back. */
export function postingReversed(
  reversal: { readonly reference: string; readonly refid: string; readonly amount: number },
  at: Date,
): JournalEntry {
  const { reference, refid, amount } = reversal;
  return transfer(
    { kind: 'posting-reversed', source: reference, refid, at },
    { to: 'biller-posted', from: 'biller-payable', amount },
  );
}
