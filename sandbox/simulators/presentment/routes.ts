import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { BankStore } from '../bank/bank-store';
import { stateAt, type BankPayment } from '../bank/bank-payment';
import type { CallbackSender } from '../bank/callback-sender';
import { sendPage } from '../pages/layout';
import type { GatewayProtocol } from '../bank/gateway-protocol';
import { registerPresentmentApi } from './calls';
import type { PresentmentNetwork } from './network';
import { buildCodeEndedPage, buildCodePage } from './pages';

export interface PresentmentRoutesSettings {
  readonly bankStore: BankStore;
  readonly callbacks: CallbackSender;
  readonly protocol: GatewayProtocol;
  readonly network: PresentmentNetwork;
}

const formSchema = z.record(z.string(), z.string());

/** Why a code cannot be paid now; null when it can. */
function findRefusalReason(payment: BankPayment | null, nowMs: number): string | null {
  if (payment === null) return 'This code is unknown.';
  switch (stateAt(payment, nowMs)) {
    case 'open':
      return null;
    case 'approved':
      return 'This code has been paid already.';
    case 'expired':
      return 'This code has expired.';
    default:
      return 'This code can no longer be paid.';
  }
}

/** A presentment network: its signed API, and the page of the counter or of the payer's bank. */
export function registerPresentmentRoutes(
  app: FastifyInstance,
  { bankStore, callbacks, protocol, network }: PresentmentRoutesSettings,
): void {
  const path = `/${network.name}`;
  app.register(async (calls) => registerPresentmentApi(calls, { bankStore, network }));

  app.get(path, (request, reply) => {
    const given = formSchema.safeParse(request.query).data?.[network.field.name] ?? '';
    return sendPage(reply, 200, buildCodePage(network, given.slice(0, 512), null));
  });

  app.post(path, async (request, reply) => {
    const form = formSchema.safeParse(request.body).data ?? {};
    const code = (form[network.field.name] ?? '').trim().slice(0, 512);
    const button = network.buttons.find(({ value }) => value === form['button']);
    // The text under a barcode is often typed in groups.
    const payment =
      bankStore.findByCode(network.name, code) ?? bankStore.findByCode(network.name, code.replaceAll(/[\s-]/g, ''));
    const obstacle =
      button === undefined ? 'The page has no such button.' : findRefusalReason(payment, bankStore.now());
    if (obstacle !== null || payment === null || button === undefined) {
      return sendPage(reply, 400, buildCodePage(network, code, obstacle));
    }
    const decided = bankStore.decide(payment, { state: button.state, reason: '', button: button.value });
    const fields = protocol.signReport(decided, 'callback');
    await callbacks.send({ number: decided.number, url: protocol.callbackUrl(decided), fields });
    return sendPage(reply, 200, buildCodeEndedPage(network, decided));
  });
}
