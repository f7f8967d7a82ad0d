import { setTimeout as pause } from 'node:timers/promises';
import type { StackClient } from '../stack/client';
import { pageActions, type PageAction, type Plan } from './page-actions';
import { Payer } from './payer';

const maximumPages = 40;
const pageMs = 20;

/**
 * Pays as a persistent payer: completes each page, resubmits a form that is shown again, reloads a page that has none, and waits when a
 * page requires it. Ends when a page shows the outcome of the payment, or when the payer leaves.
 */
export async function pay(
  stack: StackClient,
  plan: Plan,
  payer = new Payer({ site: stack.site, rewriteUrl: stack.rewriteUrl }),
): Promise<Payer> {
  // Reopens the payment, if there is one, instead of creating another.
  const reopen = () => payer.open(payer.refid === null ? plan.start : `/epayment/entry?refid=${payer.refid}`);
  const timesRun = new Map<PageAction, number>();
  let page = await reopen();

  for (let pages = 0; pages < maximumPages; pages += 1) {
    plan.onPage?.(page);
    await pause(pageMs);
    for (const pageAction of pageActions) {
      const act = pageAction({ page, plan, payer, stack, reopen });
      if (act === undefined) continue;
      const times = timesRun.get(pageAction) ?? 0;
      timesRun.set(pageAction, times + 1);
      const next = await act(times);
      if (next === null) return payer;
      page = next;
      break;
    }
  }
  throw new Error(`the payer is still at ${page.url} (${page.status}) after ${maximumPages} pages`);
}
