import { failure, success, type Result } from '@/lib/domain/result';
import type { BankStore } from '../bank/bank-store';
import type { EventLog } from '../bank/event-log';
import { openCollection } from '../providers/collection';
import { decideCharge } from './card-outcome';
import type { StripeCards } from './cards';
import { describeChargeIntent } from './describe';
import { makeId, type Announce, type StripeEvents } from './events';
import type { MoneyBack, StripeRefusal } from './money-back';
import type { CreateIntentRequest } from './request';
import { chargeSchema, type Charge, type StripeError } from './session';

export interface StripeChargesSettings {
  readonly eventLog: EventLog;
  readonly bankStore: BankStore;
  readonly events: StripeEvents;
  /** The banks' time, seconds since 1970. */
  readonly seconds: () => number;
  readonly cards: StripeCards;
  readonly moneyBack: MoneyBack;
}

/** Stripe's smallest charge in ringgit, sen. */
const leastAmount = 200;

/** The answer to a confirmation: what became of the charge. `declined`: the issuer has refused it. */
export type Confirmation =
  | { readonly kind: 'made' | 'declined'; readonly charge: Charge }
  | { readonly kind: 'refused'; readonly refusal: StripeRefusal };

/** Charges of kept cards without their payers: PaymentIntents that the merchant creates and confirms. */
export function createStripeCharges(settings: StripeChargesSettings) {
  const { eventLog, bankStore, events, seconds, cards, moneyBack } = settings;
  const charges = openCollection(eventLog, 'stripe-charges', chargeSchema);

  const keep = (charge: Charge): Charge => {
    charges.put(charge.id, charge);
    return charge;
  };
  const announcer = (charge: Charge, type: string): Announce =>
    events.announcer(charge.id, type, describeChargeIntent(charge));
  const intentOf = ({ id }: Charge, status: Charge['intent']['status'], error: StripeError | null = null) =>
    ({ id, status, error, charge: makeId('ch') }) as const;

  function pay(charge: Charge): Announce {
    return announcer(
      keep({ ...charge, settlesAt: null, intent: intentOf(charge, 'succeeded') }),
      'payment_intent.succeeded',
    );
  }

  function fail(charge: Charge, error: StripeError): Announce {
    const intent = intentOf(charge, 'requires_payment_method', error);
    return announcer(keep({ ...charge, settlesAt: null, intent }), 'payment_intent.payment_failed');
  }

  function advance(charge: Charge): Charge {
    if (charge.settlesAt !== null && seconds() >= charge.settlesAt) void pay(charge)();
    return moneyBack.completeRefunds({ payment: charges.find(charge.id) ?? charge, keep });
  }

  function find(id: string): Charge | null {
    const charge = charges.find(id);
    return charge && advance(charge);
  }

  function unexpectedState({ intent }: Charge): StripeRefusal {
    const message = `This PaymentIntent could not be updated because it has a status of ${intent.status}.`;
    return { code: 'payment_intent_unexpected_state', message };
  }

  return {
    find,
    keep,
    /** The newest charge with the merchant's number in its metadata. */
    findByReference(number: string): Charge | null {
      const found = charges.list().findLast(({ intentMetadata }) => intentMetadata['number'] === number);
      return found ? advance(found) : null;
    },

    /** Creates a PaymentIntent of a card that is attached to the customer. It is not confirmed. */
    create(request: CreateIntentRequest): Result<Charge, StripeRefusal> {
      if (request.amount < leastAmount) {
        return failure({ code: 'amount_too_small', message: 'The amount must be at least RM2.00.' });
      }
      const method = cards.findMethod(request.payment_method);
      if (method === null || method.customer !== request.customer) {
        const message = `The customer does not have a payment method with the ID ${request.payment_method}.`;
        return failure({ code: 'resource_missing', message });
      }
      const id = makeId('pi');
      return success(
        keep({
          ...{ id, createdAt: seconds(), canceledAt: null, amount: request.amount, methods: ['card'] },
          ...{ customer: request.customer, paymentMethod: method.id, card: method.card, settlesAt: null },
          ...{ intentDescription: request.description ?? null, intentMetadata: request.metadata },
          ...{ intent: { id, status: 'requires_confirmation', error: null, charge: null }, wallet: null },
          ...{ refunds: [], dispute: null },
        }),
      );
    },

    /** Confirms a charge, as the control `charges` has set, or as the card says. Null: there is no response. */
    confirm(charge: Charge, paymentMethod: string): Confirmation | null {
      if (charge.intent.status !== 'requires_confirmation') {
        return { kind: 'refused', refusal: unexpectedState(charge) };
      }
      const method = cards.findMethod(paymentMethod);
      if (method === null || method.customer !== charge.customer) {
        const message = 'The payment method is not attached to the customer of the PaymentIntent.';
        return { kind: 'refused', refusal: { code: 'payment_method_unexpected_state', message } };
      }
      const mode = bankStore.takeChargeMode();
      if (mode === 'down') return null;
      const end = decideCharge(method.card, mode, bankStore.now());
      if (end.kind === 'failed') {
        void fail(charge, end.error)();
        return { kind: 'declined', charge: charges.find(charge.id) ?? charge };
      }
      if (end.kind === 'pending') {
        const settlesAt = seconds() + Math.floor(end.settlesAfterMs / 1000);
        const pending = keep({ ...charge, settlesAt, intent: intentOf(charge, 'processing') });
        void announcer(pending, 'payment_intent.processing')();
        return { kind: 'made', charge: pending };
      }
      void pay(charge)();
      return mode === 'lost' ? null : { kind: 'made', charge: charges.find(charge.id) ?? charge };
    },

    /** Cancels a charge that has not been made. */
    cancel(charge: Charge): Result<Charge, StripeRefusal> {
      const { status } = charge.intent;
      if (status !== 'requires_confirmation' && status !== 'requires_payment_method') {
        return failure(unexpectedState(charge));
      }
      const intent = { ...charge.intent, status: 'canceled' as const };
      const cancelled = keep({ ...charge, canceledAt: seconds(), intent });
      void announcer(cancelled, 'payment_intent.canceled')();
      return success(cancelled);
    },

    /** Ends a charge that is being processed; settles when the callback was tried. False if it has ended. */
    async settle(charge: Charge, isPaidNow: boolean): Promise<boolean> {
      if (charge.intent.status !== 'processing') return false;
      const error = { type: 'card_error', code: 'card_declined', decline_code: 'generic_decline', advice_code: null };
      await (isPaidNow ? pay(charge) : fail(charge, error))();
      return true;
    },

    /** Applies what time has done to all charges. */
    advanceAll(): void {
      for (const charge of charges.list()) advance(charge);
    },
    forget: () => charges.forget(),
  };
}
