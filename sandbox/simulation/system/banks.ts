import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { resultRoutes, type ResultRoute } from '@/lib/domain/payment/outcomes';
import { createAcquirerRail } from '../../simulators/acquirer/rail';
import { registerAcquirerRoutes } from '../../simulators/acquirer/routes';
import { openBankStore, type Decision } from '../../simulators/bank/bank-store';
import { isUndecided, stateAt, type BankPayment, type RailName } from '../../simulators/bank/bank-payment';
import { createEghlRail } from '../../simulators/eghl/rail';
import { registerEghlRoutes } from '../../simulators/eghl/routes';
import { createFpxRail } from '../../simulators/fpx/rail';
import { registerFpxRoutes } from '../../simulators/fpx/routes';
import type { Journal, JournalEntry } from '../../simulators/bank/journal';
import type { Rail, ReportFields } from '../../simulators/bank/rail';
import { registerPresentmentApi } from '../../simulators/presentment/calls';
import { createPresentmentNetwork } from '../../simulators/presentment/network';
import { createPresentmentRail } from '../../simulators/presentment/rail';
import { sandboxMerchant, secretOfNetwork, type SandboxKeys } from '../../keys';
import { simulatedOrigins } from './origins';

/** How the network to the banks is: an answer is lost after the bank has acted, and a bank that stumbles has not. */
export const networkStates = ['up', 'cut', 'answers-lost', 'stumbling'] as const;
export type NetworkState = (typeof networkStates)[number];

/** What a bank has sent: by its server, or with the payer's browser. It may come late, often, never, or altered on its way. */
export interface Letter {
  readonly number: string;
  /** Where the bank sends it: an address of the backend, or the result route to which the browser is sent back. */
  readonly to: { readonly callback: string } | { readonly route: ResultRoute };
  readonly fields: ReportFields;
  /** The bank sends it until it is answered `OK`. */
  readonly isOwed: boolean;
}

/** What a payer can do at a bank's page, by the state in which it leaves the payment. */
const stateOfButton = {
  approve: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
  'leave-pending': 'pending',
  'pending-approval': 'pending-approval',
} as const;
export type Button = keyof typeof stateOfButton;

/** The banks over HTTP, by the simulators' own routes and wire formats, with nothing of their timing. */
export async function openBankSide(keys: SandboxKeys) {
  let entries: JournalEntry[] = [];
  const journal: Journal = {
    readAll: () => entries,
    append: (entry) => void entries.push(entry),
    clear: () => void (entries = []),
  };
  const bankStore = openBankStore(journal);
  let network: NetworkState = 'up';
  const { siteOrigin } = simulatedOrigins;
  const acquirerKey = { keyId: sandboxMerchant.acquirerKeyId, secret: keys.acquirerSecret };
  const eghlMerchant = { serviceId: sandboxMerchant.eghlServiceId, password: keys.eghlPassword };
  const networks = {
    counter: createPresentmentNetwork('counter', secretOfNetwork(keys, 'counter')),
    duitnow: createPresentmentNetwork('duitnow', secretOfNetwork(keys, 'duitnow')),
  };
  const eghl = createEghlRail(eghlMerchant, bankStore.now);
  const rails: Readonly<Record<RailName, Rail>> = {
    fpx: createFpxRail({ ...simulatedOrigins, privateKey: keys.fpxPrivateKey, now: bankStore.now }),
    acquirer: createAcquirerRail(acquirerKey, bankStore.now),
    eghl,
    counter: createPresentmentRail(networks.counter, siteOrigin, bankStore.now),
    duitnow: createPresentmentRail(networks.duitnow, siteOrigin, bankStore.now),
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
  });
  app.addHook('onSend', async (request) => {
    if (network === 'answers-lost' && request.headers['x-payer'] === undefined) request.raw.socket.destroy();
  });
  registerFpxRoutes(app, {
    bankStore,
    rail: rails.fpx,
    privateKey: keys.fpxPrivateKey,
    merchant: {
      name: sandboxMerchant.name,
      sellerExId: sandboxMerchant.fpxSellerExId,
      sellerId: sandboxMerchant.fpxSellerId,
      publicKey: keys.fpxSellerPublicKey,
    },
  });
  registerAcquirerRoutes(app, { bankStore, key: acquirerKey, banksOrigin: 'http://127.0.0.1:4001' });
  registerEghlRoutes(app, { bankStore, rail: eghl, merchant: eghlMerchant });
  for (const network of Object.values(networks)) {
    app.register(async (calls) => registerPresentmentApi(calls, { bankStore, network }));
  }
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });

  function returnOf(payment: BankPayment, fields: ReportFields): readonly Letter[] {
    const { pathname } = new URL(rails[payment.rail].returnUrl(payment));
    const route = resultRoutes.find((known) => known === pathname);
    return route === undefined ? [] : [{ number: payment.number, to: { route }, fields, isOwed: false }];
  }

  function decide(payment: BankPayment, decision: Omit<Decision, 'reason'>, isOwed: boolean): readonly Letter[] {
    if (!isUndecided(payment) || stateAt(payment, bankStore.now()) === 'expired') return [];
    const decided = bankStore.decide(payment, { ...decision, reason: '' });
    const rail = rails[decided.rail];
    const to = { callback: new URL(rail.callbackUrl(decided)).pathname };
    const callback = { number: decided.number, to, fields: rail.signReport(decided, 'callback'), isOwed };
    // Whoever pays a code elsewhere brings nothing back.
    return Object.hasOwn(networks, decided.rail)
      ? [callback]
      : [callback, ...returnOf(decided, rail.signReport(decided, 'return'))];
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
    },
    moveClock: (offsetMs: number) => bankStore.moveClock(offsetMs),
    now: bankStore.now,
    find: bankStore.find,
    /** Every payment that a bank has ever been shown. */
    listPayments(): readonly BankPayment[] {
      return entries.flatMap((entry) => (entry.kind === 'opened' ? (bankStore.find(entry.payment.number) ?? []) : []));
    },
    /** The payer's browser brings a merchant's fields to a bank's page. */
    async openPage({ url, fields }: { readonly url: string; readonly fields: ReportFields }): Promise<void> {
      await app.inject({
        method: 'POST',
        url: new URL(url).pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-payer': '1' },
        payload: new URLSearchParams(fields).toString(),
      });
    },
    /** The payer presses a button of the bank's page; gives what the bank sends then. A page of eGHL that has ended says so, and no more. */
    press(number: string, button: Button, isOwed: boolean): readonly Letter[] {
      const payment = bankStore.find(number);
      if (payment === null) return [];
      if (payment.state !== 'open')
        return payment.rail === 'eghl' ? returnOf(payment, eghl.signDuplicate(payment)) : [];
      return isOffered(payment, button) ? decide(payment, { state: stateOfButton[button], button }, isOwed) : [];
    },
    /** The bank ends what was left pending. */
    settle(number: string, outcome: 'approved' | 'declined', isOwed: boolean): readonly Letter[] {
      const payment = bankStore.find(number);
      if (payment?.state !== 'pending' && payment?.state !== 'pending-approval') return [];
      return decide(payment, { state: outcome, button: payment.button }, isOwed);
    },
    isApproved(payment: BankPayment): boolean {
      return stateAt(payment, bankStore.now()) === 'approved';
    },
    reset(): void {
      bankStore.reset();
      network = 'up';
    },
    close: () => app.close(),
  };
}
export type BankSide = Awaited<ReturnType<typeof openBankSide>>;
