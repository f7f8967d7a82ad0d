import { randomBytes, randomUUID } from 'node:crypto';
import { failure, success, type Result } from '@/lib/domain/result';
import type { ChipKeys } from '../../chip-keys';
import type { BankButton } from '../../scenarios/bank-buttons';
import type { BankStore } from '../bank/bank-store';
import type { EventLog } from '../bank/event-log';
import { openCollection } from '../providers/collection';
import type { Callback, DeliveryQueue } from '../providers/delivery-queue';
import { decideCharge } from './charge-outcome';
import { describePaidPayment, describePurchase, describeRefund, type ChipCompany } from './describe';
import { kindOfMethod, listMethods, type MethodName } from './methods';
import {
  isPaid,
  isPayable,
  purchaseSchema,
  refundableAmount,
  withAttempt,
  withStatus,
  type Attempt,
  type Purchase,
  type Refund,
  type Session,
} from './purchase';
import { methodsOf, totalOf, type CreateRequest } from './request';
import { buildCallback, type ChipEvent, type Webhooks } from './webhooks';

export interface ChipAccountSettings {
  readonly eventLog: EventLog;
  readonly bankStore: BankStore;
  readonly queue: DeliveryQueue;
  readonly webhooks: Webhooks;
  readonly company: ChipCompany;
  readonly keys: () => ChipKeys;
}

/** How a payer's attempt ends. `settlesAfterMs`: the acquirer does not know it until then; null: until a control ends it. */
export type AttemptEnd =
  | { readonly kind: 'approved' }
  | { readonly kind: 'failed'; readonly error: string }
  | { readonly kind: 'pending'; readonly settlesAfterMs: number | null };

const hourSeconds = 60 * 60;

/** Sends the event's callbacks when the function that returns it is called; settles when those that are due were tried. */
type Announce = () => Promise<void>;

