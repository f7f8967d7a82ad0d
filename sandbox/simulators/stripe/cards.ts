import { failure, success, type Result } from '@/lib/domain/result';
import type { DecidedState } from '../../scenarios/bank-buttons';
import type { EventLog } from '../bank/event-log';
import { openCollection } from '../providers/collection';
import type { Callback } from '../providers/delivery-queue';
import { badExpiry, readExpiry } from './expiry';
import {
  describeCustomer,
  describePaymentMethod,
  describeSetup,
  describeSetupIntent,
  type SetupExpansion,
} from './describe-cards';
import { makeId, type Announce, type StripeEvents } from './events';
import type { StripeRefusal } from './money-back';
import type { CreateCustomerRequest, CreateSetupRequest } from './request';
import type { Card, StripeError } from './session';
import { customerSchema, paymentMethodSchema, setupSchema, type PaymentMethod, type Setup } from './setup';

export interface StripeCardsSettings {
  readonly eventLog: EventLog;
  readonly events: StripeEvents;
  /** The banks' time, seconds since 1970. */
  readonly seconds: () => number;
  readonly banksOrigin: string;
}

/** The payer has not authenticated on the issuer's page. */
const notAuthenticated: StripeError = {
  ...{ type: 'invalid_request_error', code: 'setup_intent_authentication_failure' },
  ...{ decline_code: null, advice_code: null },
};

/** A card that was typed in. */
export interface TypedCard {
  readonly card: Card;
  readonly name: string;
}

