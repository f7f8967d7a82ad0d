import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { listBankButtons, type BankButton } from '../../scenarios/bank-buttons';
import type { BankStore } from '../bank/bank-store';
import { decideButton } from '../bank/decided-button';
import { buildDecisionPage } from '../pages/decision-page';
import { sendPage } from '../pages/layout';
import { buildNoReturnPage, buildRefusalPage, buildReturnPage } from '../pages/return-page';
import type { DeliveryQueue } from '../providers/delivery-queue';
import { endOf, type BillplzAccount } from './account';
import { billplzBanks, isBillplzBank } from './banks';
import type { StoredBill, Visit } from './bill';
import { buildChoicePage, buildReceiptPage, headingOf, summaryOf } from './pages';

export interface BillplzCheckoutSettings {
  readonly account: BillplzAccount;
  readonly bankStore: BankStore;
  readonly queue: DeliveryQueue;
  readonly merchant: string;
  readonly siteOrigin: string;
}

type Fields = Readonly<Record<string, string>>;

const paramsSchema = z.object({ id: z.string(), bank: z.string().default(''), visit: z.string().default('') });
const formSchema = z.record(z.string(), z.string());
const returnTimeoutMs = 10_000;

/** Visits a redirect before the payer's browser does; the answer is ignored. */
async function visitFirst(url: string, fields: Fields): Promise<void> {
  const target = new URL(url);
  for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value);
  await fetch(target, { redirect: 'manual', signal: AbortSignal.timeout(returnTimeoutMs) }).catch(() => null);
}

/** The page of a bill, and those of the banks. */
export function registerBillplzCheckout(app: FastifyInstance, settings: BillplzCheckoutSettings): void {
  const { account, bankStore, merchant, queue, siteOrigin } = settings;
  const isAvailable = (bank: string) => isBillplzBank(bank) && bankStore.isBankOnline(bank);
  const buttons = listBankButtons(false);

  function findBill(
    params: unknown,
  ): { readonly bill: StoredBill; readonly bank: string; readonly visit: string } | null {
    const { id = '', bank = '', visit = '' } = paramsSchema.safeParse(params).data ?? {};
    const bill = account.find(id);
    return bill && { bill, bank, visit };
  }
  function findVisit(params: unknown): { readonly bill: StoredBill; readonly visit: Visit } | null {
    const found = findBill(params);
    const visit = found?.bill.visits.find(({ id }) => id === found.visit);
    return found && visit ? { bill: found.bill, visit } : null;
  }
  function sendNotFound(reply: FastifyReply): FastifyReply {
    return sendPage(reply, 404, buildRefusalPage('Billplz does not know this bill.'));
  }
  function goToBank(reply: FastifyReply, bill: StoredBill, bank: string): FastifyReply {
    return reply.redirect(`/billplz/bills/${bill.id}/visits/${account.openVisit(bill, bank)}`, 303);
  }

  /** The last page at the bank: it leads back by the redirect, or the payer never returns. */
  function sendEnd(reply: FastifyReply, bill: StoredBill, visit: Visit, fields: Fields): FastifyReply {
    const [summary, heading] = [summaryOf(bill, merchant), headingOf(visit)];
    const button = buttons.find(({ value }) => value === visit.button);
    if (button?.browserReturn === 'never') {
      return sendPage(reply, 200, buildNoReturnPage(summary, heading, siteOrigin));
    }
    if (bill.request.redirect_url === null) return sendPage(reply, 200, buildReceiptPage(bill, merchant));
    // A form that is sent by GET replaces the query of its address.
    const { origin, pathname, searchParams } = new URL(bill.request.redirect_url);
    const back = { url: `${origin}${pathname}`, method: 'get' } as const;
    return sendPage(
      reply,
      200,
      buildReturnPage(summary, heading, back, { ...Object.fromEntries(searchParams), ...fields }, true),
    );
  }

  app.get('/billplz/bills/:id', (request, reply) => {
    const found = findBill(request.params);
    if (!found) return sendNotFound(reply);
    const { bill } = found;
    if (bill.state !== 'due') return sendPage(reply, 200, buildReceiptPage(bill, merchant));
    const submits = formSchema.safeParse(request.query).data?.auto_submit === 'true';
    const { reference_1_label: label, reference_1: bank } = bill.request;
    // Billplz, Direct Payment Gateway: an invalid or inactive bank leads to the choice.
    return submits && label === 'Bank Code' && bank !== null && isAvailable(bank)
      ? goToBank(reply, bill, bank)
      : sendPage(reply, 200, buildChoicePage(bill, merchant, Object.keys(billplzBanks).filter(isAvailable)));
  });

  app.get('/billplz/bills/:id/banks/:bank', (request, reply) => {
    const found = findBill(request.params);
    if (!found || !isAvailable(found.bank)) return sendNotFound(reply);
    return found.bill.state === 'due'
      ? goToBank(reply, found.bill, found.bank)
      : sendPage(reply, 200, buildReceiptPage(found.bill, merchant));
  });

  app.get('/billplz/bills/:id/visits/:visit', (request, reply) => {
    const found = findVisit(request.params);
    if (!found) return sendNotFound(reply);
    const { bill, visit } = found;
    if (visit.button !== null || bill.state === 'paid') return sendEnd(reply, bill, visit, account.buildRedirect(bill));
    const form = { action: `/billplz/bills/${bill.id}/visits/${visit.id}`, buttons };
    return sendPage(reply, 200, buildDecisionPage(summaryOf(bill, merchant), headingOf(visit), form));
  });

  /** Sends what Billplz's server and the payer's browser bring for a button; returns the fields of the browser's return. */
  async function report(bill: StoredBill, button: BankButton): Promise<Fields> {
    const { browserReturn } = button;
    if (browserReturn === 'tampered' || browserReturn === 'replayed') {
      const { callback, redirect } = account.forge(bill, browserReturn);
      await queue.sendOnce(callback);
      return redirect;
    }
    // Upon completion only: a payment that is pending has not ended.
    const isCompleted = endOf(button) !== 'pending' && button.callback !== 'none';
    const delivered = isCompleted ? queue.send(bill.id, [account.buildCallback(bill)]) : null;
    if (button.callback === 'first') await delivered;
    const redirect = account.buildRedirect(bill);
    const { redirect_url: url } = bill.request;
    if (browserReturn === 'twice' && url !== null) await visitFirst(url, redirect);
    return redirect;
  }

  app.post('/billplz/bills/:id/visits/:visit', async (request, reply) => {
    const found = findVisit(request.params);
    if (!found) return sendNotFound(reply);
    const { bill, visit } = found;
    // A second tap or a reload: the first button counts.
    if (visit.button !== null || bill.state === 'paid') return sendEnd(reply, bill, visit, account.buildRedirect(bill));
    const choice = formSchema.safeParse(request.body).data?.button;
    const button = decideButton(bankStore, buttons, choice);
    if (!button) return sendPage(reply, 400, buildRefusalPage('The page has no such button.'));
    const ended = account.endVisit(bill, visit.id, button);
    return sendEnd(reply, ended, { ...visit, button: button.value }, await report(ended, button));
  });
}
