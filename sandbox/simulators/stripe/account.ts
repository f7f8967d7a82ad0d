import { randomBytes } from 'node:crypto';
import { failure, success, type Result } from '@/lib/domain/result';
import type { BankButton } from '../../scenarios/bank-buttons';
import type { BankStore } from '../bank/bank-store';
import type { EventLog } from '../bank/event-log';
import { openCollection } from '../providers/collection';
import type { Callback, DeliveryQueue } from '../providers/delivery-queue';
import { describeDispute, describeRefund, describeSession } from './describe';
import { methodTypes, type CreateRefundRequest, type CreateSessionRequest } from './request';
import { isPaid, refundableAmount, sessionSchema, type Intent, type Refund, type Session } from './session';

export interface StripeAccountSettings {
  readonly eventLog: EventLog;
  readonly bankStore: BankStore;
  readonly queue: DeliveryQueue;
  readonly banksOrigin: string;
  readonly webhookUrl: string;
}

/** An error of Stripe's API; `code` is null where it has none. */
export interface StripeRefusal {
  readonly code: string | null;
  readonly message: string;
}

export const apiVersion = '2026-10-28.endive';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
/** Checkout Session, expires_at. */
const lifetimes = { shortest: 30 * minuteSeconds, longest: 24 * hourSeconds } as const;
/** Stripe's smallest charge in ringgit, sen. */
const leastAmount = 200;

function makeId(prefix: string, length = 24): string {
  return `${prefix}_${randomBytes(length).toString('hex').slice(0, length)}`;
}

/** How a payer's try fails, by Stripe's codes. */
const declines = {
  card: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline' },
  fpx: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', decline_code: null },
  grabpay: { type: 'invalid_request_error', code: 'payment_intent_authentication_failure', decline_code: null },
} as const;

/** Sends the event's callback when it is called; settles when it was tried, if it is due. */
type Announce = () => Promise<void>;

