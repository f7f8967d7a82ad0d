import { Payer } from './payer.mjs';
import { pay } from './paying.mjs';
import { ask } from './seen-stack.mjs';

/** @typedef {import('./stack.mjs').Stack} Stack */
/** @typedef {import('./habits.mjs').Plan} Plan */

/**
 * @typedef {object} Subject a payer who is like no other of the run
 * @property {string} email
 * @property {string} accountNumber
 * @property {string} mobileNumber `6012…`
 */

/**
 * @typedef {object} Journey
 * @property {string} name
 * @property {'paid' | 'unpaid' | 'either'} ends what it must come to, whatever dies on the way; 'either' is for the bank to say
 * @property {readonly string[]} works the pieces of work whose steps it is there for
 * @property {(stack: Stack, subject: Subject) => Promise<Payer>} play
 */

let subjects = 0;

/** @returns {Subject} */
export function makeSubject() {
  subjects += 1;
  const digits = String(subjects).padStart(7, '0');
  // The first seven digits are those of the number on file; an account does not begin with 0.
  return {
    email: `payer-${subjects}@ebill.example`,
    accountNumber: `${1_000_000 + subjects}801`,
    mobileNumber: `6012${digits}`,
  };
}

/** @param {string} cardNumber */
function payByCard(cardNumber) {
  const card = { cardNumber, cardExpiry: '12/39', cardCvv: '123', cardName: 'TEST PAYER' };
  return { selectedPaymentMethod: 'newCard', ...card };
}

/** What is chosen on the payment page. */
export const ways = {
  fpx: { selectedPaymentMethod: 'fpx', fpxBankID: 'MB2U0227' },
  corporate: { selectedPaymentMethod: 'fpxCorporate', fpxBankCorporateID: 'MBB0228' },
  wallet: { selectedPaymentMethod: 'wallet', selectedWallet: 'boost' },
  m2u: { selectedPaymentMethod: 'm2u' },
  counter: { selectedPaymentMethod: 'counter' },
  mobile: { selectedPaymentMethod: 'dcb', selectedDCB: 'carrier-a' },
  card: payByCard('4111111111111111'),
  cardAtOnce: payByCard('4242424242424242'),
  cardUnknown: payByCard('4000000000000119'),
};

/**
 * A fresh order's page.
 *
 * @param {import('./seen-stack.mjs').SeenStack} stack
 * @param {Subject} subject
 * @returns {Promise<string>}
 */
export async function makeOrder(stack, { accountNumber, email }) {
  const items = [{ name: 'Decoder', amount: 12_900 }];
  const { url } = await stack.control('orders', { partnerKey: 'EBILL', items, customer: { accountNumber, email } });
  return url;
}

/**
 * @param {Record<string, string>} choice
 * @param {Partial<Plan>} [more]
 * @returns {Journey['play']}
 */
function payOrder(choice, more = {}) {
  return async (stack, subject) => pay(stack, { start: await makeOrder(stack, subject), choice, ...subject, ...more });
}

const attempt = ['payment.init', 'payment.return'];

