import type { FastifyReply } from 'fastify';
import type { BankButton } from '../../scenarios/bank-buttons';
import { sendPage } from '../pages/layout';
import type { PaymentSummary } from '../pages/payment-summary';
import { buildNoReturnPage, buildReturnPage } from '../pages/return-page';
import type { Callback, DeliveryQueue } from '../providers/delivery-queue';
import { signEvent } from './signature';

export interface LeaveSettings {
  readonly queue: DeliveryQueue;
  readonly siteOrigin: string;
  readonly webhookSecret: string;
  /** The banks' time, ms. */
  readonly now: () => number;
}

/** A session of either mode, as its payer leaves it. */
export interface Left {
  readonly successUrl: string;
  readonly cancelUrl: string | null;
}

const returnTimeoutMs = 10_000;
/** Older than Stripe's packages accept. */
const oldSeconds = 10 * 60;

/** Visits a return before the payer's browser does; the answer is ignored. */
async function visit(url: string): Promise<void> {
  await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(returnTimeoutMs) }).catch(() => null);
}

/** How payers leave Stripe's pages by the buttons, and what the merchant is told meanwhile. */
export function createStripeLeave(settings: LeaveSettings) {
  /** Where the payer goes: back by the link of the page after a failure, which Stripe reports on its own page only. */
  function returnUrl({ successUrl, cancelUrl }: Left, { state }: BankButton): string {
    const isLeft = state === 'declined' || state === 'cancelled';
    return isLeft ? (cancelUrl ?? successUrl) : successUrl;
  }

  /** Sends an event that Stripe never sent: an altered one under a true signature, or one that was signed long ago. */
  async function sendForged(
    forge: (how: 'tampered' | 'replayed') => { readonly callback: Callback; readonly signedBody: string },
    { browserReturn }: BankButton,
  ): Promise<void> {
    if (browserReturn !== 'tampered' && browserReturn !== 'replayed') return;
    const { callback, signedBody } = forge(browserReturn);
    const at = Math.floor(settings.now() / 1000) - (browserReturn === 'replayed' ? oldSeconds : 0);
    const signature = signEvent(signedBody, at, settings.webhookSecret);
    await settings.queue.sendOnce({ ...callback, headers: { ...callback.headers, 'stripe-signature': signature } });
  }

  return {
    /** Sends the events of a button, and visits the return for one that returns twice. */
    async announce(
      left: Left,
      button: BankButton,
      announce: (() => Promise<void>) | null,
      forge: Parameters<typeof sendForged>[0],
    ): Promise<void> {
      const delivered = button.callback === 'none' ? null : announce?.();
      if (button.callback === 'first') await delivered;
      await sendForged(forge, button);
      if (button.browserReturn === 'twice') await visit(returnUrl(left, button));
    },

    /** The last page of a payer. */
    sendEnd(
      reply: FastifyReply,
      left: Left,
      button: BankButton,
      { summary, heading }: { readonly summary: PaymentSummary; readonly heading: string },
    ): FastifyReply {
      if (button.browserReturn === 'never') {
        return sendPage(reply, 200, buildNoReturnPage(summary, heading, settings.siteOrigin));
      }
      // A form that is sent by GET replaces the query of its address.
      const { origin, pathname, searchParams } = new URL(returnUrl(left, button));
      const back = { url: `${origin}${pathname}`, method: 'get' } as const;
      return sendPage(reply, 200, buildReturnPage(summary, heading, back, Object.fromEntries(searchParams), true));
    },
  };
}
export type StripeLeave = ReturnType<typeof createStripeLeave>;
