import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html } from '../../html/markup';
import { listBankButtons, type BankButton } from '../../scenarios/bank-buttons';
import type { BankStore } from '../bank/bank-store';
import { decideButton } from '../bank/decided-button';
import { buildDecisionPage } from '../pages/decision-page';
import { sendPage, type Page } from '../pages/layout';
import { renderPaymentSummary, type PaymentSummary } from '../pages/payment-summary';
import { buildRefusalPage } from '../pages/return-page';
import type { StripeAccount } from './account';
import type { StripeLeave } from './leave';
import type { MethodType } from './request';
import { walletTypes, type Session } from './session';

export interface StripeCheckoutSettings {
  readonly account: StripeAccount;
  readonly bankStore: BankStore;
  readonly leave: StripeLeave;
  readonly merchant: string;
}

const idSchema = z.object({ id: z.string() });
const formSchema = z.object({ button: z.string(), wallet: z.enum(['none', ...walletTypes]).default('none') });

const headings = {
  card: 'Stripe Checkout: card',
  fpx: 'Stripe Checkout: FPX',
  grabpay: 'Stripe Checkout: GrabPay',
} as const satisfies Record<MethodType, string>;

/** On the page of Stripe the browser shows the wallets that the device has: here it has them all. */
const walletFields = html`<fieldset>
  <legend>How the card is given</legend>
  <label><input type="radio" name="wallet" value="none" checked /> Typed in</label>
  <label><input type="radio" name="wallet" value="apple_pay" /> Apple Pay</label>
  <label><input type="radio" name="wallet" value="google_pay" /> Google Pay</label>
</fieldset>`;

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

/** The hosted page of a session, with the payer's bank, card or wallet behind it: a button for every outcome. */
export function registerStripeCheckout(
  app: FastifyInstance,
  { account, bankStore, leave, merchant }: StripeCheckoutSettings,
): void {
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

  function sendEnd(reply: FastifyReply, session: Session, button: BankButton): FastifyReply {
    return leave.sendEnd(reply, session, button, { summary: summaryOf(session), heading: headingOf(session) });
  }

  const buttons = listBankButtons(false);
  const pressedButton = ({ button }: Session) => buttons.find(({ value }) => value === button) ?? null;

  app.get('/stripe/c/pay/:id', (request, reply) => {
    const session = find(request.params);
    if (!session) return sendNotFound(reply);
    const summary = summaryOf(session);
    if (session.status !== 'open') return sendPage(reply, 200, buildEndedPage(session, summary));
    const fields = session.methods.includes('card') ? walletFields : undefined;
    const form = { action: `/stripe/c/pay/${session.id}`, buttons, fields };
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
    const choice = formSchema.safeParse(request.body).data;
    const button = decideButton(bankStore, buttons, choice?.button);
    if (!choice || !button) return sendPage(reply, 400, buildRefusalPage('The page has no such button.'));
    const wallet = session.methods.includes('card') && choice.wallet !== 'none' ? choice.wallet : null;
    const announce = account.press(session, button, wallet);
    await leave.announce(session, button, announce, (how) => account.forge(session, how));
    return sendEnd(reply, account.find(session.id) ?? session, button);
  });
}
