import { formatAmount, linesOf, totalOf } from './catalogue';
import type { ShopOrder } from './orders';

/** What the shop tells its customer of an order. */
export interface OrderProgress {
  readonly title: string;
  /** The title in a list of orders. */
  readonly label: string;
  readonly sentence: string;
  /** It can be paid. */
  readonly isPayable: boolean;
  /** Its money may be on its way: nothing may invite the customer to pay again. */
  readonly isWaiting: boolean;
}

const inProgress = {
  title: 'Payment in progress',
  sentence: 'Please do not pay again: your payment is on its way. This page shows it once it is confirmed.',
};

/** Statuses of docs/partners.md under which money may be on its way. `successful` is one until the payment backend says that the order is paid. */
const waiting: ReadonlyMap<string, Pick<OrderProgress, 'title' | 'sentence'>> = new Map([
  ['pending', inProgress],
  ['processed', inProgress],
  ['successful', inProgress],
  [
    'pending-approval',
    {
      title: 'Waiting for approval',
      sentence: 'Please do not pay again: your company’s approver has to approve it.',
    },
  ],
  [
    'review',
    {
      title: 'Payment under review',
      sentence: 'Please do not pay again: money has arrived for this order, and a person is checking it.',
    },
  ],
]);

/** Returns whether money may be on its way under a status of docs/partners.md. */
export function isWaitingStatus(status: string | null): boolean {
  return status !== null && waiting.has(status);
}

const ends: Readonly<Record<string, Pick<OrderProgress, 'title' | 'sentence'>>> = {
  cancelled: { title: 'Cancelled', sentence: 'This order was cancelled. It can no longer be paid.' },
  expired: { title: 'Expired', sentence: 'The time to pay for this order is over.' },
  refused: { title: 'Refused', sentence: 'The payment service refused this order. There is nothing to pay.' },
};

/** Returns what the shop tells its customer of an order, by what the payment backend has signed. */
export function readProgress({ basket, paymentUrl, state, status }: ShopOrder): OrderProgress {
  if (state === 'paid') {
    const amount = basket === null ? '' : ` of ${formatAmount(totalOf(linesOf(basket)))}`;
    const sentence = `Your payment${amount} has arrived, and your goods are on their way.`;
    return { title: 'Thank you', label: 'Paid', sentence, isPayable: false, isWaiting: false };
  }
  const wait = waiting.get(status ?? '');
  if (wait !== undefined) return { ...wait, label: wait.title, isPayable: false, isWaiting: true };
  const end = ends[state];
  if (end !== undefined) return { ...end, label: end.title, isPayable: false, isWaiting: false };
  const sentence =
    status === 'failed'
      ? 'The payment did not go through. You can try again, or pay in another way.'
      : 'Your order is ready to be paid for.';
  const isPayable = state === 'open' && paymentUrl !== null;
  const title = 'Not paid yet';
  return { title, label: title, sentence: isPayable ? sentence : '', isPayable, isWaiting: false };
}
