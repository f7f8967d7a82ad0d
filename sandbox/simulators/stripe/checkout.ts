import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html } from '../../html/markup';
import { listBankButtons, type BankButton } from '../../scenarios/bank-buttons';
import { buildDecisionPage } from '../pages/decision-page';
import { sendPage, type Page } from '../pages/layout';
import { renderPaymentSummary, type PaymentSummary } from '../pages/payment-summary';
import { buildNoReturnPage, buildRefusalPage, buildReturnPage } from '../pages/return-page';
import type { DeliveryQueue } from '../providers/delivery-queue';
import type { StripeAccount } from './account';
import type { MethodType } from './request';
import type { Session } from './session';
import { signEvent } from './signature';

export interface StripeCheckoutSettings {
  readonly account: StripeAccount;
  readonly queue: DeliveryQueue;
  readonly merchant: string;
  readonly siteOrigin: string;
  readonly webhookSecret: string;
  /** The banks' time, ms. */
  readonly now: () => number;
}

const idSchema = z.object({ id: z.string() });
const formSchema = z.object({ button: z.string() });
const returnTimeoutMs = 10_000;
/** Older than Stripe's packages accept. */
const oldSeconds = 10 * 60;

const headings = {
  card: 'Stripe Checkout: card',
  fpx: 'Stripe Checkout: FPX',
  grabpay: 'Stripe Checkout: GrabPay',
} as const satisfies Record<MethodType, string>;

function headingOf({ methods }: Session): string {
  return headings[methods[0] ?? 'card'];
}

/** Stripe's page of a session that can no longer be paid. */
function buildEndedPage(session: Session, summary: PaymentSummary): Page {
  const title = session.status === 'complete' ? "You're all done here" : 'This Checkout Session has expired';
  return {
    title,
    body: html`<h1>${title}</h1>
      ${renderPaymentSummary(summary)}`,
  };
}

/** Visits a return before the payer's browser does; the answer is ignored. */
async function visit(url: string): Promise<void> {
  await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(returnTimeoutMs) }).catch(() => null);
}

/** The hosted page of a session, with the payer's bank, card or wallet behind it: a button for every outcome. */
export function registerStripeCheckout(app: FastifyInstance, settings: StripeCheckoutSettings): void {
  const { account, merchant } = settings;

  function find(params: unknown): Session | null {
    const parsed = idSchema.safeParse(params);
    return parsed.success ? account.find(parsed.data.id) : null;
  }

  function sendNotFound(reply: FastifyReply): FastifyReply {
    return sendPage(reply, 404, buildRefusalPage('Stripe does not know this session.'));
  }

  function summaryOf({ id, reference, description, amount }: Session): PaymentSummary {
    return { merchant, number: reference ?? id, description, amount };
  }

  /** Where the payer goes: back by the link of the page after a failure, which Stripe reports on its own page only. */
  function returnUrl(session: Session, { state }: BankButton): string {
    const isLeft = state === 'declined' || state === 'cancelled';
    return isLeft ? (session.cancelUrl ?? session.successUrl) : session.successUrl;
  }

  function sendEnd(reply: FastifyReply, session: Session, button: BankButton): FastifyReply {
    const summary = summaryOf(session);
    const heading = headingOf(session);
    if (button.browserReturn === 'never') {
      return sendPage(reply, 200, buildNoReturnPage(summary, heading, settings.siteOrigin));
    }
    // A form that is sent by GET replaces the query of its address.
    const { origin, pathname, searchParams } = new URL(returnUrl(session, button));
    const back = { url: `${origin}${pathname}`, method: 'get' } as const;
    return sendPage(reply, 200, buildReturnPage(summary, heading, back, Object.fromEntries(searchParams), true));
  }

  const buttons = listBankButtons(false);
  const pressedButton = ({ button }: Session) => buttons.find(({ value }) => value === button) ?? null;

  app.get('/stripe/c/pay/:id', (request, reply) => {
    const session = find(request.params);
    if (!session) return sendNotFound(reply);
    const summary = summaryOf(session);
    if (session.status !== 'open') return sendPage(reply, 200, buildEndedPage(session, summary));
    const form = { action: `/stripe/c/pay/${session.id}`, buttons };
    return sendPage(reply, 200, buildDecisionPage(summary, headingOf(session), form));
  });

  app.post('/stripe/c/pay/:id', async (request, reply) => {
    const session = find(request.params);
    if (!session) return sendNotFound(reply);
    const known = pressedButton(session);
    // A second tap or a reload: the first button counts.
    if (session.status !== 'open') {
      return known ? sendEnd(reply, session, known) : sendPage(reply, 200, buildEndedPage(session, summaryOf(session)));
    }
    const choice = formSchema.safeParse(request.body).data?.button;
    const button = buttons.find(({ value }) => value === choice);
    if (!button) return sendPage(reply, 400, buildRefusalPage('The page has no such button.'));
    const announce = account.press(session, button);
    const delivered = button.callback === 'none' ? null : announce();
    if (button.callback === 'first') await delivered;
    await sendForged(session, button);
    if (button.browserReturn === 'twice') await visit(returnUrl(session, button));
    return sendEnd(reply, account.find(session.id) ?? session, button);
  });

  /** Sends an event that Stripe never sent: an altered one under a true signature, or one that was signed long ago. */
  async function sendForged(session: Session, { browserReturn }: BankButton): Promise<void> {
    if (browserReturn !== 'tampered' && browserReturn !== 'replayed') return;
    const { callback, signedBody } = account.forge(session, browserReturn);
    const at = Math.floor(settings.now() / 1000) - (browserReturn === 'replayed' ? oldSeconds : 0);
    const signature = signEvent(signedBody, at, settings.webhookSecret);
    await settings.queue.sendOnce({ ...callback, headers: { ...callback.headers, 'stripe-signature': signature } });
  }
}
