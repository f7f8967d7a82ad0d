import { readAttribute } from './payer.mjs';
import { ask } from './seen-stack.mjs';

/** @typedef {import('./payer.mjs').Page} Page */
/** @typedef {import('./payer.mjs').Payer} Payer */
/** @typedef {import('./seen-stack.mjs').SeenStack} Stack */

/**
 * @typedef {object} Plan what a payer is about
 * @property {string} start the page that a payer opens first
 * @property {Record<string, string>} choice the fields of the way to pay
 * @property {string} email
 * @property {string} [accountNumber] where the bill is looked up
 * @property {string} [mobileNumber] whose bill is charged, or where a PIN is sent
 * @property {string | null} [button] pressed at the bank, `return-only` without it; null: none, the window is closed
 * @property {boolean} [leaves] closes the window at the bank, or once it is told to wait, and never comes back
 * @property {boolean} [registers] takes the offer of auto debit after the payment
 * @property {(page: Page) => void} [onPage] what happens elsewhere as soon as the payer sees a page
 */

/**
 * @typedef {object} Sight what a payer has before it
 * @property {Page} page
 * @property {Plan} plan
 * @property {Payer} payer
 * @property {Stack} stack
 * @property {() => Promise<Page>} comeBack opens the payment again
 */

/**
 * What a payer does about a page of one kind, and gives the page that this leads to; null when it goes away. Undefined for another kind of
 * page. `times` says how often it has been here before.
 *
 * @typedef {(sight: Sight) => ((times: number) => Promise<Page | null>) | undefined} Habit
 */

const card = { cardNumber: '4242424242424242', cardExpiry: '12/39', cardCvv: '123', cardName: 'TEST PAYER' };

/**
 * @param {Page} page
 * @param {string} path
 */
const formTo = (page, path) => page.forms.find(({ action }) => new URL(action).pathname.startsWith(path));

/**
 * A habit about a page that has a form of ours.
 *
 * @param {string} path where the form goes
 * @param {(plan: Plan) => Record<string, string>} type what is typed or chosen
 * @param {string} pause after the second time, ISO 8601: by then the page has said to wait
 * @returns {Habit}
 */
function fillIn(path, type, pause = 'PT2M') {
  return ({ page, plan, payer, stack }) => {
    const form = formTo(page, path);
    return (
      form &&
      (async (times) => {
        if (times >= 2) await stack.wait(pause);
        return payer.submit(form, type(plan));
      })
    );
  };
}

/**
 * A habit about a page that asks for a one-time code: the newest is entered, and each third time another one asked for, since one that was
 * taken is good no more.
 *
 * @param {string} path where the code goes
 * @param {string} resendPath where another one is asked for
 * @returns {Habit}
 */
function enterCode(path, resendPath) {
  return ({ page, plan, payer, stack }) => {
    const [form, another] = [formTo(page, path), formTo(page, resendPath)];
    const { mobileNumber = '' } = plan;
    return (
      form &&
      (async (times) => {
        if (times % 3 === 2 && another !== undefined) {
          await stack.wait('PT1M');
          return payer.submit(another, { mobileNumber });
        }
        const messages = await stack.control(`messages?to=${mobileNumber}`);
        const code = messages.find((/** @type {{ code: string | null }} */ message) => message.code !== null)?.code;
        return payer.submit(form, { tac: code ?? '', otp: code ?? '' });
      })
    );
  };
}

/**
 * @param {Habit} habit
 * @returns {Habit} of those alone who take the offer of auto debit
 */
const whenRegistering = (habit) => (sight) => (sight.plan.registers ? habit(sight) : undefined);

/** The first that fits is what a payer does. @type {readonly Habit[]} */
export const habits = [
  function decideAtBank({ page, plan, payer, stack }) {
    const form = page.url.startsWith(stack.banks) ? formTo(page, '/pay/') : undefined;
    return (
      form &&
      (async () => {
        if (plan.button === null) return null;
        const next = await payer.submit(form, { button: plan.button ?? 'return-only' });
        return plan.leaves ? null : next;
      })
    );
  },
  function leaveBank({ page, payer, stack, comeBack }) {
    if (!page.url.startsWith(stack.banks)) return undefined;
    const [way] = page.forms;
    return async () => (way === undefined ? comeBack() : payer.submit(way));
  },
  function goToBank({ page, payer, stack }) {
    const form = page.forms.find(({ action }) => stack.rewrite(action).startsWith(stack.banks));
    return form && (async () => payer.submit(form));
  },
  function payAtCounter({ page, payer, stack }) {
    const text = readAttribute(page.html, 'counter-barcode', 'data-text');
    if (text === null) return undefined;
    return async (times) => {
      const body = new URLSearchParams({ text, button: 'settle' });
      await ask(`${stack.banks}/counter`, { method: 'POST', body }).then((answer) => answer.body?.cancel());
      // The counter's word may be lost for now: it is asked for every half hour.
      if (times >= 2) await stack.wait('PT31M');
      return payer.reload(page);
    };
  },
  fillIn('/api/payment/pay', ({ choice, email }) => ({ ...choice, userEmailAddress: email })),
  enterCode('/api/pay-by-mobile/verify', '/api/pay-by-mobile/send'),
  fillIn('/api/pay-by-mobile/send', ({ mobileNumber = '' }) => ({ mobileNumber }), 'PT1M'),
  fillIn('/api/bill/lookup', ({ accountNumber = '' }) => ({ accountNumber })),
  fillIn('/api/bill/pay', () => ({ payOption: 'current' })),
  whenRegistering(fillIn('/api/auto-debit/card', () => card)),
  whenRegistering(enterCode('/api/auto-debit/verify', '/api/auto-debit/enable')),
  whenRegistering(fillIn('/api/auto-debit/enable', () => ({}), 'PT1M')),
  function seePaid({ page: { shown } }) {
    return shown === 'successful' || shown === 'review' ? async () => null : undefined;
  },
  function waitForBank({ page, plan, payer, stack }) {
    if (page.shown !== 'pending') return undefined;
    return async () => {
      if (plan.leaves) return null;
      await stack.wait('PT2M');
      return payer.reload(page);
    };
  },
  function seeUnpaid({ page: { shown }, comeBack }) {
    // Tried again, and believed the third time.
    return shown === null ? undefined : async (times) => (times < 2 ? comeBack() : null);
  },
  function seeNothing({ page, payer, stack, comeBack }) {
    return async (times) => {
      await stack.healthy();
      return times % 2 === 0 ? payer.reload(page) : comeBack();
    };
  },
];
