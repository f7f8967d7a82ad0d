import { sen } from '@/lib/domain/money';
import { failure, success } from '@/lib/domain/result';
import type { GatewayRefunds, RefundAnswer, RefundOrder } from '../gateways/gateway';

/** How a refund ends at the fake: `lost`, made without an answer; `down`, neither made nor answered; `dies`, the process is killed after it. */
export type FakeOutcome = 'succeeded' | 'failed' | 'pending' | 'lost' | 'down' | 'dies';

/** The refunds of a fake gateway: what was asked of it, and what it has returned. */
export class FakeRefunds {
  /** Each call of `refund`. */
  readonly asked: RefundOrder[] = [];
  /** What was returned, in sen, by our reference; a gateway without keys returns once more for each call. */
  readonly made: { readonly reference: string; readonly number: string; amount: number; isPending: boolean }[] = [];
  /** The outcomes of the next refunds; then they succeed. */
  readonly outcomes: FakeOutcome[] = [];
  isReadable = true;
  /** Refunds wait for this promise. */
  gate: Promise<void> = Promise.resolve();

  private async answer(order: RefundOrder, hasKey: boolean): Promise<RefundAnswer> {
    this.asked.push(order);
    await this.gate;
    const known = this.made.find(({ reference }) => hasKey && reference === order.reference);
    if (known !== undefined) return this.describe(known);
    const outcome = this.outcomes.shift() ?? 'succeeded';
    if (outcome === 'down') return { status: 'unknown' };
    if (outcome === 'failed') return { status: 'failed', reason: 'issuer-declined' };
    const made = {
      ...{ reference: order.reference, number: order.payment.number, amount: order.amount },
      isPending: outcome === 'pending',
    };
    this.made.push(made);
    if (outcome === 'dies') throw new Error('killed');
    return outcome === 'lost' ? { status: 'unknown' } : this.describe(made);
  }

  private describe({ reference, isPending }: FakeRefunds['made'][number]): RefundAnswer {
    return isPending ? { status: 'pending' } : { status: 'succeeded', gatewayReference: `rf-${reference}` };
  }

  /** What the gateway has returned of a payment, in sen. */
  sumOf(number: string): number {
    return this.made.filter((one) => one.number === number).reduce((sum, { amount }) => sum + amount, 0);
  }

  /** A gateway that makes a refund once under its reference. */
  byReference(): GatewayRefunds {
    return {
      repeats: 'by-reference',
      refund: (order) => this.answer(order, true),
      findRefund: async ({ reference }) => {
        if (!this.isReadable) return { status: 'unknown' };
        const known = this.made.find((one) => one.reference === reference);
        return known === undefined ? { status: 'not-found' } : this.describe(known);
      },
    };
  }

  /** A gateway without a key: it tells the sum of what it has returned of a payment, or only whether all of it was. */
  once(tells: 'sum' | 'whether'): GatewayRefunds {
    return {
      repeats: 'never',
      refund: (order) => this.answer(order, false),
      readRefunded: async ({ number, amount }) => {
        if (!this.isReadable) return failure('unreachable');
        const returned = sen(this.sumOf(number));
        return success(tells === 'sum' ? { amount: returned } : { isRefunded: returned === amount });
      },
    };
  }
}
