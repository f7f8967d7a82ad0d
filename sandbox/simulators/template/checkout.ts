import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { listBankButtons, type BankButton, type DecidedState } from '../../scenarios/bank-buttons';
import type { BankStore } from '../bank/bank-store';
import { decideButton } from '../bank/decided-button';
import { buildDecisionPage } from '../pages/decision-page';
import { sendPage } from '../pages/layout';
import { buildNoReturnPage, buildRefusalPage, buildReturnPage } from '../pages/return-page';
import type { DeliveryQueue } from '../providers/delivery-queue';
import type { ExampleAccount, Payment } from './payment';

const idSchema = z.object({ id: z.string() });
const formSchema = z.object({ button: z.string() });
const returnTimeoutMs = 10_000;

/** The status of a payment after a button; null: none, and it stays open. */
const statusOf = {
  ...{ approved: 'paid', declined: 'failed', cancelled: 'cancelled', pending: 'processing' },
  ...{ 'pending-approval': 'processing', 'no-payment': null },
} as const satisfies Record<DecidedState, Payment['status'] | null>;

export interface ExampleCheckoutSettings {
  readonly account: ExampleAccount;
  readonly bankStore: BankStore;
  readonly queue: DeliveryQueue;
  readonly merchant: string;
  readonly siteOrigin: string;
}

/** The page of a payment. */
export function registerExampleCheckout(app: FastifyInstance, settings: ExampleCheckoutSettings): void {
  const { account, bankStore, merchant, queue } = settings;
  const buttons = listBankButtons(false);

  function find(params: unknown): Payment | null {
    const id = idSchema.safeParse(params).data?.id;
    return id === undefined ? null : account.find(id);
  }
  const summaryOf = ({ reference, description, amount }: Payment) => ({
    merchant,
    number: reference,
    description,
    amount,
  });

  /** The last page: it leads back, or the payer never returns. */
  function sendEnd(reply: FastifyReply, payment: Payment): FastifyReply {
    const button = buttons.find(({ value }) => value === payment.button);
    if (button?.browserReturn === 'never') {
      return sendPage(reply, 200, buildNoReturnPage(summaryOf(payment), 'Example', settings.siteOrigin));
    }
    // A form that is sent by GET replaces the query of its address.
    const { origin, pathname, searchParams } = new URL(payment.return_url);
    const back = { url: `${origin}${pathname}`, method: 'get' } as const;
    const fields = Object.fromEntries(searchParams);
    return sendPage(reply, 200, buildReturnPage(summaryOf(payment), 'Example', back, fields, true));
  }

  /** Sends what Example's server sends for a button, and what somebody else sends in its name. */
  async function report(payment: Payment, { callback, browserReturn }: BankButton): Promise<void> {
    const delivered = callback === 'none' ? null : queue.send(payment.id, [account.buildCallback(payment)]);
    if (callback === 'first') await delivered;
    if (browserReturn === 'tampered' || browserReturn === 'replayed') {
      await queue.sendOnce(account.forge(payment, browserReturn));
    }
    if (browserReturn !== 'twice') return;
    const visit = { redirect: 'manual', signal: AbortSignal.timeout(returnTimeoutMs) } as const;
    await fetch(payment.return_url, visit).catch(() => null);
  }

  app.get('/example/pay/:id', (request, reply) => {
    const payment = find(request.params);
    if (!payment) return sendPage(reply, 404, buildRefusalPage('Example does not know this payment.'));
    if (payment.status !== 'open') return sendEnd(reply, payment);
    const form = { action: `/example/pay/${payment.id}`, buttons };
    return sendPage(reply, 200, buildDecisionPage(summaryOf(payment), 'Example', form));
  });

  app.post('/example/pay/:id', async (request, reply) => {
    const payment = find(request.params);
    if (!payment) return sendPage(reply, 404, buildRefusalPage('Example does not know this payment.'));
    // A second tap or a reload: the first button counts.
    if (payment.status !== 'open') return sendEnd(reply, payment);
    const pressed = formSchema.safeParse(request.body).data?.button;
    const button = decideButton(bankStore, buttons, pressed);
    if (!button) return sendPage(reply, 400, buildRefusalPage('The page has no such button.'));
    const ended = account.change(payment, { status: statusOf[button.state] ?? 'open', button: button.value });
    await report(ended, button);
    return sendEnd(reply, ended);
  });
}
