import { failure, success, type Result } from '@/lib/domain/result';
import type { BankStore } from '../bank/bank-store';
import { describeDispute, describeRefund } from './describe';
import { makeId, type StripeEvents } from './events';
import type { CreateRefundRequest } from './request';
import { isPaid, refundableAmount, type Payable, type Refund } from './session';

/** An error of Stripe's API; `code` is null where it has none. */
export interface StripeRefusal {
  readonly code: string | null;
  readonly message: string;
}

/** A payment that a session or a charge has, and how a change of it is kept. */
interface Kept<Payment extends Payable> {
  readonly payment: Payment;
  keep(changed: Payment): void;
}

const hourSeconds = 60 * 60;

/** Refunds and disputes of payments, and their events. */
export function createMoneyBack(bankStore: BankStore, events: StripeEvents, seconds: () => number) {
  const idOf = ({ intent }: Payable) => intent?.id ?? '';

  return {
    /** Makes the refunds whose time has come. */
    completeRefunds<Payment extends Payable>({ payment, keep }: Kept<Payment>): Payment {
      const isDue = ({ status, at }: Refund) => status === 'pending' && seconds() >= at + hourSeconds;
      if (!payment.refunds.some(isDue)) return payment;
      const refunds = payment.refunds.map((refund) =>
        isDue(refund) ? { ...refund, status: 'succeeded' as const } : refund,
      );
      const changed = { ...payment, refunds };
      keep(changed);
      for (const refund of payment.refunds.filter(isDue)) {
        const described = describeRefund(changed, { ...refund, status: 'succeeded' });
        void events.announcer(idOf(payment), 'refund.updated', described)();
      }
      return changed;
    },

    /** Refunds all that is left or a part of it, as the control `refunds` has set. Null: there is no response. */
    refund<Payment extends Payable>(
      kept: Kept<Payment> | null,
      request: CreateRefundRequest,
    ): Result<object, StripeRefusal> | null {
      const mode = bankStore.takeRefundMode() ?? 'refunded';
      if (mode === 'down') return null;
      if (kept === null) return failure({ code: 'resource_missing', message: 'No such payment_intent.' });
      const { payment, keep } = kept;
      if (!isPaid(payment)) return failure({ code: null, message: 'This PaymentIntent has no successful charge.' });
      const left = refundableAmount(payment);
      const amount = request.amount ?? left;
      if (left === 0) return failure({ code: 'charge_already_refunded', message: 'The charge has been refunded.' });
      if (amount > left) return failure({ code: null, message: 'The refund is greater than what is left.' });
      if (mode === 'refused') return failure({ code: 'charge_disputed', message: 'The charge is disputed.' });
      // Banks and wallets are refunded later: at Stripe in about a week, here in an hour.
      const isLater = mode === 'pending' || payment.methods[0] === 'fpx';
      const status = isLater ? 'pending' : 'succeeded';
      const refund: Refund = { id: makeId('re'), amount, status, metadata: request.metadata, at: seconds() };
      const refunded = { ...payment, refunds: [...payment.refunds, refund] };
      keep(refunded);
      const described = describeRefund(refunded, refund);
      void events.announcer(idOf(payment), 'refund.created', described)();
      return mode === 'lost' ? null : success(described);
    },

    /** A step of a dispute; settles when the callbacks were tried. False if it is not possible. */
    async dispute<Payment extends Payable>(
      { payment, keep }: Kept<Payment>,
      {
        outcome,
        reason,
        amount = payment.amount,
      }: { outcome: 'opened' | 'won' | 'lost'; reason: string; amount?: number },
    ): Promise<boolean> {
      if (!isPaid(payment) || amount > payment.amount) return false;
      if (outcome !== 'opened' && payment.dispute?.status !== 'needs_response') return false;
      const opened = { id: makeId('du'), amount, reason, at: seconds() };
      const status = outcome === 'opened' ? ('needs_response' as const) : outcome;
      const dispute = { ...(payment.dispute ?? opened), status };
      const disputed = { ...payment, dispute };
      keep(disputed);
      const types = {
        opened: ['created', 'funds_withdrawn'],
        won: ['closed', 'funds_reinstated'],
        lost: ['closed'],
      } as const;
      for (const type of types[outcome]) {
        await events.announcer(idOf(payment), `charge.dispute.${type}`, describeDispute(disputed, dispute))();
      }
      return true;
    },
  };
}
export type MoneyBack = ReturnType<typeof createMoneyBack>;