/** What payers do, each told what it is there for. @type {readonly Journey[]} */
export const journeys = [
  {
    name: 'online banking, from the bill',
    ends: 'paid',
    works: ['transaction.create', ...attempt, 'deliver-message'],
    play: (stack, subject) => pay(stack, { start: '/', choice: ways.fpx, ...subject }),
  },
  { name: 'card with 3-D Secure', ends: 'paid', works: attempt, play: payOrder(ways.card) },
  { name: 'card approved at once', ends: 'paid', works: ['payment.init'], play: payOrder(ways.cardAtOnce) },
  { name: 'wallet', ends: 'paid', works: attempt, play: payOrder(ways.wallet) },
  { name: 'counter', ends: 'paid', works: ['payment.init', 'callback'], play: payOrder(ways.counter) },
  {
    name: 'pay by mobile',
    ends: 'paid',
    works: ['payment.init', 'dcb.sendTac', 'dcb.verifyTac'],
    play: payOrder(ways.mobile),
  },
  {
    name: 'the bank calls, nobody returns',
    ends: 'paid',
    works: ['callback'],
    play: payOrder(ways.fpx, { button: 'never-return' }),
  },
  {
    name: 'paid, and the window closed',
    ends: 'paid',
    works: ['enquire-attempt', 'expire-order'],
    async play(stack, subject) {
      const payer = await payOrder(ways.fpx, { leaves: true })(stack, subject);
      await stack.control('clock', { advance: 'PT16M' });
      return payer;
    },
  },
  {
    name: 'the window closed, unpaid',
    ends: 'unpaid',
    works: ['expire-order'],
    async play(stack, subject) {
      const payer = await payOrder(ways.fpx, { button: null })(stack, subject);
      await stack.control('clock', { advance: 'PT16M' });
      return payer;
    },
  },
  {
    name: 'pending, and settled later',
    ends: 'paid',
    works: ['callback'],
    async play(stack, subject) {
      const payer = await payOrder(ways.wallet, { leaves: true, button: 'leave-pending' })(stack, subject);
      const { attempts } = await stack.findPayment(payer.refid ?? '');
      await settleAtBank(stack, attempts[0]?.number);
      return pay(stack, { start: '/', choice: ways.wallet, ...subject }, payer);
    },
  },
  {
    name: 'the acquirer cannot tell for an hour',
    ends: 'paid',
    works: ['enquire-attempt'],
    async play(stack, subject) {
      const payer = await payOrder(ways.cardUnknown, { leaves: true })(stack, subject);
      await stack.control('clock', { advance: 'PT2H' });
      return payer;
    },
  },
  {
    name: 'not approved in five days',
    ends: 'unpaid',
    works: ['cancel-approval'],
    async play(stack, subject) {
      const plan = { leaves: true, button: 'pending-approval' };
      const payer = await payOrder(ways.corporate, plan)(stack, subject);
      await payer.open(`/bankResultFPX?refid=${payer.refid}`);
      await stack.control('clock', { advance: 'P5DT1M' });
      return payer;
    },
  },
  {
    name: 'another way chosen at the bank',
    ends: 'paid',
    works: ['payment.init'],
    async play(stack, subject) {
      const start = await makeOrder(stack, subject);
      const payer = new Payer({ site: stack.site, rewrite: stack.rewrite });
      await beginAndComeBack(payer, start, { ...ways.m2u, userEmailAddress: subject.email });
      return pay(stack, { start, choice: ways.card, ...subject }, payer);
    },
  },
  {
    name: 'given up by the payer',
    ends: 'unpaid',
    works: ['payment.cancel'],
    async play(stack, subject) {
      const start = await makeOrder(stack, subject);
      const payer = new Payer({ site: stack.site, rewrite: stack.rewrite });
      await beginAndComeBack(payer, start, { ...ways.fpx, userEmailAddress: subject.email });
      return giveUp(stack, payer, start);
    },
  },
  {
    name: 'given up, and paid all the same',
    ends: 'paid',
    works: ['payment.cancel'],
    async play(stack, subject) {
      const start = await makeOrder(stack, subject);
      const payer = await pay(stack, { start, choice: ways.fpx, ...subject, leaves: true });
      return giveUp(stack, payer, start);
    },
  },
  {
    name: 'auto debit by a card of its own',
    ends: 'paid',
    works: ['autodebit.sendOtp', 'autodebit.verifyOtp', 'autodebit.card', 'settle-card-check'],
    play: (stack, subject) =>
      pay(stack, {
        ...{ start: '/', choice: ways.fpx, registers: true, ...subject },
        mobileNumber: `6012${subject.accountNumber.slice(0, 7)}`,
      }),
  },
];

/**
 * The bank ends what it has left pending, and calls; again where the backend ended under its call.
 *
 * @param {Stack} stack
 * @param {string | undefined} number
 */
async function settleAtBank(stack, number) {
  const body = JSON.stringify({ number, outcome: 'successful' });
  const answer = await ask(`${stack.banks}/control/settle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  // One that was asked twice has ended by then.
  if (!answer.ok && answer.status !== 409)
    throw new Error(`the bank cannot settle ${number}: ${answer.status} ${await answer.text()}`);
  await stack.healthy();
}

/**
 * Goes to the bank's page, and back to ours by the back button.
 *
 * @param {Payer} payer
 * @param {string} start
 * @param {Record<string, string>} choice
 */
async function beginAndComeBack(payer, start, choice) {
  const page = await payer.open(start);
  const form = page.forms.find(({ action }) => action.endsWith('/api/payment/pay'));
  if (form === undefined) throw new Error(`there is nothing to pay at ${page.url}`);
  await payer.submit(form, choice);
}

/**
 * Cancels, again where that failed, until the payment's page has nothing to cancel.
 *
 * @param {Stack} stack
 * @param {Payer} payer
 * @param {string} start
 */
async function giveUp(stack, payer, start) {
  for (let tries = 0; tries < 10; tries += 1) {
    const page = await payer.open(start);
    const form = page.forms.find(({ action }) => action.endsWith('/api/payment/cancel'));
    if (form !== undefined) await payer.submit(form);
    else if (page.shown !== null) return payer;
    await stack.healthy();
  }
  throw new Error('the payment cannot be cancelled');
}