/** The customers of the account, their cards, and the sessions in which these are entered. */
export function createStripeCards({ eventLog, events, seconds, banksOrigin }: StripeCardsSettings) {
  const customers = openCollection(eventLog, 'stripe-customers', customerSchema);
  const methods = openCollection(eventLog, 'stripe-payment-methods', paymentMethodSchema);
  const setups = openCollection(eventLog, 'stripe-setups', setupSchema);

  const keep = (setup: Setup): Setup => {
    setups.put(setup.id, setup);
    return setup;
  };

  function describe(setup: Setup, expansions: readonly SetupExpansion[] = []): object {
    const { intent } = setup;
    if (expansions.length === 0) return describeSetup(setup, banksOrigin, intent.id);
    const method = intent.paymentMethod === null ? null : methods.find(intent.paymentMethod);
    const isExpanded = method !== null && expansions.includes('setup_intent.payment_method');
    const described = isExpanded
      ? describeSetupIntent(setup, describePaymentMethod(method))
      : describeSetupIntent(setup);
    return describeSetup(setup, banksOrigin, described);
  }

  const announcer = (setup: Setup, type: string, object = describe(setup)): Announce =>
    events.announcer(setup.id, type, object);

  /** Sends events one after the other. */
  const inOrder =
    (...announces: readonly Announce[]): Announce =>
    async () => {
      for (const announce of announces) await announce();
    };

  function expire(setup: Setup): Setup {
    const expired = keep({ ...setup, status: 'expired', intent: { ...setup.intent, status: 'canceled' } });
    void announcer(expired, 'checkout.session.expired')();
    return expired;
  }

  function advance(setup: Setup): Setup {
    return setup.status === 'open' && seconds() >= setup.expiresAt ? expire(setup) : setup;
  }

  /** The card is kept: it is attached to the session's customer, who can be charged. */
  function succeed(setup: Setup, { card, name }: TypedCard): Announce {
    const method = { id: makeId('pm'), customer: setup.customer, card, name, createdAt: seconds() };
    methods.put(method.id, method);
    const intent = { ...setup.intent, status: 'succeeded' as const, error: null, paymentMethod: method.id };
    const kept = keep({ ...setup, status: 'complete', typed: null, intent });
    return inOrder(
      announcer(kept, 'setup_intent.succeeded', describeSetupIntent(kept)),
      announcer(kept, 'payment_method.attached', describePaymentMethod(method)),
      announcer(kept, 'checkout.session.completed'),
    );
  }

  /** The session stays open: its payer can enter another card. */
  function fail(setup: Setup, error: StripeError): Announce {
    const intent = { ...setup.intent, status: 'requires_payment_method' as const, error };
    const failed = keep({ ...setup, typed: null, intent });
    return announcer(failed, 'setup_intent.setup_failed', describeSetupIntent(failed));
  }

  return {
    describe,
    describePaymentMethod,
    findMethod: (id: string) => methods.find(id),

    find(id: string): Setup | null {
      const setup = setups.find(id);
      return setup && advance(setup);
    },

    createCustomer({ email, metadata }: CreateCustomerRequest): object {
      const customer = { id: makeId('cus', 14), email: email ?? null, metadata, createdAt: seconds() };
      customers.put(customer.id, customer);
      return describeCustomer(customer);
    },

    createSetup(request: CreateSetupRequest): Result<Setup, StripeRefusal> {
      const now = seconds();
      if (customers.find(request.customer) === null) {
        return failure({ code: 'resource_missing', message: `No such customer: '${request.customer}'` });
      }
      if (request.currency === undefined && request.allowed_payment_method_types === undefined) {
        return failure({ code: 'parameter_missing', message: 'Missing required param: currency.' });
      }
      const expiresAt = readExpiry(request.expires_at, now);
      if (expiresAt === null) return failure(badExpiry);
      const metadata = request.setup_intent_data?.metadata ?? {};
      return success(
        keep({
          ...{ id: makeId('cs_test', 58), status: 'open', createdAt: now, expiresAt },
          ...{ reference: request.client_reference_id ?? null, customer: request.customer, locale: request.locale },
          ...{ successUrl: request.success_url, cancelUrl: request.cancel_url ?? null, metadata: request.metadata },
          intent: {
            ...{ id: makeId('seti'), status: 'requires_payment_method', metadata, error: null },
            paymentMethod: null,
          },
          ...{ typed: null, button: null },
        }),
      );
    },

    /** Ends an open session. */
    expire(setup: Setup): Result<Setup, StripeRefusal> {
      return setup.status === 'open'
        ? success(expire(setup))
        : failure({ code: null, message: 'Only an open Checkout Session can be expired.' });
    },

    /** Takes a card that the issuer has approved or declined at once, and returns how to send the events. */
    enter(setup: Setup, typed: TypedCard, error: StripeError | null): Announce {
      return error === null ? succeed(setup, typed) : fail(setup, error);
    },

    /** Takes a card whose issuer authenticates the payer on its own page. */
    challenge(setup: Setup, typed: TypedCard): Setup {
      const intent = { ...setup.intent, status: 'requires_action' as const, error: null };
      return keep({ ...setup, typed: { card: typed.card, name: typed.name }, intent });
    },

    /** Presses a button of the issuer's page, and returns how to send the events; null: there are none. */
    press(setup: Setup, typed: TypedCard, button: { readonly value: string; readonly state: DecidedState }) {
      const pressed = keep({ ...setup, button: button.value });
      switch (button.state) {
        case 'approved':
          return succeed(pressed, typed);
        case 'declined':
          return fail(pressed, notAuthenticated);
        case 'pending':
        case 'pending-approval': {
          const intent = { ...pressed.intent, status: 'processing' as const };
          return announcer(keep({ ...pressed, status: 'complete', typed: null, intent }), 'checkout.session.completed');
        }
        case 'cancelled':
        case 'no-payment':
          return null;
      }
    },

    /** Returns an event that Stripe never sent: of a setup that has not succeeded, of another customer if it is tampered with. */
    forge(setup: Setup, how: 'tampered' | 'replayed'): { readonly callback: Callback; readonly signedBody: string } {
      const complete: Setup = { ...setup, status: 'complete', intent: { ...setup.intent, status: 'succeeded' } };
      const type = 'checkout.session.completed';
      const honest = events.buildCallback(type, describe(complete));
      const altered = events.buildCallback(type, describe({ ...complete, customer: makeId('cus', 14) }));
      return { callback: how === 'tampered' ? altered : honest, signedBody: honest.body };
    },

    /** Detaches a card from its customer, for good. */
    detach(method: PaymentMethod): Result<object, StripeRefusal> {
      if (method.customer === null) {
        const message = 'The payment method you provided is not attached to a customer so detachment is impossible.';
        return failure({ code: null, message });
      }
      const detached = { ...method, customer: null };
      methods.put(method.id, detached);
      const described = describePaymentMethod(detached);
      void events.announcer(method.id, 'payment_method.detached', described)();
      return success(described);
    },

    advanceAll(): void {
      for (const setup of setups.list()) advance(setup);
    },
    forget(): void {
      for (const collection of [customers, methods, setups]) collection.forget();
    },
  };
}
export type StripeCards = ReturnType<typeof createStripeCards>;