/** The merchant's account at Stripe: its Checkout Sessions by the banks' clock, and their events. */
export function createStripeAccount({ eventLog, bankStore, queue, banksOrigin, webhookUrl }: StripeAccountSettings) {
  const sessions = openCollection(eventLog, 'stripe-sessions', sessionSchema);
  const seconds = () => Math.floor(bankStore.now() / 1000);
  const keep = (session: Session): Session => {
    sessions.put(session.id, session);
    return session;
  };
  const describe = (session: Session) => describeSession(session, banksOrigin);

  function buildCallback(type: string, object: object): Callback {
    const event = {
      ...{ id: makeId('evt'), object: 'event', api_version: apiVersion, created: seconds(), type, livemode: false },
      ...{ data: { object }, pending_webhooks: 1, request: { id: null, idempotency_key: null } },
    };
    // The signature is made when it is sent.
    return {
      url: webhookUrl,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(event),
    };
  }
  const announcer =
    (session: Session, type: string, object = describe(session)): Announce =>
    () =>
      queue.send(session.id, [buildCallback(type, object)]);
  const silent: Announce = async () => {};

  function intentOf(session: Session, changed: Pick<Intent, 'status' | 'error'>): Intent {
    return { id: session.intent?.id ?? makeId('pi'), charge: makeId('ch'), ...changed };
  }

  function expire(session: Session): Session {
    const intent = session.intent && ({ ...session.intent, status: 'canceled' } as const);
    return keep({ ...session, status: 'expired', intent });
  }

  function completeRefunds(session: Session): Session {
    const isDue = ({ status, at }: Refund) => status === 'pending' && seconds() >= at + hourSeconds;
    if (!session.refunds.some(isDue)) return session;
    const refunds = session.refunds.map((refund) =>
      isDue(refund) ? { ...refund, status: 'succeeded' as const } : refund,
    );
    const changed = keep({ ...session, refunds });
    for (const refund of session.refunds.filter(isDue)) {
      void announcer(changed, 'refund.updated', describeRefund(changed, { ...refund, status: 'succeeded' }))();
    }
    return changed;
  }

  /** Applies what time does to a session: it expires, its pending refunds are made. */
  function advance(session: Session): Session {
    if (session.status !== 'open' || seconds() < session.expiresAt) return completeRefunds(session);
    const expired = expire(session);
    void announcer(expired, 'checkout.session.expired')();
    return expired;
  }

  function pay(session: Session): Announce {
    const intent = intentOf(session, { status: 'succeeded', error: null });
    const isLate = session.status === 'complete';
    const paid = keep({ ...session, status: 'complete', intent });
    return announcer(paid, isLate ? 'checkout.session.async_payment_succeeded' : 'checkout.session.completed');
  }

  /** A try has failed: while the session is open the payer may try again, and no event of the session tells of it. */
  function fail(session: Session): Announce {
    const error = declines[session.methods[0] ?? 'card'];
    const failed = keep({ ...session, intent: intentOf(session, { status: 'requires_payment_method', error }) });
    return failed.status === 'open' ? silent : announcer(failed, 'checkout.session.async_payment_failed');
  }

  function find(id: string): Session | null {
    const session = sessions.find(id);
    return session && advance(session);
  }

  function findByIntent(id: string): Session | null {
    const found = sessions.list().find(({ intent }) => intent?.id === id);
    return found ? advance(found) : null;
  }

  return {
    find,
    /** All sessions, newest first. */
    list: () => sessions.list().toReversed(),
    findByIntent,
    describe,
    /** The newest session with the merchant's reference. */
    findByReference(reference: string): Session | null {
      const found = sessions.list().findLast((session) => session.reference === reference);
      return found ? advance(found) : null;
    },

    create(request: CreateSessionRequest): Result<Session, StripeRefusal> {
      const now = seconds();
      const items = request.line_items;
      const total = items.reduce((sum, { quantity, price_data: price }) => sum + quantity * price.unit_amount, 0);
      if (total < leastAmount) {
        return failure({ code: 'amount_too_small', message: 'The total must be at least RM2.00.' });
      }
      const expiresAt = request.expires_at ?? now + lifetimes.longest;
      if (expiresAt < now + lifetimes.shortest || expiresAt > now + lifetimes.longest) {
        return failure({ code: null, message: 'expires_at must be 30 minutes to 24 hours from now.' });
      }
      const { payment_intent_data: intent } = request;
      return success(
        keep({
          ...{ id: makeId('cs_test', 58), status: 'open', createdAt: now, expiresAt, amount: total },
          ...{ reference: request.client_reference_id ?? null, email: request.customer_email ?? null },
          methods: request.allowed_payment_method_types ?? [...methodTypes],
          description: items[0]?.price_data.product_data.name ?? '',
          ...{ locale: request.locale, successUrl: request.success_url, cancelUrl: request.cancel_url ?? null },
          ...{ metadata: request.metadata, intentMetadata: intent?.metadata ?? {} },
          ...{ intentDescription: intent?.description ?? null, intent: null, refunds: [], dispute: null, button: null },
        }),
      );
    },

    /** Ends an open session. */
    expire(session: Session): Result<Session, StripeRefusal> {
      if (session.status !== 'open') {
        return failure({ code: null, message: 'Only an open Checkout Session can be expired.' });
      }
      const expired = expire(session);
      void announcer(expired, 'checkout.session.expired')();
      return success(expired);
    },

    /** Presses a button of an open session's page, and returns how to send the event's callback. */
    press(session: Session, button: BankButton): Announce {
      const pressed = keep({ ...session, button: button.value });
      switch (button.state) {
        case 'approved':
          return pay(pressed);
        case 'declined':
          return fail(pressed);
        case 'pending':
        case 'pending-approval': {
          const intent = intentOf(pressed, { status: 'processing', error: null });
          return announcer(keep({ ...pressed, status: 'complete', intent }), 'checkout.session.completed');
        }
        case 'cancelled':
        case 'no-payment':
          return silent;
      }
    },

    /** Returns an event that Stripe never sent: of a payment that was not made, of another amount if it is tampered with. */
    forge(
      session: Session,
      how: 'tampered' | 'replayed',
    ): { readonly callback: Callback; readonly signedBody: string } {
      const intent = intentOf(session, { status: 'succeeded', error: null });
      const paid: Session = { ...session, status: 'complete', intent };
      const honest = buildCallback('checkout.session.completed', describe(paid));
      const altered = buildCallback('checkout.session.completed', describe({ ...paid, amount: paid.amount + 100_00 }));
      return { callback: how === 'tampered' ? altered : honest, signedBody: honest.body };
    },

    /** Refunds all that is left or a part of it, as the control `refunds` has set. Null: there is no response. */
    refund(request: CreateRefundRequest): Result<object, StripeRefusal> | null {
      const mode = bankStore.takeRefundMode() ?? 'refunded';
      if (mode === 'down') return null;
      const session = findByIntent(request.payment_intent);
      if (session === null) return failure({ code: 'resource_missing', message: 'No such payment_intent.' });
      if (!isPaid(session)) return failure({ code: null, message: 'This PaymentIntent has no successful charge.' });
      const left = refundableAmount(session);
      const amount = request.amount ?? left;
      if (left === 0) return failure({ code: 'charge_already_refunded', message: 'The charge has been refunded.' });
      if (amount > left) return failure({ code: null, message: 'The refund is greater than what is left.' });
      if (mode === 'refused') return failure({ code: 'charge_disputed', message: 'The charge is disputed.' });
      // Banks and wallets are refunded later: at Stripe in about a week, here in an hour.
      const isLater = mode === 'pending' || session.methods[0] === 'fpx';
      const status = isLater ? 'pending' : 'succeeded';
      const refund: Refund = { id: makeId('re'), amount, status, metadata: request.metadata, at: seconds() };
      const refunded = keep({ ...session, refunds: [...session.refunds, refund] });
      void announcer(refunded, 'refund.created', describeRefund(refunded, refund))();
      return mode === 'lost' ? null : success(describeRefund(refunded, refund));
    },

    /** Ends what is pending or open; settles when the callback was tried. False if it has ended. */
    async settle(session: Session, isPaidNow: boolean): Promise<boolean> {
      const isUndecided = session.status === 'open' || session.intent?.status === 'processing';
      if (!isUndecided) return false;
      await (isPaidNow ? pay(session) : fail(session))();
      return true;
    },

    /** A step of a dispute; settles when the callbacks were tried. False if it is not possible. */
    async dispute(
      session: Session,
      {
        outcome,
        reason,
        amount = session.amount,
      }: { outcome: 'opened' | 'won' | 'lost'; reason: string; amount?: number },
    ): Promise<boolean> {
      if (!isPaid(session) || amount > session.amount) return false;
      if (outcome !== 'opened' && session.dispute?.status !== 'needs_response') return false;
      const opened = { id: makeId('du'), amount, reason, at: seconds() };
      const status = outcome === 'opened' ? ('needs_response' as const) : outcome;
      const dispute = { ...(session.dispute ?? opened), status };
      const disputed = keep({ ...session, dispute });
      const types = {
        opened: ['created', 'funds_withdrawn'],
        won: ['closed', 'funds_reinstated'],
        lost: ['closed'],
      } as const;
      for (const type of types[outcome]) {
        await announcer(disputed, `charge.dispute.${type}`, describeDispute(disputed, dispute))();
      }
      return true;
    },

    /** Applies what time has done to all sessions. */
    advanceAll(): void {
      for (const session of sessions.list()) advance(session);
    },
    forget: () => sessions.forget(),
  };
}
export type StripeAccount = ReturnType<typeof createStripeAccount>;
