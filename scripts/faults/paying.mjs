import { setTimeout as pause } from 'node:timers/promises';
import { Payer, readAttribute } from './payer.mjs';

/** @typedef {import('./payer.mjs').Page} Page */
/** @typedef {import('./payer.mjs').Form} Form */
/** @typedef {import('./stack.mjs').Stack} Stack */

/**
 * @typedef {object} Plan what a payer is about
 * @property {string} start the page that a payer opens first, and again when nothing else helps
 * @property {Record<string, string>} choice the fields of the way to pay
 * @property {string} email
 * @property {string} [accountNumber] where the bill is looked up
 * @property {string} [mobileNumber] whose bill is charged
 * @property {string | null} [button] pressed at the bank, `return-only` without it; null: none, the window is closed
 * @property {boolean} [leaves] closes the window at the bank, or once it is told to wait, and never comes back
 * @property {boolean} [registers] takes the offer of auto debit after the payment
 * @property {(page: Page) => void} [onPage] what happens elsewhere as soon as the payer sees a page
 */

/** How often a payer looks at a page before giving up. */
const mostLooks = 40;
const card = { cardNumber: '4242424242424242', cardExpiry: '12/39', cardCvv: '123', cardName: 'TEST PAYER' };

/**
 * @param {Page} page
 * @param {string} path
 */
const formTo = (page, path) => page.forms.find(({ action }) => new URL(action).pathname.startsWith(path));

/**
 * Pays as a payer does who does not give up: does what the page asks for, sends a form again when it comes back, reloads a page that has
 * nothing to do, waits while it is told to wait. Ends when the page shows how the payment has ended, or when the payer leaves.
 *
 * @param {Stack} stack
 * @param {Plan} plan
 * @param {Payer} [payer]
 * @returns {Promise<Payer>}
 */
export async function pay(stack, plan, payer = new Payer({ site: stack.site, rewrite: stack.rewrite })) {
  // Whoever has seen a payment comes back to it, and does not begin another.
  const comeBack = () => payer.open(payer.refid === null ? plan.start : `/epayment/entry?refid=${payer.refid}`);
  let page = await comeBack();
  let sent = 0;
  let numbers = 0;
  let pins = 0;
  let endings = 0;
  let lost = 0;
  const waitFor = async (/** @type {string} */ time) => void (await stack.control('clock', { advance: time }));

  for (let looks = 0; looks < mostLooks; looks += 1) {
    plan.onPage?.(page);
    const isAtBank = page.url.startsWith(stack.banks);
    const toBank = page.forms.find(({ action }) => stack.rewrite(action).startsWith(stack.banks));
    const barcode = readAttribute(page.html, 'counter-barcode', 'data-text');
    const payForm = formTo(page, '/api/payment/pay');
    const tacForm = formTo(page, '/api/pay-by-mobile/verify');
    const numberForm = formTo(page, '/api/pay-by-mobile/send');
    const lookUp = formTo(page, '/api/bill/lookup');
    const bill = formTo(page, '/api/bill/pay');
    const registration = plan.registers ? findRegistration(page, pins) : null;

    const decision = isAtBank ? formTo(page, '/pay/') : undefined;

    if (decision !== undefined) {
      if (plan.button === null) return payer;
      page = await payer.submit(decision, { button: plan.button ?? 'return-only' });
      if (plan.leaves) return payer;
    } else if (isAtBank && page.forms[0] !== undefined) {
      page = await payer.submit(page.forms[0]);
    } else if (isAtBank) {
      page = await comeBack();
    } else if (toBank !== undefined) {
      page = await payer.submit(toBank);
    } else if (barcode !== null) {
      await payAtCounter(stack, barcode);
      page = await payer.reload(page);
    } else if (payForm !== undefined) {
      sent += 1;
      if (sent > 2) await waitFor('PT2M');
      page = await payer.submit(payForm, { ...plan.choice, userEmailAddress: plan.email });
    } else if (tacForm !== undefined) {
      sent += 1;
      // A code that was taken, and then nothing: another one is asked for.
      const isSpent = sent > 2 && sent % 2 === 1;
      if (isSpent) await waitFor('PT1M');
      page =
        isSpent && numberForm !== undefined
          ? await payer.submit(numberForm, { mobileNumber: plan.mobileNumber ?? '' })
          : await payer.submit(tacForm, { tac: await readCode(stack, plan.mobileNumber ?? '') });
    } else if (numberForm !== undefined) {
      numbers += 1;
      // A code is on its way already, it says: another can be had after a minute.
      if (numbers > 2) await waitFor('PT1M');
      page = await payer.submit(numberForm, { mobileNumber: plan.mobileNumber ?? '' });
    } else if (lookUp !== undefined) {
      page = await payer.submit(lookUp, { accountNumber: plan.accountNumber ?? '' });
    } else if (bill !== undefined) {
      page = await payer.submit(bill, { payOption: 'current' });
    } else if (registration !== null) {
      if (pins % 3 === 2) await waitFor('PT1M');
      if (formTo(page, '/api/auto-debit/verify') !== undefined) pins += 1;
      page = await payer.submit(registration, { otp: await readCode(stack, plan.mobileNumber ?? ''), ...card });
    } else if (page.shown === 'successful' || page.shown === 'review') {
      return payer;
    } else if (page.shown === 'pending' && plan.leaves) {
      return payer;
    } else if (page.shown === 'pending') {
      await waitFor('PT2M');
      page = await payer.reload(page);
    } else if (page.shown !== null) {
      // It has ended unpaid, or so it says: tried once more, and believed the second time.
      endings += 1;
      if (endings > 2) return payer;
      page = await comeBack();
    } else {
      // Something of ours is down.
      lost += 1;
      await pause(50);
      await stack.healthy();
      page = lost % 2 === 1 ? await payer.reload(page) : await comeBack();
    }
  }
  throw new Error(`the payer still stands at ${page.url} (${page.status}) after ${mostLooks} looks`);
}

/**
 * @param {Page} page
 * @param {number} pins how often the PIN's page was answered: each third time by asking for another one, since one that was taken is spent
 */
function findRegistration(page, pins) {
  const verifying = ['/api/auto-debit/verify', '/api/auto-debit/enable'];
  const paths = ['/api/auto-debit/card', ...(pins % 3 === 2 ? verifying.reverse() : verifying)];
  return paths.map((path) => formTo(page, path)).find((form) => form !== undefined) ?? null;
}

/**
 * At the counter: the text under the barcode, and the money.
 *
 * @param {Stack} stack
 * @param {string} text
 */
async function payAtCounter(stack, text) {
  const body = new URLSearchParams({ text, button: 'settle' });
  const answer = await fetch(`${stack.banks}/counter`, { method: 'POST', body });
  await answer.body?.cancel();
}

/**
 * @param {Stack} stack
 * @param {string} recipient
 * @returns {Promise<string>} the newest one-time code; empty when none has come
 */
async function readCode(stack, recipient) {
  const messages = await stack.control(`messages?to=${encodeURIComponent(recipient)}`);
  return messages.find((/** @type {{ code: string | null }} */ { code }) => code !== null)?.code ?? '';
}
