import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { html } from '../../html/markup';
import { listBankButtons, type BankButton } from '../../scenarios/bank-buttons';
import { buildDecisionPage } from '../pages/decision-page';
import { sendPage, type Page } from '../pages/layout';
import { renderPaymentSummary, type PaymentSummary } from '../pages/payment-summary';
import { buildRefusalPage } from '../pages/return-page';
import { readCardForm } from './card-outcome';
import type { StripeCards } from './cards';
import type { StripeLeave } from './leave';
import type { Setup } from './setup';

export interface StripeSetupSettings {
  readonly cards: StripeCards;
  readonly leave: StripeLeave;
  readonly merchant: string;
  /** The banks' time, ms. */
  readonly now: () => number;
}

const idSchema = z.object({ id: z.string() });
const formSchema = z.record(z.string(), z.string());
const heading = 'Stripe Checkout: save a card';
const issuerHeadings: Readonly<Record<string, string>> = {
  visa: 'Visa Secure',
  mastercard: 'Mastercard Identity Check',
  amex: 'American Express SafeKey',
};

const inputs = [
  { name: 'billingName', label: 'Name on card', complete: 'cc-name' },
  { name: 'cardNumber', label: 'Card number', complete: 'cc-number' },
  { name: 'cardExpiry', label: 'Expiry (MM/YY)', complete: 'cc-exp' },
  { name: 'cardCvc', label: 'CVC', complete: 'cc-csc' },
] as const;

/** Stripe's form of a card that is kept. A card that is declined stays on it, with the reason. */
function buildCardPage({ id, successUrl, cancelUrl }: Setup, summary: PaymentSummary, reason: string | null): Page {
  const fields = inputs.map(
    ({ name, label, complete }) =>
      html`<p>
        <label for="${name}">${label}</label><input id="${name}" name="${name}" autocomplete="${complete}" />
      </p>`,
  );
  return {
    title: heading,
    // The browser checks a redirect after a post against the policy, too.
    postsTo: new URL(successUrl).origin,
    body: html`<h1>${heading}</h1>
      ${reason === null ? null : html`<p role="alert">${reason}</p>`} ${renderPaymentSummary(summary)}
      <form method="post" action="/stripe/c/setup/${id}">
        ${fields}
        <button type="submit" class="main">Save card</button>
      </form>
      ${
        cancelUrl === null
          ? null
          : html`<p></p>
              <a class="link" href="${cancelUrl}">Back</a>`
      }`,
  };
}

function buildEndedPage({ status }: Setup, summary: PaymentSummary): Page {
  const title = status === 'complete' ? "You're all done here" : 'This Checkout Session has expired';
  return {
    title,
    body: html`<h1>${title}</h1>
      ${renderPaymentSummary(summary)}`,
  };
}

/** The hosted page of a session in setup mode: a form of a card, and its issuer's page with a button for every outcome. */
export function registerStripeSetup(app: FastifyInstance, settings: StripeSetupSettings): void {
  const { cards, leave, merchant } = settings;
  const buttons = listBankButtons(false);

  function find(params: unknown): Setup | null {
    const parsed = idSchema.safeParse(params);
    return parsed.success ? cards.find(parsed.data.id) : null;
  }
  const sendNotFound = (reply: FastifyReply) =>
    sendPage(reply, 404, buildRefusalPage('Stripe does not know this session.'));
  const summaryOf = ({ id, reference }: Setup): PaymentSummary => ({
    ...{ merchant, number: reference ?? id, description: 'Card for auto debit', amount: 0 },
  });
  const issuerPath = ({ id }: Setup) => `/stripe/c/setup/${id}/issuer`;
  const issuerOf = ({ typed }: Setup) => issuerHeadings[typed?.card.brand ?? ''] ?? heading;

  app.get('/stripe/c/setup/:id', (request, reply) => {
    const setup = find(request.params);
    if (!setup) return sendNotFound(reply);
    const summary = summaryOf(setup);
    const page = setup.status === 'open' ? buildCardPage(setup, summary, null) : buildEndedPage(setup, summary);
    return sendPage(reply, 200, page);
  });

  app.post('/stripe/c/setup/:id', (request, reply) => {
    const setup = find(request.params);
    if (!setup) return sendNotFound(reply);
    const summary = summaryOf(setup);
    if (setup.status !== 'open') return sendPage(reply, 200, buildEndedPage(setup, summary));
    const entered = readCardForm(formSchema.safeParse(request.body).data ?? {}, settings.now());
    if (!entered) return sendPage(reply, 200, buildCardPage(setup, summary, 'Your card details are incomplete.'));
    if (entered.end === 'challenge') {
      return reply.redirect(issuerPath(cards.challenge(setup, entered)), 303);
    }
    const error = entered.end === 'approved' ? null : entered.end;
    void cards.enter(setup, entered, error)();
    if (error === null) return reply.redirect(setup.successUrl, 303);
    return sendPage(reply, 200, buildCardPage(setup, summary, `Your card was declined (${error.code}).`));
  });

  function sendEnd(reply: FastifyReply, setup: Setup, button: BankButton, issuer: string): FastifyReply {
    return leave.sendEnd(reply, setup, button, { summary: summaryOf(setup), heading: issuer });
  }

  app.get('/stripe/c/setup/:id/issuer', (request, reply) => {
    const setup = find(request.params);
    if (!setup) return sendNotFound(reply);
    if (setup.typed === null) return sendPage(reply, 200, buildEndedPage(setup, summaryOf(setup)));
    const form = { action: issuerPath(setup), buttons };
    return sendPage(reply, 200, buildDecisionPage(summaryOf(setup), issuerOf(setup), form));
  });

  app.post('/stripe/c/setup/:id/issuer', async (request, reply) => {
    const setup = find(request.params);
    if (!setup) return sendNotFound(reply);
    const issuer = issuerOf(setup);
    if (setup.status !== 'open' || setup.typed === null) {
      // A second tap or a reload: the first button counts.
      const known = buttons.find(({ value }) => value === setup.button);
      return known
        ? sendEnd(reply, setup, known, issuer)
        : sendPage(reply, 200, buildEndedPage(setup, summaryOf(setup)));
    }
    const choice = formSchema.safeParse(request.body).data?.['button'];
    const button = buttons.find(({ value }) => value === choice);
    if (!button) return sendPage(reply, 400, buildRefusalPage('The page has no such button.'));
    const announce = cards.press(setup, setup.typed, button);
    await leave.announce(setup, button, announce, (how) => cards.forge(setup, how));
    return sendEnd(reply, setup, button, issuer);
  });
}
