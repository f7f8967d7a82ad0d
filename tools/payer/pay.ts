import { setTimeout as pause } from 'node:timers/promises';
import type { StackClient } from '../stack/client';
import { pageActions, type PageAction, type Plan } from './page-actions';
import { Payer } from './payer';

const maximumPages = 40;
const pageMs = 20;

/**
 * Pays as a payer who does not give up: does what each page asks for, submits a form again when it comes back, reloads a page that offers
 * nothing, waits while told to wait. Ends when the page shows the outcome of the payment, or when the payer leaves.
 */
export async function pay(
  stack: StackClient,
  plan: Plan,
  payer = new Payer({ site: stack.site, rewriteUrl: stack.rewriteUrl }),
): Promise<Payer> {
  // A payer who has seen a payment reopens it and does not begin another one.
  const reopen = () => payer.open(payer.refid === null ? plan.start : `/epayment/entry?refid=${payer.refid}`);
  const timesTaken = new Map<PageAction, number>();
  let page = await reopen();

  for (let pages = 0; pages < maximumPages; pages += 1) {
    plan.onPage?.(page);
    await pause(pageMs);
    for (const pageAction of pageActions) {
      const act = pageAction({ page, plan, payer, stack, reopen });
      if (act === undefined) continue;
      const times = timesTaken.get(pageAction) ?? 0;
      timesTaken.set(pageAction, times + 1);
      const next = await act(times);
      if (next === null) return payer;
      page = next;
      break;
    }
  }
  throw new Error(`the payer is still at ${page.url} (${page.status}) after ${maximumPages} pages`);
}
