import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { listBankButtons, type BankButton } from '../../scenarios/bank-buttons';
import type { BankStore } from './bank-store';
import type { BankPayment, RailName } from './bank-payment';
import type { CallbackSender } from './callback-sender';
import { decideButton } from './decided-button';
import { buildDecisionPage } from '../pages/decision-page';
import { sendPage } from '../pages/layout';
import { buildRefusalPage, buildReturnPage, buildNoReturnPage } from '../pages/return-page';
import type { GatewayProtocol, ReportFields, ReturnMethod } from './gateway-protocol';
import { buildReturnFields } from './return-fields';

export interface PaymentRoutesSettings {
  readonly bankStore: BankStore;
  readonly callbacks: CallbackSender;
  readonly protocols: Readonly<Record<RailName, GatewayProtocol>>;
  readonly siteOrigin: string;
}

const sessionSchema = z.object({ session: z.string() });
const choiceSchema = z.object({ button: z.string() });
const returnTimeoutMs = 10_000;

/** Posts a return to the site before the browser posts the same one; the answer is ignored. */
async function postReturn({ url, method }: ReturnTarget, fields: ReportFields): Promise<void> {
  const query = new URLSearchParams(fields);
  const how = { redirect: 'manual', signal: AbortSignal.timeout(returnTimeoutMs) } as const;
  await (
    method === 'get' ? fetch(`${url}?${query.toString()}`, how) : fetch(url, { ...how, method: 'POST', body: query })
  ).catch(() => null);
}

interface ReturnTarget {
  readonly url: string;
  readonly method: ReturnMethod;
}

function returnTarget(protocol: GatewayProtocol, payment: BankPayment): ReturnTarget {
  return { url: protocol.returnUrl(payment), method: protocol.returnMethod?.(payment) ?? 'post' };
}

/** The banks' pages: `/pay/{session}` shows the buttons, and its post decides, sends the callback and returns the browser. */
export function registerPaymentRoutes(
  app: FastifyInstance,
  { bankStore, callbacks, protocols, siteOrigin }: PaymentRoutesSettings,
): void {
  function sendOutcome(
    reply: FastifyReply,
    payment: BankPayment,
    button: BankButton,
    submitsItself: boolean,
  ): FastifyReply {
    const protocol = protocols[payment.rail];
    const bank = protocol.describeBank(payment);
    const fields = buildReturnFields(bankStore, protocol, payment, button.browserReturn);
    return fields === null
      ? sendPage(reply, 200, buildNoReturnPage(payment, bank, siteOrigin))
      : sendPage(reply, 200, buildReturnPage(payment, bank, returnTarget(protocol, payment), fields, submitsItself));
  }

  /** The button that decided a payment; a payment that a control decided returns as after Approve. Null while it is open. */
  function findFinalButton(payment: BankPayment): BankButton | null {
    if (payment.state === 'open') return null;
    return listBankButtons(true).find(({ value }) => value === (payment.button ?? 'approve')) ?? null;
  }

  function findPayment(params: unknown): BankPayment | null {
    const named = sessionSchema.safeParse(params);
    return named.success ? bankStore.findBySession(named.data.session) : null;
  }

  app.get('/pay/:session', (request, reply) => {
    const payment = findPayment(request.params);
    if (!payment) return sendPage(reply, 404, buildRefusalPage('The bank does not know this payment.'));
    const ending = findFinalButton(payment);
    // Decided without a button, by FPX itself or a control: the payer is returned at once.
    if (ending) return sendOutcome(reply, payment, ending, payment.button === null);
    const form = { action: `/pay/${payment.session}`, buttons: listBankButtons(payment.isCorporate) };
    return sendPage(reply, 200, buildDecisionPage(payment, protocols[payment.rail].describeBank(payment), form));
  });

  app.post('/pay/:session', async (request, reply) => {
    const payment = findPayment(request.params);
    if (!payment) return sendPage(reply, 404, buildRefusalPage('The bank does not know this payment.'));
    const ended = findFinalButton(payment);
    // A second tap or a reload: the first button counts.
    if (ended) return sendOutcome(reply, payment, ended, true);
    const choice = choiceSchema.safeParse(request.body);
    const button = decideButton(bankStore, listBankButtons(payment.isCorporate), choice.data?.button);
    if (!button) return sendPage(reply, 400, buildRefusalPage('The page has no such button.'));

    const protocol = protocols[payment.rail];
    const decided = bankStore.decide(payment, { state: button.state, reason: '', button: button.value });
    if (button.callback !== 'none') {
      const callback = {
        number: decided.number,
        url: protocol.callbackUrl(decided),
        fields: protocol.signReport(decided, 'callback'),
      };
      const delivered = callbacks.send(callback);
      if (button.callback === 'first') await delivered;
    }
    if (button.browserReturn === 'twice')
      await postReturn(returnTarget(protocol, decided), protocol.signReport(decided, 'return'));
    return sendOutcome(reply, decided, button, true);
  });
}
