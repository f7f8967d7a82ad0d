import { setTimeout as pause } from 'node:timers/promises';
import { habits } from './habits.mjs';
import { Payer } from './payer.mjs';

/** How often a payer looks at a page before giving up, and how long a look takes, ms. */
const mostLooks = 40;
const lookMs = 20;

/**
 * Pays as a payer does who does not give up: does what the page asks for, sends a form again when it comes back, reloads a page that has
 * nothing to do, waits while it is told to wait. Ends when the page shows how the payment has ended, or when the payer leaves.
 *
 * @param {import('./seen-stack.mjs').SeenStack} stack
 * @param {import('./habits.mjs').Plan} plan
 * @param {Payer} [payer]
 * @returns {Promise<Payer>}
 */
export async function pay(stack, plan, payer = new Payer({ site: stack.site, rewrite: stack.rewrite })) {
  // Whoever has seen a payment comes back to it, and does not begin another.
  const comeBack = () => payer.open(payer.refid === null ? plan.start : `/epayment/entry?refid=${payer.refid}`);
  /** @type {Map<import('./habits.mjs').Habit, number>} */
  const timesOf = new Map();
  let page = await comeBack();

  for (let looks = 0; looks < mostLooks; looks += 1) {
    plan.onPage?.(page);
    await pause(lookMs);
    const sight = { page, plan, payer, stack, comeBack };
    for (const habit of habits) {
      const act = habit(sight);
      if (act === undefined) continue;
      const times = timesOf.get(habit) ?? 0;
      timesOf.set(habit, times + 1);
      const next = await act(times);
      if (next === null) return payer;
      page = next;
      break;
    }
  }
  throw new Error(`the payer still stands at ${page.url} (${page.status}) after ${mostLooks} looks`);
}
