import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { EventLog } from '../bank/event-log';
import { openCollection } from '../providers/collection';
import type { Callback } from '../providers/delivery-queue';

export const createSchema = z.object({
  reference: z.string().min(1).max(64),
  amount: z.int().min(1),
  currency: z.literal('MYR'),
  description: z.string().min(1).max(200),
  email: z.email().optional(),
  return_url: z.url({ protocol: /^https?$/ }),
  callback_url: z.url({ protocol: /^https?$/ }),
  expires_at: z.iso.datetime({ offset: true }),
});

const paymentSchema = createSchema.extend({
  id: z.string(),
  status: z.enum(['open', 'processing', 'paid', 'failed', 'cancelled', 'expired']),
  /** The button of the page that was pressed. */
  button: z.string().nullable(),
});
export type Payment = z.infer<typeof paymentSchema>;

export interface ExampleAccountSettings {
  readonly eventLog: EventLog;
  readonly banksOrigin: string;
  readonly callbackKey: string;
  /** The banks' time, ms. */
  readonly now: () => number;
}

/** The merchant's account at Example: its payments, by the banks' clock, and its callbacks. */
export function createExampleAccount({ eventLog, banksOrigin, callbackKey, now }: ExampleAccountSettings) {
  const payments = openCollection(eventLog, 'example-payments', paymentSchema);
  const keep = (payment: Payment): Payment => {
    payments.put(payment.id, payment);
    return payment;
  };
  const view = (payment: Payment): Payment =>
    payment.status === 'open' && now() >= Date.parse(payment.expires_at)
      ? keep({ ...payment, status: 'expired' })
      : payment;
  const findByReference = (reference: string): Payment | null => {
    const found = payments.list().findLast((payment) => payment.reference === reference);
    return found ? view(found) : null;
  };

  function describe({ id, reference, status, amount, currency }: Payment): object {
    return { id, reference, status, amount, currency, page_url: `${banksOrigin}/example/pay/${id}` };
  }
  /** Returns a callback with a payment, signed as one that may be another. */
  function buildCallback(payment: Payment, signed = payment): Callback {
    const signature = createHmac('sha256', callbackKey)
      .update(JSON.stringify(describe(signed)))
      .digest('hex');
    return {
      url: payment.callback_url,
      headers: { 'content-type': 'application/json', 'example-signature': signature },
      body: JSON.stringify(describe(payment)),
    };
  }

  return {
    find(id: string): Payment | null {
      const found = payments.find(id);
      return found && view(found);
    },
    findByReference,
    describe,
    buildCallback,

    /** Creates a payment, or returns the one with the same reference. */
    create(request: z.infer<typeof createSchema>): Payment {
      const id = randomBytes(12).toString('hex');
      return findByReference(request.reference) ?? keep({ ...request, id, status: 'open', button: null });
    },
    /** Changes a payment that has not ended; one that has stays as it is. */
    change(payment: Payment, changed: Partial<Pick<Payment, 'status' | 'button'>>): Payment {
      return payment.status === 'open' || payment.status === 'processing' ? keep({ ...payment, ...changed }) : payment;
    },
    /** Returns a callback that Example never sent of a payment: altered to be paid, or an old one of another payment. */
    forge(payment: Payment, how: 'tampered' | 'replayed'): Callback {
      const old = payments.list().find(({ id, status }) => id !== payment.id && status === 'paid');
      if (how === 'replayed' && old) return buildCallback({ ...old, callback_url: payment.callback_url });
      return buildCallback({ ...payment, status: 'paid', amount: payment.amount + 100_00 }, payment);
    },
    forget: payments.forget,
  };
}
export type ExampleAccount = ReturnType<typeof createExampleAccount>;
