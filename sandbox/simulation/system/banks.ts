import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { z } from 'zod';
import { resultRoutes, type ResultRoute } from '@/lib/domain/payment/outcomes';
import { createAcquirerProtocol } from '../../simulators/acquirer/protocol';
import { registerAcquirerRoutes } from '../../simulators/acquirer/routes';
import { openBankStore, type Decision } from '../../simulators/bank/bank-store';
import {
  isUndecided,
  refundMadeAt,
  refundStateAt,
  stateAt,
  type BankPayment,
  type RailName,
} from '../../simulators/bank/bank-payment';
import { createEghlProtocol } from '../../simulators/eghl/protocol';
import { registerEghlRoutes } from '../../simulators/eghl/routes';
import { createFpxProtocol } from '../../simulators/fpx/protocol';
import { registerFpxRoutes } from '../../simulators/fpx/routes';
import type { EventLog, BankEvent } from '../../simulators/bank/event-log';
import type { GatewayProtocol, ReportFields } from '../../simulators/bank/gateway-protocol';
import { registerPresentmentApi } from '../../simulators/presentment/calls';
import { createPresentmentNetwork } from '../../simulators/presentment/network';
import { createPresentmentProtocol } from '../../simulators/presentment/protocol';
import { sandboxMerchant, secretOfNetwork, type SandboxKeys } from '../../keys';
import { createDisputes } from './disputes';
import { simulatedOrigins } from './origins';

/**
 * State of the network to the banks. 'answers-lost': after the bank has acted; 'stumbling': the bank returns 500 without acting; 'throttled':
 * an answer is lost after the bank has acted, and a proxy answers the next request with 429; 'lossy': every second answer is lost.
 */
export const networkStates = ['up', 'cut', 'answers-lost', 'stumbling', 'throttled', 'lossy'] as const;
export type NetworkState = (typeof networkStates)[number];

/** The backend's calls to the banks that ask for or move money. */
export const bankCalls = [
  ...(['fpx enquiry', 'eghl query', 'eghl refund'] as const),
  ...([
    'acquirer authorise',
    'acquirer enquire',
    'acquirer void',
    'acquirer refund',
    'acquirer refund enquire',
  ] as const),
  ...(['counter register', 'counter enquire', 'counter withdraw'] as const),
  ...(['duitnow register', 'duitnow enquire', 'duitnow withdraw'] as const),
] as const;
export type BankCall = (typeof bankCalls)[number];

const eghlBodySchema = z.object({ TransactionType: z.string() });

/** Returns the call that a request is; null for a list of banks. */
function callOf({ url, body }: { readonly url: string; readonly body: unknown }): BankCall | null {
  const eghl = eghlBodySchema.safeParse(body);
  const name = url.endsWith('/sellerNVPTxnStatus.jsp')
    ? 'fpx enquiry'
    : url.endsWith('/Payment.aspx')
      ? `eghl ${eghl.data?.TransactionType.toLowerCase()}`
      : url.slice(1).replaceAll('/', ' ');
  return bankCalls.find((call) => call === name) ?? null;
}

/** A signed report of a bank: a callback, or a return with the payer's browser. It may arrive late, repeatedly, never, or altered. */
export interface BankReport {
  readonly number: string;
  /** Where it goes: a callback path of the backend, or the result route that the browser returns to. */
  readonly to: { readonly callback: string } | { readonly route: ResultRoute };
  readonly fields: ReportFields;
  /** The bank repeats it until the answer is `OK`. */
  readonly isOwed: boolean;
}

/** The payment's state after each button of a bank's page. */
const stateOfButton = {
  approve: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
  'leave-pending': 'pending',
  'pending-approval': 'pending-approval',
} as const;
export type Button = keyof typeof stateOfButton;

