import { Payer } from '../faults/payer.mjs';

/** @typedef {import('../faults/payer.mjs').Page} Page */
/** @typedef {import('./stack.mjs').BenchStack} BenchStack */
/** What a payer must know, and who comes where any will not do. @typedef {Pick<BenchStack, 'site' | 'banks'> & { makePayer?: () => Payer }} WalkedStack */

let accounts = 0;

/** The number of an account that no payer has used yet; it owes RM138.78. */
function chooseAccount() {
  accounts += 1;
  return `${30_000_000 + accounts}01`;
}

/**
 * @param {Page} page
 * @param {string} address that the form's own begins with
 */
function formTo(page, address) {
  const form = page.forms.find(({ action }) => action.startsWith(address));
  if (form === undefined) throw new Error(`${page.url} (${page.status}) has no form to ${address}`);
  return form;
}

/**
 * @typedef {object} Step
 * @property {string} name
 * @property {boolean} isOurs whether the site answers
 * @property {(visit: { payer: Payer, page: Page, stack: WalkedStack }) => Promise<Page>} take
 */

const choice = { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227', userEmailAddress: 'payer@ebill.example' };

/** A payment by online banking, from its first page to its last, redirects followed. @type {readonly Step[]} */
export const payerSteps = [
  { name: 'home', isOurs: true, take: ({ payer }) => payer.open('/') },
  {
    name: 'look-up, bill',
    isOurs: true,
    take: ({ payer, page, stack }) =>
      payer.submit(formTo(page, `${stack.site}/api/bill/lookup`), { accountNumber: chooseAccount() }),
  },
  {
    name: 'payment',
    isOurs: true,
    take: ({ payer, page, stack }) =>
      payer.submit(formTo(page, `${stack.site}/api/bill/pay`), { payOption: 'current' }),
  },
  {
    name: 'pay',
    isOurs: true,
    take: ({ payer, page, stack }) => payer.submit(formTo(page, `${stack.site}/api/payment/pay`), choice),
  },
  { name: 'bank', isOurs: false, take: ({ payer, page, stack }) => payer.submit(formTo(page, stack.banks)) },
  {
    name: 'approve',
    isOurs: false,
    take: ({ payer, page, stack }) => payer.submit(formTo(page, `${stack.banks}/pay/`), { button: 'approve' }),
  },
  {
    name: 'return, result',
    isOurs: true,
    take: async ({ payer, page, stack }) => {
      const result = await payer.submit(formTo(page, stack.site));
      if (result.shown !== 'successful') throw new Error(`an approved payment is shown as ${result.shown}`);
      return result;
    },
  },
];

/**
 * Pays from beginning to end, or as far as a step.
 *
 * @param {WalkedStack} stack
 * @param {{ upTo?: string, onStep?: (name: string, tookMs: number) => void }} [how] `onStep` hears of the site's steps alone
 */
export async function walk(stack, { upTo, onStep } = {}) {
  const payer = stack.makePayer?.() ?? new Payer(stack);
  /** @type {Page} */
  let page = { url: stack.site, status: 0, html: '', forms: [], shown: null, sent: null };
  for (const { name, isOurs, take } of payerSteps) {
    const began = performance.now();
    page = await take({ payer, page, stack });
    if (isOurs) onStep?.(name, performance.now() - began);
    if (name === upTo) break;
  }
  return { payer, page };
}

/** @typedef {{ name: string, url: string, cookie: string }} PlacedPage a page, and the cookies with which it opens anywhere */

/** The step that leads to each page that is measured. */
const stepsToPages = { home: 'home', bill: 'look-up, bill', payment: 'payment', result: 'return, result' };
/** @typedef {keyof typeof stepsToPages} PageName */

/** The pages that are measured, in the order in which a payer comes by. @type {readonly PageName[]} */
const pageNames = ['home', 'bill', 'payment', 'result'];

/**
 * Arrives at a page as a payer does.
 *
 * @param {BenchStack} stack
 * @param {PageName} name
 * @returns {Promise<PlacedPage>}
 */
export async function placePage(stack, name) {
  const { payer, page } = await walk(stack, { upTo: stepsToPages[name] });
  return { name, url: page.url, cookie: payer.cookie };
}

/**
 * Arrives at each page that is measured, as a payer of its own.
 *
 * @param {BenchStack} stack
 * @returns {Promise<PlacedPage[]>}
 */
export async function placePages(stack) {
  /** @type {PlacedPage[]} */
  const placed = [];
  for (const name of pageNames) placed.push(await placePage(stack, name));
  return placed;
}
