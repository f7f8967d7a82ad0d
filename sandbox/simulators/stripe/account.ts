import { failure, success, type Result } from '@/lib/domain/result';
import type { BankButton } from '../../scenarios/bank-buttons';
import type { BankStore } from '../bank/bank-store';
import type { EventLog } from '../bank/event-log';
import { openCollection } from '../providers/collection';
import type { Callback, DeliveryQueue } from '../providers/delivery-queue';
import { createStripeCards } from './cards';
import { createStripeCharges } from './charges';
import { describeSession } from './describe';
import { badExpiry, readExpiry } from './expiry';
import { createStripeEvents, makeId, type Announce } from './events';
import { createMoneyBack, type StripeRefusal } from './money-back';
import { methodTypes, type CreateRefundRequest, type CreateSessionRequest } from './request';
import { sessionSchema, type Charge, type Intent, type Session, type WalletType } from './session';

export interface StripeAccountSettings {
  readonly eventLog: EventLog;
  readonly bankStore: BankStore;
  readonly queue: DeliveryQueue;
  readonly banksOrigin: string;
  readonly webhookUrl: string;
}

/** Stripe's smallest charge in ringgit, sen. */
const leastAmount = 200;

/** How a payer's try fails, by Stripe's codes. */
const declines = {
  card: { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', advice_code: null },
  fpx: {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    decline_code: null,
    advice_code: null,
  },
  grabpay: {
    type: 'invalid_request_error',
    code: 'payment_intent_authentication_failure',
    decline_code: null,
    advice_code: null,
  },
} as const;

/** What can be paid, refunded and disputed. */
export type Payment = Session | Charge;

export function isCharge(payment: Payment): payment is Charge {
  return 'paymentMethod' in payment;
}

/** The merchant's account at Stripe: its Checkout Sessions by the banks' clock, its kept cards and their charges, and their events. */
export function createStripeAccount({ eventLog, bankStore, queue, banksOrigin, webhookUrl }: StripeAccountSettings) {
  const sessions = openCollection(eventLog, 'stripe-sessions', sessionSchema);
  const seconds = () => Math.floor(bankStore.now() / 1000);
  const keep = (session: Session): Session => {
    sessions.put(session.id, session);
    return session;
  };
  const describe = (session: Session) => describeSession(session, banksOrigin);

  const events = createStripeEvents(queue, webhookUrl, seconds);
  const moneyBack = createMoneyBack(bankStore, events, seconds);
  const cards = createStripeCards({ eventLog, events, seconds, banksOrigin });
  const charges = createStripeCharges({ eventLog, bankStore, events, seconds, cards, moneyBack });
  const announcer = (session: Session, type: string): Announce => events.announcer(session.id, type, describe(session));
  const silent: Announce = async () => {};

  function intentOf(session: Session, changed: Pick<Intent, 'status' | 'error'>): Intent {
    return { id: session.intent?.id ?? makeId('pi'), charge: makeId('ch'), ...changed };
  }

  function expire(session: Session): Session {
    const intent = session.intent && ({ ...session.intent, status: 'canceled' } as const);
    return keep({ ...session, status: 'expired', intent });
  }

  /** Applies what time does to a session: it expires, its pending refunds are made. */
  function advance(session: Session): Session {
    if (session.status !== 'open' || seconds() < session.expiresAt)
      return moneyBack.completeRefunds({ payment: session, keep });
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

  /** The payment that a PaymentIntent is of. */
  function findByIntent(id: string): Payment | null {
    const found = sessions.list().find(({ intent }) => intent?.id === id);
    return found ? advance(found) : charges.find(id);
  }

  /** A payment, and how a change of it is kept. */
  function keptOf(payment: Payment) {
    return isCharge(payment)
      ? ({ isCharge: true, payment, keep: charges.keep } as const)
      : ({ isCharge: false, payment, keep } as const);
  }

  return {
    cards,
    charges,
    find,
    /** All sessions, newest first. */
    list: () => sessions.list().toReversed(),
    findByIntent,
    describe,
    /** The newest session with the merchant's reference, or the charge with it in its metadata. */
    findByReference(reference: string): Payment | null {
      const found = sessions.list().findLast((session) => session.reference === reference);
      return found ? advance(found) : charges.findByReference(reference);
    },

    create(request: CreateSessionRequest): Result<Session, StripeRefusal> {
      const now = seconds();
      const items = request.line_items;
      const total = items.reduce((sum, { quantity, price_data: price }) => sum + quantity * price.unit_amount, 0);
      if (total < leastAmount) {
        return failure({ code: 'amount_too_small', message: 'The total must be at least RM2.00.' });
      }
      const expiresAt = readExpiry(request.expires_at, now);
      if (expiresAt === null) return failure(badExpiry);
      const { payment_intent_data: intent } = request;
      return success(
        keep({
          ...{ id: makeId('cs_test', 58), status: 'open', createdAt: now, expiresAt, amount: total },
          ...{ reference: request.client_reference_id ?? null, email: request.customer_email ?? null },
          methods: request.allowed_payment_method_types ?? [...methodTypes],
          description: items[0]?.price_data.product_data.name ?? '',
          ...{ locale: request.locale, successUrl: request.success_url, cancelUrl: request.cancel_url ?? null },
          ...{ metadata: request.metadata, intentMetadata: intent?.metadata ?? {} },
          ...{
            intentDescription: intent?.description ?? null,
            intent: null,
            refunds: [],
            dispute: null,
            button: null,
            card: null,
            wallet: null,
          },
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

    /** Presses a button of an open session's page, with the wallet that held the card, and returns how to send the event's callback. */
    press(session: Session, button: BankButton, wallet: WalletType | null = null): Announce {
      const pressed = keep({ ...session, button: button.value, wallet });
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
      const honest = events.buildCallback('checkout.session.completed', describe(paid));
      const altered = events.buildCallback(
        'checkout.session.completed',
        describe({ ...paid, amount: paid.amount + 100_00 }),
      );
      return { callback: how === 'tampered' ? altered : honest, signedBody: honest.body };
    },

    /** Refunds all that is left or a part of it, as the control `refunds` has set. Null: there is no response. */
    refund(request: CreateRefundRequest): Result<object, StripeRefusal> | null {
      const payment = findByIntent(request.payment_intent);
      const kept = payment && keptOf(payment);
      return kept?.isCharge === true ? moneyBack.refund(kept, request) : moneyBack.refund(kept, request);
    },

    /** Ends what is pending or open; settles when the callback was tried. False if it has ended. */
    async settle(session: Payment, isPaidNow: boolean): Promise<boolean> {
      if (isCharge(session)) return charges.settle(session, isPaidNow);
      const isUndecided = session.status === 'open' || session.intent?.status === 'processing';
      if (!isUndecided) return false;
      await (isPaidNow ? pay(session) : fail(session))();
      return true;
    },

    /** A step of a dispute; settles when the callbacks were tried. False if it is not possible. */
    dispute(payment: Payment, step: Parameters<typeof moneyBack.dispute>[1]): Promise<boolean> {
      const kept = keptOf(payment);
      return kept.isCharge ? moneyBack.dispute(kept, step) : moneyBack.dispute(kept, step);
    },

    /** Applies what time has done to all sessions and charges. */
    advanceAll(): void {
      for (const session of sessions.list()) advance(session);
      cards.advanceAll();
      charges.advanceAll();
    },
    forget() {
      sessions.forget();
      cards.forget();
      charges.forget();
    },
  };
}
export type StripeAccount = ReturnType<typeof createStripeAccount>;
