import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { listBankButtons, type BankButton } from '../../scenarios/bank-buttons';
import { buildDecisionPage } from '../pages/decision-page';
import { sendPage } from '../pages/layout';
import { buildNoReturnPage, buildRefusalPage, buildReturnPage } from '../pages/return-page';
import type { BankStore } from '../bank/bank-store';
import { decideButton } from '../bank/decided-button';
import type { DeliveryQueue } from '../providers/delivery-queue';
import { attemptEndOf, type ChipAccount } from './account';
import { readCardForm } from './card-form';
import { findPreferred, kindOfMethod, listBanks, type MethodName } from './methods';
import { buildBankListPage, buildCardPage, buildMethodPage, buildStandardPage, headingOf, summaryOf } from './pages';
import { isPayable, type Purchase, type Session } from './purchase';

export interface ChipCheckoutSettings {
  readonly account: ChipAccount;
  readonly bankStore: BankStore;
  readonly queue: DeliveryQueue;
  readonly merchant: string;
  readonly siteOrigin: string;
}

const idSchema = z.object({ id: z.string() });
const sessionSchema = z.object({ id: z.string(), session: z.string() });
const formSchema = z.record(z.string(), z.string());
const returnTimeoutMs = 10_000;

/** Visits a redirect before the payer's browser does; the answer is ignored. */
async function visit(url: string): Promise<void> {
  await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(returnTimeoutMs) }).catch(() => null);
}