/** The merchant's account at CHIP: its purchases by the banks' clock, and their events. */
export function createChipAccount({ eventLog, bankStore, queue, webhooks, company, keys }: ChipAccountSettings) {
  const purchases = openCollection(eventLog, 'chip-purchases', purchaseSchema);
  const seconds = () => Math.floor(bankStore.now() / 1000);
  const keep = (purchase: Purchase): Purchase => {
    purchases.put(purchase.id, purchase);
    return purchase;
  };

  /** Builds the callbacks of an event: their payload is what the object is at this moment. */
  function announcer(purchase: Purchase, event: ChipEvent, object = describePurchase(purchase, company)): Announce {
    const body = JSON.stringify({ ...object, event_type: event });
    const { success_callback: url } = purchase.request;
    const ofPurchase = event === 'purchase.paid' && url !== '' ? [buildCallback(url, body, keys().company)] : [];
    return () => queue.send(purchase.id, [...ofPurchase, ...webhooks.buildCallbacks(event, body)]);
  }
  const announce = (...event: Parameters<typeof announcer>) => void announcer(...event)();

  /** The purchase is paid, on hold or preauthorized by `attempt`. */
  function pay(purchase: Purchase, attempt: Attempt): { readonly purchase: Purchase; readonly event: ChipEvent } {
    const at = seconds();
    const { skip_capture: isHeld } = purchase.request;
    const [status, event] = !isHeld
      ? (['paid', 'purchase.paid'] as const)
      : purchase.total === 0
        ? (['preauthorized', 'purchase.preauthorized'] as const)
        : (['hold', 'purchase.hold'] as const);
    const payment = { attempt, amount: purchase.total, at };
    const paid = withStatus({ ...withAttempt(purchase, attempt), payment, settlesAt: null }, status, at);
    return { purchase: keep(paid), event };
  }

  function fail(purchase: Purchase, attempt: Attempt, error: string): { purchase: Purchase; event: ChipEvent } {
    const failed = withAttempt({ ...purchase, settlesAt: null }, { ...attempt, error });
    const isOpen = isPayable(purchase) || ['pending_execute', 'pending_charge'].includes(purchase.status);
    const changed = isOpen ? withStatus(failed, 'error', seconds()) : failed;
    return { purchase: keep(changed), event: 'purchase.payment_failure' };
  }

  function completeRefund(purchase: Purchase, refund: Refund): Purchase {
    const done: Refund = { ...refund, state: 'refunded', at: seconds() };
    const refunds = [...purchase.refunds.filter(({ id }) => id !== refund.id), done];
    const refunded = keep(withStatus({ ...purchase, refunds }, 'refunded', seconds(), refund.id));
    announce(refunded, 'payment.refunded', describeRefund(refunded, done, company));
    return refunded;
  }

  function executing(session: Session, purchase: Purchase): Attempt {
    const { method, flow, card } = session;
    const type = purchase.request.skip_capture ? 'authorize' : 'execute';
    return { type, method, flow, card, at: seconds(), error: null };
  }

  /** The attempt whose outcome the acquirer does not know yet; null if there is none. */
  function attemptUnderWay(purchase: Purchase): Attempt | null {
    if (purchase.status === 'pending_charge') return purchase.chargedBy;
    const session = purchase.sessions.findLast(({ button }) => button !== null);
    return purchase.status === 'pending_execute' && session ? executing(session, purchase) : null;
  }

  /** Applies what time does to a purchase: an outcome becomes known, a refund is made, a purchase falls due. */
  function advance(purchase: Purchase): Purchase {
    const now = seconds();
    const { settlesAt, request } = purchase;
    const underWay = attemptUnderWay(purchase);
    if (underWay !== null && settlesAt !== null && now >= settlesAt) {
      const made = pay(purchase, underWay);
      announce(made.purchase, made.event);
      return made.purchase;
    }
    const pending = purchase.refunds.find(({ state, at }) => state === 'pending' && now >= at + hourSeconds);
    if (pending) return completeRefund(purchase, pending);
    const isDue = request.due !== null && now > request.due && isPayable(purchase);
    if (isDue && request.purchase.due_strict) return keep(withStatus(purchase, 'expired', now));
    return isDue && purchase.status !== 'overdue' ? keep(withStatus(purchase, 'overdue', now)) : purchase;
  }

  function find(id: string): Purchase | null {
    const purchase = purchases.find(id);
    return purchase && advance(purchase);
  }

  /** Ends a session by its attempt. */
  function endSession(purchase: Purchase, session: Session, end: AttemptEnd, button: string) {
    const attempt = executing(session, purchase);
    const refusal = isPayable(purchase)
      ? null
      : isPaid(purchase) || purchase.status === 'hold'
        ? 'purchase_already_paid_for'
        : 'payment_rejected_other_reason';
    const mark = (to: Session['end']): Purchase => {
      const sessions = purchase.sessions.map((known) =>
        known.id === session.id ? { ...known, button, end: to } : known,
      );
      return { ...purchase, sessions };
    };
    if (refusal !== null) return fail(mark('failure'), attempt, refusal);
    if (end.kind === 'failed') return fail(mark('failure'), attempt, end.error);
    const { request } = purchase;
    const isToken = kindOfMethod(session.method) === 'card' && (session.remembersCard || request.force_recurring);
    const marked = { ...mark('success'), isRecurringToken: isToken || purchase.total === 0 };
    if (end.kind === 'approved') return pay(marked, attempt);
    const settlesAt = end.settlesAfterMs === null ? null : seconds() + Math.floor(end.settlesAfterMs / 1000);
    const pending = keep(withStatus({ ...marked, settlesAt }, 'pending_execute', seconds()));
    return { purchase: pending, event: 'purchase.pending_execute' as const };
  }

  /** The purchase as if it were paid. */
  function pretendPaid(purchase: Purchase): Purchase {
    const session = purchase.sessions.at(-1);
    const payment = session ? { attempt: executing(session, purchase), amount: purchase.total, at: seconds() } : null;
    return withStatus({ ...purchase, payment }, 'paid', seconds());
  }

  return {
    find,
    findSession(id: string, sessionId: string): { readonly purchase: Purchase; readonly session: Session } | null {
      const purchase = find(id);
      const session = purchase?.sessions.find((known) => known.id === sessionId);
      return purchase && session ? { purchase, session } : null;
    },
    /** The newest purchase with the merchant's reference. */
    findByReference(reference: string): Purchase | null {
      const found = purchases.list().findLast(({ request }) => request.reference === reference);
      return found ? advance(found) : null;
    },
    describe: (purchase: Purchase) => describePurchase(purchase, company),
    /** The methods that are available for an amount now. */
    listAvailable: (amount: number) => listMethods(amount, bankStore.isBankOnline),

    create(request: CreateRequest, clientAddress: string): Purchase {
      const at = seconds();
      const purchase = keep({
        ...{ id: randomUUID(), request, total: totalOf(request), clientAddress, createdAt: at, updatedAt: at },
        ...{ status: 'created', history: [{ status: 'created', at, related: null }], viewedAt: null },
        ...{ attempts: [], sessions: [], payment: null, refunds: [], settlesAt: null },
        ...{ recurringToken: null, isRecurringToken: false, chargedBy: null },
      } satisfies Purchase);
      announce(purchase, 'purchase.created');
      return purchase;
    },

    /** The payer opens the page. */
    view(purchase: Purchase): Purchase {
      if (purchase.viewedAt !== null) return purchase;
      const viewed = { ...purchase, viewedAt: seconds() };
      const changed = keep(viewed.status === 'created' ? withStatus(viewed, 'viewed', seconds()) : viewed);
      announce(changed, 'purchase.viewed');
      return changed;
    },

    /** The methods that the payer can choose now. */
    methodsOf: ({ request, total }: Purchase): readonly MethodName[] =>
      methodsOf(request, listMethods(total, bankStore.isBankOnline)),

    /** The payer leaves for a bank's page. A bank that is offline fails the attempt immediately. */
    openSession(
      purchase: Purchase,
      how: Pick<Session, 'method' | 'bank' | 'flow' | 'card' | 'remembersCard'>,
    ): { readonly purchase: Purchase; readonly session: Session } {
      const session: Session = { ...how, id: randomBytes(20).toString('base64url'), button: null, end: null };
      const opened = keep({ ...purchase, sessions: [...purchase.sessions, session] });
      if (how.bank === '' || bankStore.isBankOnline(how.bank)) return { purchase: opened, session };
      const ended = endSession(opened, session, { kind: 'failed', error: 'issuer_not_available' }, 'decline');
      announce(ended.purchase, ended.event);
      return { purchase: ended.purchase, session: { ...session, button: 'decline', end: 'failure' } };
    },

    /** Ends the attempt of a session, and returns how to send the event's callbacks. */
    end(purchase: Purchase, session: Session, end: AttemptEnd, button: string): Announce {
      const ended = endSession(purchase, session, end, button);
      return announcer(ended.purchase, ended.event);
    },

    /** The payer turns back: CHIP does not cancel the purchase, and emits no event. */
    leave(purchase: Purchase, session: Session, end: 'cancel' | 'success', button: string): void {
      const sessions = purchase.sessions.map((known) => (known.id === session.id ? { ...known, button, end } : known));
      keep({ ...purchase, sessions });
    },

    /**
     * Returns a callback that CHIP never sent: another amount under the signature of the true one, or an older purchase's. Null for a purchase
     * without a success callback.
     */
    forge(purchase: Purchase, how: 'tampered' | 'replayed'): Callback | null {
      const { success_callback: url } = purchase.request;
      if (url === '') return null;
      const bodyOf = (paid: Purchase) =>
        JSON.stringify({ ...describePurchase(paid, company), event_type: 'purchase.paid' });
      if (how === 'tampered') {
        const paid = pretendPaid(purchase);
        const honest = buildCallback(url, bodyOf(paid), keys().company);
        return { ...honest, body: bodyOf({ ...paid, total: paid.total + 100_00 }) };
      }
      const request = { ...purchase.request, reference: randomBytes(10).toString('hex') };
      const old = purchases.list().find(({ id, status }) => id !== purchase.id && status === 'paid');
      return buildCallback(url, bodyOf(old ?? pretendPaid({ ...purchase, id: randomUUID(), request })), keys().company);
    },

    cancel(purchase: Purchase): Result<Purchase, string> {
      if (purchase.status === 'cancelled') return success(purchase);
      if (!isPayable(purchase)) return failure('purchase_cancel_error');
      const cancelled = keep(withStatus(purchase, 'cancelled', seconds()));
      announce(cancelled, 'purchase.cancelled');
      return success(cancelled);
    },

    /** Takes all or a part of what is on hold; the rest is released. */
    capture(purchase: Purchase, amount = purchase.total): Result<Purchase, string> {
      const { payment } = purchase;
      if (purchase.status !== 'hold' || payment === null || amount > payment.amount) {
        return failure('purchase_capture_error');
      }
      const attempt: Attempt = { ...payment.attempt, type: 'capture', flow: 'api', at: seconds() };
      const captured = { ...withAttempt(purchase, attempt), payment: { ...payment, amount, at: seconds() } };
      const paid = keep(withStatus(captured, 'paid', seconds()));
      announce(paid, 'purchase.captured');
      announce(paid, 'purchase.paid');
      return success(paid);
    },

    /** Gives back what is on hold. */
    release(purchase: Purchase): Result<Purchase, string> {
      const { payment } = purchase;
      if (purchase.status !== 'hold' || payment === null) return failure('purchase_release_error');
      const attempt: Attempt = { ...payment.attempt, type: 'release', flow: 'api', at: seconds() };
      const released = keep(withStatus({ ...withAttempt(purchase, attempt), payment: null }, 'released', seconds()));
      announce(released, 'purchase.released');
      return success(released);
    },

    /** Pays a purchase by the card of another one, as the control `charges` has set, or as the card says. Null: there is no response. */
    charge(purchase: Purchase, tokenId: string): Result<Purchase, string> | null {
      const token = find(tokenId);
      const of = token?.isRecurringToken === true ? token.payment?.attempt : undefined;
      if (!isPayable(purchase)) return failure('purchase_charge_error');
      if (of === undefined) return failure('invalid_recurring_token');
      const mode = bankStore.takeChargeMode();
      if (mode === 'down') return null;
      const attempt: Attempt = { ...of, type: 'recurring_execute', flow: 'api', at: seconds() };
      const outcome = decideCharge(of.card, mode, bankStore.now());
      if (outcome.kind === 'failed') {
        const failed = fail(purchase, attempt, outcome.error);
        announce(failed.purchase, failed.event);
        return failure('purchase_charge_error');
      }
      const charged = { ...purchase, recurringToken: tokenId };
      if (outcome.kind === 'pending') {
        const settlesAt = seconds() + Math.floor(outcome.settlesAfterMs / 1000);
        const pending = keep(withStatus({ ...charged, chargedBy: attempt, settlesAt }, 'pending_charge', seconds()));
        announce(pending, 'purchase.pending_charge');
        return success(pending);
      }
      const made = pay(charged, attempt);
      announce(made.purchase, made.event);
      return mode === 'lost' ? null : success(made.purchase);
    },

    /** Refunds all that is left or a part of it, as the control `refunds` has set. Null: there is no response. */
    refund(purchase: Purchase, requested: number | undefined): Result<object, string> | null {
      const mode = bankStore.takeRefundMode() ?? 'refunded';
      if (mode === 'down') return null;
      const left = refundableAmount(purchase);
      const amount = requested ?? left;
      if (left === 0 || amount > left || purchase.status === 'pending_refund' || purchase.payment === null) {
        return failure('purchase_refund_error');
      }
      const isRefused = mode === 'refused';
      const attempt: Attempt = { ...purchase.payment.attempt, type: 'refund', flow: 'api', at: seconds() };
      const tried = withAttempt(purchase, { ...attempt, error: isRefused ? 'payment_rejected_other_reason' : null });
      if (isRefused) {
        keep(tried);
        return failure('purchase_refund_error');
      }
      const refund: Refund = { id: randomUUID(), amount, state: 'pending', at: seconds() };
      if (mode === 'pending') {
        const refunds = [...tried.refunds, refund];
        const pending = keep(withStatus({ ...tried, refunds }, 'pending_refund', seconds(), refund.id));
        announce(pending, 'purchase.pending_refund');
        return success(describePurchase(pending, company));
      }
      const refunded = completeRefund(tried, refund);
      return mode === 'lost' ? null : success(describeRefund(refunded, { ...refund, state: 'refunded' }, company));
    },

    deleteToken(purchase: Purchase): Purchase {
      if (!purchase.isRecurringToken) return purchase;
      const deleted = keep({ ...purchase, isRecurringToken: false, updatedAt: seconds() });
      announce(deleted, 'purchase.recurring_token_deleted');
      return deleted;
    },

    /** Ends what is pending or open, as the bank would; settles when the callbacks were tried. False if it has ended. */
    async settle(purchase: Purchase, isPaidNow: boolean): Promise<boolean> {
      const underWay = attemptUnderWay(purchase);
      if (!isPayable(purchase) && underWay === null) return false;
      const session = purchase.sessions.at(-1);
      const method = session?.method ?? 'fpx';
      const type = purchase.request.skip_capture ? 'authorize' : 'execute';
      const attempt: Attempt =
        underWay ??
        (session
          ? executing(session, purchase)
          : { type, method, flow: 'payform', card: null, at: seconds(), error: null });
      const ended = isPaidNow ? pay(purchase, attempt) : fail(purchase, attempt, 'payment_rejected_other_reason');
      await announcer(ended.purchase, ended.event)();
      return true;
    },

    /** A step of a dispute; settles when the callbacks were tried. False if it is not possible. */
    async dispute(purchase: Purchase, outcome: 'opened' | 'won' | 'lost', amount = purchase.total): Promise<boolean> {
      const isOpen = outcome === 'opened';
      // How a lost dispute is reported is not published.
      if (outcome === 'lost' || amount > purchase.total) return false;
      if (purchase.status !== (isOpen ? 'paid' : 'chargeback')) return false;
      const disputed = keep(withStatus(purchase, isOpen ? 'chargeback' : 'paid', seconds()));
      const event = isOpen ? 'payment.charged_back' : 'payment.chargeback_reversed';
      await announcer(disputed, event, describePaidPayment(disputed, amount, company))();
      return true;
    },

    /** Applies what time has done to all purchases. */
    advanceAll(): void {
      for (const purchase of purchases.list()) advance(purchase);
    },
    forget: () => purchases.forget(),
  };
}
export type ChipAccount = ReturnType<typeof createChipAccount>;

/** Where a button of a bank's page takes the attempt; null where no attempt is made. */
export function attemptEndOf(button: BankButton, isCard: boolean): AttemptEnd | null {
  switch (button.state) {
    case 'approved':
      return { kind: 'approved' };
    case 'declined':
      return { kind: 'failed', error: isCard ? '3ds_authentication_failed' : 'payment_rejected_other_reason' };
    case 'pending':
    case 'pending-approval':
      return { kind: 'pending', settlesAfterMs: null };
    case 'cancelled':
    case 'no-payment':
      return null;
  }
}