/** The banks over HTTP, with the simulators' routes and wire formats but without their timing. */
export async function openSimulatedBanks(keys: SandboxKeys) {
  let entries: BankEvent[] = [];
  const eventLog: EventLog = {
    readAll: () => entries,
    append: (entry) => void entries.push(entry),
    clear: () => void (entries = []),
  };
  const bankStore = openBankStore(eventLog);
  const disputes = createDisputes(bankStore.now);
  let network: NetworkState = 'up';
  let isLimited = false;
  let answers = 0;
  const lostAnswers = new Map<BankCall, number>();
  const { siteOrigin } = simulatedOrigins;
  const acquirerKey = { keyId: sandboxMerchant.acquirerKeyId, secret: keys.acquirerSecret };
  const eghlMerchant = { serviceId: sandboxMerchant.eghlServiceId, password: keys.eghlPassword };
  const networks = {
    counter: createPresentmentNetwork('counter', secretOfNetwork(keys, 'counter')),
    duitnow: createPresentmentNetwork('duitnow', secretOfNetwork(keys, 'duitnow')),
  };
  const eghl = createEghlProtocol(eghlMerchant, bankStore.now);
  const fpx = createFpxProtocol({ ...simulatedOrigins, privateKey: keys.fpxPrivateKey, now: bankStore.now });
  const protocols: Readonly<Record<RailName, GatewayProtocol>> = {
    fpx,
    acquirer: createAcquirerProtocol(acquirerKey, bankStore.now),
    eghl,
    counter: createPresentmentProtocol(networks.counter, siteOrigin, bankStore.now),
    duitnow: createPresentmentProtocol(networks.duitnow, siteOrigin, bankStore.now),
  };

  const app = fastify({ logger: false, forceCloseConnections: true });
  await app.register(formbody);
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers['x-payer'] !== undefined) return;
    if (network === 'cut') {
      reply.hijack();
      request.raw.socket.destroy();
    }
    if (network === 'stumbling') return reply.code(500).send('ERROR');
    if (network === 'throttled' && isLimited)
      return reply.code(429).type('text/html').send('<h1>Too Many Requests</h1>');
  });
  app.addHook('onSend', async (request) => {
    if (request.headers['x-payer'] !== undefined) return;
    if (network === 'throttled') isLimited = !isLimited;
    answers += 1;
    const isSecond = network === 'lossy' && answers % 2 === 0;
    if (network !== 'answers-lost' && !(network === 'throttled' && isLimited) && !isSecond) return;
    const call = callOf(request);
    if (call !== null) lostAnswers.set(call, (lostAnswers.get(call) ?? 0) + 1);
    request.raw.socket.destroy();
  });
  registerFpxRoutes(app, {
    bankStore,
    protocol: fpx,
    privateKey: keys.fpxPrivateKey,
    hasTestBanks: false,
    merchant: {
      name: sandboxMerchant.name,
      sellerExId: sandboxMerchant.fpxSellerExId,
      sellerId: sandboxMerchant.fpxSellerId,
      publicKey: keys.fpxSellerPublicKey,
    },
  });
  registerAcquirerRoutes(app, { bankStore, key: acquirerKey, banksOrigin: 'http://127.0.0.1:4001' });
  registerEghlRoutes(app, { bankStore, protocol: eghl, merchant: eghlMerchant });
  for (const network of Object.values(networks)) {
    app.register(async (calls) => registerPresentmentApi(calls, { bankStore, network }));
  }
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });

  function returnOf(payment: BankPayment, fields: ReportFields): readonly BankReport[] {
    const { pathname } = new URL(protocols[payment.rail].returnUrl(payment));
    const route = resultRoutes.find((known) => known === pathname);
    return route === undefined ? [] : [{ number: payment.number, to: { route }, fields, isOwed: false }];
  }

  function decide(payment: BankPayment, decision: Omit<Decision, 'reason'>, isOwed: boolean): readonly BankReport[] {
    if (!isUndecided(payment) || stateAt(payment, bankStore.now()) === 'expired') return [];
    const decided = bankStore.decide(payment, { ...decision, reason: '' });
    const protocol = protocols[decided.rail];
    const to = { callback: new URL(protocol.callbackUrl(decided)).pathname };
    const callback = { number: decided.number, to, fields: protocol.signReport(decided, 'callback'), isOwed };
    // A presentment code is paid elsewhere: no browser returns.
    return Object.hasOwn(networks, decided.rail)
      ? [callback]
      : [callback, ...returnOf(decided, protocol.signReport(decided, 'return'))];
  }

  /** The browser posts a request to a bank that has seen its number: FPX reports a duplicate, eGHL once the payment is decided. */
  function repeat(payment: BankPayment): readonly BankReport[] {
    if (payment.rail === 'fpx') return returnOf(payment, fpx.signDuplicate(payment));
    return payment.rail === 'eghl' && payment.state !== 'open' ? returnOf(payment, eghl.signDuplicate(payment)) : [];
  }

  function isOffered({ rail, isCorporate }: BankPayment, button: Button): boolean {
    if (rail === 'counter' || rail === 'duitnow') {
      return networks[rail].buttons.some(({ state }) => state === stateOfButton[button]);
    }
    return isCorporate || button !== 'pending-approval';
  }

  return {
    origin,
    setNetwork(state: NetworkState): void {
      network = state;
      isLimited = false;
      answers = 0;
    },
    moveClock: (offsetMs: number) => bankStore.moveClock(offsetMs),
    now: bankStore.now,
    find: bankStore.find,
    disputes,
    /** How many answers to each call were lost. */
    listLostAnswers: (): ReadonlyMap<BankCall, number> => lostAnswers,
    /** All payments of the banks. */
    listPayments(): readonly BankPayment[] {
      return entries.flatMap((entry) => (entry.kind === 'opened' ? (bankStore.find(entry.payment.number) ?? []) : []));
    },
    /** The payer's browser posts the merchant's fields to a bank's page. */
    async openPage({ url, fields }: { readonly url: string; readonly fields: ReportFields }): Promise<void> {
      await app.inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-payer': '1' },
        payload: new URLSearchParams(fields).toString(),
      });
    },
    /** The payer presses a button of the bank's page; returns the reports that follow. A decided page is a repeated request. */
    press(number: string, button: Button, isOwed: boolean): readonly BankReport[] {
      const payment = bankStore.find(number);
      if (payment === null) return [];
      if (payment.state !== 'open') return repeat(payment);
      return isOffered(payment, button) ? decide(payment, { state: stateOfButton[button], button }, isOwed) : [];
    },
    /** The payer goes back and posts the same request again; returns the reports that follow. */
    repeat(number: string): readonly BankReport[] {
      const payment = bankStore.find(number);
      return payment === null ? [] : repeat(payment);
    },
    /** The bank ends a pending payment. */
    settle(number: string, outcome: 'approved' | 'declined', isOwed: boolean): readonly BankReport[] {
      const payment = bankStore.find(number);
      if (payment?.state !== 'pending' && payment?.state !== 'pending-approval') return [];
      return decide(payment, { state: outcome, button: payment.button }, isOwed);
    },
    /** The refunds of a payment that were made, each with its time, ms since 1970. */
    listRefunds: (number: string) =>
      bankStore
        .listRefunds(number)
        .filter((refund) => refundStateAt(refund, bankStore.now()) === 'refunded')
        .map((refund) => ({ ...refund, madeAt: refundMadeAt(refund) })),
    isApproved(payment: BankPayment): boolean {
      return stateAt(payment, bankStore.now()) === 'approved';
    },
    reset(): void {
      bankStore.reset();
      disputes.reset();
      lostAnswers.clear();
      network = 'up';
      isLimited = false;
    },
    close: () => app.close(),
  };
}
export type SimulatedBanks = Awaited<ReturnType<typeof openSimulatedBanks>>;