/** The purchase's pages at `checkout_url`, the target of `direct_post_url`, and the pages of the banks. */
export function registerChipCheckout(app: FastifyInstance, settings: ChipCheckoutSettings): void {
  const { account, merchant } = settings;

  function redirectUrl({ request }: Purchase, end: Session['end']): string {
    if (end === 'cancel') return request.cancel_redirect || request.failure_redirect;
    return end === 'failure' ? request.failure_redirect : request.success_redirect;
  }

  /** Ends a visit without a bank's page: a redirect, or the standard screen. */
  function redirectBack(reply: FastifyReply, purchase: Purchase, end: Session['end']): FastifyReply {
    const url = redirectUrl(purchase, end);
    return url === '' ? sendPage(reply, 200, buildStandardPage(purchase, merchant)) : reply.redirect(url, 303);
  }

  function sendNotFound(reply: FastifyReply): FastifyReply {
    return sendPage(reply, 404, buildRefusalPage('CHIP does not know this purchase.'));
  }

  function bankPath({ id }: Purchase, session: Session): string {
    return `/chip/p/${id}/bank/${session.id}`;
  }

  function goToBank(reply: FastifyReply, purchase: Purchase, method: MethodName, bank: string): FastifyReply {
    const how = { method, bank, flow: 'payform', card: null, remembersCard: false } as const;
    const opened = account.openSession(purchase, how);
    return opened.session.end === null
      ? reply.redirect(bankPath(opened.purchase, opened.session), 303)
      : redirectBack(reply, opened.purchase, opened.session.end);
  }

  app.get('/chip/p/:id/', (request, reply) => {
    const params = idSchema.safeParse(request.params);
    const known = params.success ? account.find(params.data.id) : null;
    if (!known) return sendNotFound(reply);
    const purchase = account.view(known);
    if (!isPayable(purchase)) return sendPage(reply, 200, buildStandardPage(purchase, merchant));
    const methods = account.methodsOf(purchase);
    const preferred = findPreferred(formSchema.safeParse(request.query).data ?? {});
    const isCard = preferred !== null && kindOfMethod(preferred.method) === 'card';
    const isOffered = isCard
      ? methods.some((name) => kindOfMethod(name) === 'card')
      : preferred !== null && methods.includes(preferred.method);
    if (!isOffered || preferred === null) return sendPage(reply, 200, buildMethodPage(purchase, merchant, methods));
    if (isCard) return sendPage(reply, 200, buildCardPage(purchase, merchant));
    const { method, bank } = preferred;
    if (kindOfMethod(method) === 'fpx' && !Object.hasOwn(listBanks(method), bank)) {
      return sendPage(reply, 200, buildBankListPage(purchase, merchant, method));
    }
    return goToBank(reply, purchase, method, kindOfMethod(method) === 'fpx' ? bank : '');
  });

  for (const [path, flow] of [
    ['/chip/p/:id/', 'direct_post'],
    ['/chip/p/:id/card', 'payform'],
  ] as const) {
    app.post(path, (request, reply) => {
      const params = idSchema.safeParse(request.params);
      const purchase = params.success ? account.find(params.data.id) : null;
      if (!purchase) return sendNotFound(reply);
      if (!isPayable(purchase)) return sendPage(reply, 200, buildStandardPage(purchase, merchant));
      const typed = readCardForm(
        formSchema.safeParse(request.body).data ?? {},
        account.methodsOf(purchase),
        settings.bankStore.now(),
      );
      const { method, card, remembersCard, end } = typed.ok
        ? typed.value
        : ({ method: 'visa', card: null, remembersCard: false, end: { kind: 'failed', error: typed.error } } as const);
      const opened = account.openSession(purchase, { method, bank: '', flow, card, remembersCard });
      if (end === 'challenge') return reply.redirect(bankPath(purchase, opened.session), 303);
      void account.end(opened.purchase, opened.session, end, end.kind === 'failed' ? 'decline' : 'approve')();
      const ended = account.findSession(purchase.id, opened.session.id);
      return redirectBack(reply, ended?.purchase ?? purchase, ended?.session.end ?? 'failure');
    });
  }

  /** The last page at the bank: it leads back, or the payer never returns. */
  function sendEnd(reply: FastifyReply, purchase: Purchase, session: Session, button: BankButton | null): FastifyReply {
    const summary = summaryOf(purchase, merchant);
    const heading = headingOf(session);
    if (button?.browserReturn === 'never') {
      return sendPage(reply, 200, buildNoReturnPage(summary, heading, settings.siteOrigin));
    }
    const url = redirectUrl(purchase, session.end);
    if (url === '') return sendPage(reply, 200, buildStandardPage(purchase, merchant));
    // A form that is sent by GET replaces the query of its address.
    const { origin, pathname, searchParams } = new URL(url);
    const back = { url: `${origin}${pathname}`, method: 'get' } as const;
    return sendPage(reply, 200, buildReturnPage(summary, heading, back, Object.fromEntries(searchParams), true));
  }

  function buttonsOf({ method }: Session): readonly BankButton[] {
    return listBankButtons(method === 'fpx_b2b1');
  }

  function findVisit(params: unknown): ReturnType<ChipAccount['findSession']> {
    const parsed = sessionSchema.safeParse(params);
    return parsed.success ? account.findSession(parsed.data.id, parsed.data.session) : null;
  }

  /** The end of a session that a button or a control has ended; null while it is open. */
  function sendKnownEnd(reply: FastifyReply, { purchase, session }: { purchase: Purchase; session: Session }) {
    const button = buttonsOf(session).find(({ value }) => value === session.button) ?? null;
    if (session.end !== null) return sendEnd(reply, purchase, session, button);
    if (isPayable(purchase)) return null;
    const end = purchase.payment === null ? 'failure' : 'success';
    return sendEnd(reply, purchase, { ...session, end }, null);
  }

  app.get('/chip/p/:id/bank/:session', (request, reply) => {
    const found = findVisit(request.params);
    if (!found) return sendNotFound(reply);
    const { purchase, session } = found;
    const form = { action: bankPath(purchase, session), buttons: buttonsOf(session) };
    const open = buildDecisionPage(summaryOf(purchase, merchant), headingOf(session), form);
    return sendKnownEnd(reply, found) ?? sendPage(reply, 200, open);
  });

  app.post('/chip/p/:id/bank/:session', async (request, reply) => {
    const found = findVisit(request.params);
    if (!found) return sendNotFound(reply);
    const { purchase, session } = found;
    // A second tap or a reload: the first button counts.
    const known = session.end === null ? null : sendKnownEnd(reply, found);
    if (known !== null) return known;
    const choice = formSchema.safeParse(request.body).data?.button;
    const button = decideButton(settings.bankStore, buttonsOf(session), choice);
    if (!button) return sendPage(reply, 400, buildRefusalPage('The page has no such button.'));

    const end = attemptEndOf(button, kindOfMethod(session.method) === 'card');
    if (end === null) {
      account.leave(purchase, session, button.state === 'cancelled' ? 'cancel' : 'success', button.value);
    } else {
      const announced = account.end(purchase, session, end, button.value);
      const delivered = button.callback === 'none' ? null : announced();
      if (button.callback === 'first') await delivered;
    }
    const { browserReturn } = button;
    if (browserReturn === 'tampered' || browserReturn === 'replayed') {
      const forged = account.forge(purchase, browserReturn);
      if (forged) await settings.queue.sendOnce(forged);
    }
    const ended = account.findSession(purchase.id, session.id) ?? found;
    const url = redirectUrl(ended.purchase, ended.session.end);
    if (browserReturn === 'twice' && url !== '') await visit(url);
    return sendEnd(reply, ended.purchase, ended.session, button);
  });
}
