import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { createAcquirerRail } from '../sandbox/banks/acquirer/rail';
import { registerAcquirerRoutes } from '../sandbox/banks/acquirer/routes';
import { openBankBook, type Decision } from '../sandbox/banks/bank-book';
import { isUndecided, stateAt, type BankPayment } from '../sandbox/banks/bank-payment';
import { createFpxRail } from '../sandbox/banks/fpx/rail';
import { registerFpxRoutes } from '../sandbox/banks/fpx/routes';
import type { Journal, JournalEntry } from '../sandbox/banks/journal';
import type { ReportChannel, ReportFields } from '../sandbox/banks/rail';
import { sandboxMerchant, type SandboxKeys } from '../sandbox/keys';

/** How the network to the banks is: an answer is lost after the bank has acted, and a bank that stumbles has not. */
export const networkStates = ['up', 'cut', 'answers-lost', 'stumbling'] as const;
export type NetworkState = (typeof networkStates)[number];

/** What a bank has sent: by its server, or with the payer's browser. It may come late, often, never, or altered on its way. */
export interface Letter {
  readonly number: string;
  readonly gateway: 'fpx' | 'acquirer';
  readonly channel: ReportChannel;
  readonly fields: ReportFields;
  /** The bank sends it until it is answered `OK`. */
  readonly isOwed: boolean;
}

const isButton = (value: string | undefined): value is 'approve' | 'decline' | 'cancel' | 'leave-pending' =>
  ['approve', 'decline', 'cancel', 'leave-pending'].includes(value ?? '');

const stateOfButton = {
  approve: 'approved',
  decline: 'declined',
  cancel: 'cancelled',
  'leave-pending': 'pending',
  'pending-approval': 'pending-approval',
} as const;
export type Button = keyof typeof stateOfButton;

/** FPX and the card acquirer over HTTP, by the simulators' own routes and wire format, with nothing of their timing. */
export async function openBankSide(keys: SandboxKeys) {
  let entries: JournalEntry[] = [];
  const journal: Journal = {
    readAll: () => entries,
    append: (entry) => void entries.push(entry),
    clear: () => void (entries = []),
  };
  const book = openBankBook(journal);
  let network: NetworkState = 'up';
  const acquirerKey = { keyId: sandboxMerchant.acquirerKeyId, secret: keys.acquirerSecret };
  const own = { siteOrigin: 'http://localhost:3000', backendUrl: 'http://127.0.0.1:4000' };
  const rails = {
    fpx: createFpxRail({ ...own, privateKey: keys.fpxPrivateKey, now: book.now }),
    acquirer: createAcquirerRail(acquirerKey, book.now),
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
    book,
    rail: rails.fpx,
    privateKey: keys.fpxPrivateKey,
    merchant: {
      name: sandboxMerchant.name,
      sellerExId: sandboxMerchant.fpxSellerExId,
      sellerId: sandboxMerchant.fpxSellerId,
      publicKey: keys.fpxSellerPublicKey,
    },
  });
  registerAcquirerRoutes(app, { book, key: acquirerKey, banksOrigin: 'http://127.0.0.1:4001' });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });

  function gatewayOf({ rail }: BankPayment): 'fpx' | 'acquirer' {
    return rail === 'fpx' ? 'fpx' : 'acquirer';
  }

  function decide(payment: BankPayment, decision: Omit<Decision, 'reason'>, isOwed: boolean): readonly Letter[] {
    if (!isUndecided(payment) || stateAt(payment, book.now()) === 'expired') return [];
    const decided = book.decide(payment, { ...decision, reason: '' });
    const gateway = gatewayOf(decided);
    const letterBy = (channel: ReportChannel): Letter => ({
      number: decided.number,
      gateway,
      channel,
      fields: rails[gateway].signReport(decided, channel),
      isOwed: isOwed && channel === 'callback',
    });
    return [letterBy('callback'), letterBy('return')];
  }

  return {
    origin,
    setNetwork(state: NetworkState): void {
      network = state;
    },
    moveClock: (offsetMs: number) => book.moveClock(offsetMs),
    now: book.now,
    find: book.find,
    /** Every payment that a bank has ever been shown. */
    listPayments(): readonly BankPayment[] {
      return entries.flatMap((entry) => (entry.kind === 'opened' ? (book.find(entry.payment.number) ?? []) : []));
    },
    /** The payer's browser brings a merchant's fields to FPX. */
    async openPage(fields: Readonly<Record<string, string>>): Promise<void> {
      await app.inject({
        method: 'POST',
        url: '/FPXMain/seller2DReceiver.jsp',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-payer': '1' },
        payload: new URLSearchParams(fields).toString(),
      });
    },
    /** The payer presses a button of the bank's page, if it is still open; gives what the bank sends then. */
    press(number: string, button: Button, isOwed: boolean): readonly Letter[] {
      const payment = book.find(number);
      if (payment?.state !== 'open') return [];
      const isOffered = payment.isCorporate || isButton(button);
      return isOffered ? decide(payment, { state: stateOfButton[button], button }, isOwed) : [];
    },
    /** The bank ends what was left pending. */
    settle(number: string, outcome: 'approved' | 'declined', isOwed: boolean): readonly Letter[] {
      const payment = book.find(number);
      if (payment?.state !== 'pending' && payment?.state !== 'pending-approval') return [];
      return decide(payment, { state: outcome, button: payment.button }, isOwed);
    },
    isApproved(payment: BankPayment): boolean {
      return stateAt(payment, book.now()) === 'approved';
    },
    reset(): void {
      book.reset();
      network = 'up';
    },
    close: () => app.close(),
  };
}
export type BankSide = Awaited<ReturnType<typeof openBankSide>>;
