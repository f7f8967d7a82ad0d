import { fetchWithRetry, type StackClient } from '../stack/client';
import { readAttribute } from './html';
import type { Page, Payer } from './payer';

/** How a payer pays. */
export interface Plan {
  /** The first page. */
  start: string;
  /** The fields of the payment method. */
  choice: Record<string, string>;
  email: string;
  accountNumber?: string;
  mobileNumber?: string;
  /** The button to press at the bank, `return-only` by default; null closes the window instead. */
  button?: string | null;
  /** Closes the window after paying at the bank, or once the payment is pending. */
  abandons?: boolean;
  /** Accepts the offer of auto debit after the payment. */
  acceptsAutoDebit?: boolean;
  /** Is called with each page. */
  onPage?: (page: Page) => void;
}

interface PageContext {
  page: Page;
  plan: Plan;
  payer: Payer;
  stack: StackClient;
  /** Opens the payment again. */
  reopen: () => Promise<Page>;
}

/**
 * Returns what a payer does on one kind of page, or undefined for other pages. The function that it returns resolves to the next page, or to
 * null when the payer leaves; `times` is how often this action has run before.
 */
export type PageAction = (context: PageContext) => ((times: number) => Promise<Page | null>) | undefined;

const card = { cardNumber: '4242424242424242', cardExpiry: '12/39', cardCvv: '123', cardName: 'TEST PAYER' };

/** CHIP's own test card, which is approved without a challenge, by CHIP's names of the fields. */
const cardAtChip = { cardholder_name: 'TEST PAYER', card_number: '4444333322221111', expires: '12/39', cvc: '123' };

const findForm = (page: Page, path: string) =>
  page.forms.find(({ action }) => new URL(action).pathname.startsWith(path));

/**
 * Fills in a form of the site.
 *
 * @param path of the form's action
 * @param pause time to wait before the third and later submissions, ISO 8601
 */
function fillForm(path: string, getValues: (plan: Plan) => Record<string, string>, pause = 'PT2M'): PageAction {
  return ({ page, plan, payer, stack }) => {
    const form = findForm(page, path);
    return (
      form &&
      (async (times) => {
        if (times >= 2) await stack.wait(pause);
        return payer.submit(form, getValues(plan));
      })
    );
  };
}

/** Enters the newest one-time code; requests a new one every third time, since a used code is no longer valid. */
function enterCode(path: string, resendPath: string): PageAction {
  return ({ page, plan, payer, stack }) => {
    const [form, resendForm] = [findForm(page, path), findForm(page, resendPath)];
    const { mobileNumber = '' } = plan;
    return (
      form &&
      (async (times) => {
        if (times % 3 === 2 && resendForm !== undefined) {
          await stack.wait('PT1M');
          return payer.submit(resendForm, { mobileNumber });
        }
        const messages = await stack.readMessages(mobileNumber);
        const code = messages.find((message) => message.code !== null)?.code;
        return payer.submit(form, { tac: code ?? '', otp: code ?? '' });
      })
    );
  };
}

const forAutoDebit =
  (action: PageAction): PageAction =>
  (context) =>
    context.plan.acceptsAutoDebit ? action(context) : undefined;

/** In order of precedence: the first one that applies to a page runs. */
export const pageActions: readonly PageAction[] = [
  function enterCardAtChip({ page, payer }) {
    const form = page.forms.find(({ fields }) => fields['card_number'] !== undefined);
    return form && (async () => payer.submit(form, cardAtChip));
  },
  function chooseCardAtChip({ page, payer, stack }) {
    const link = page.url.startsWith(stack.banks) ? /href="(\?preferred=card)"/.exec(page.html)?.[1] : undefined;
    return link === undefined ? undefined : async () => payer.open(new URL(link, page.url).href);
  },
  function decideAtBank({ page, plan, payer, stack }) {
    const isOfBank = page.url.startsWith(stack.banks);
    // The banks' pages, and those behind CHIP.
    const form = isOfBank ? (findForm(page, '/pay/') ?? findForm(page, '/chip/p/')) : undefined;
    return (
      form &&
      (async () => {
        if (plan.button === null) return null;
        const next = await payer.submit(form, { button: plan.button ?? 'return-only' });
        return plan.abandons ? null : next;
      })
    );
  },
  function leaveBank({ page, payer, stack, reopen }) {
    if (!page.url.startsWith(stack.banks)) return undefined;
    const [form] = page.forms;
    return async () => (form === undefined ? reopen() : payer.submit(form));
  },
  function goToBank({ page, payer, stack }) {
    const form = page.forms.find(({ action }) => stack.rewriteUrl(action).startsWith(stack.banks));
    return form && (async () => payer.submit(form));
  },
  function payAtCounter({ page, payer, stack }) {
    const text = readAttribute(page.html, 'counter-barcode', 'data-text');
    if (text === null) return undefined;
    return async (times) => {
      const body = new URLSearchParams({ text, button: 'settle' });
      await fetchWithRetry(`${stack.banks}/counter`, { method: 'POST', body }).then((response) =>
        response.body?.cancel(),
      );
      // The counter's callback may be lost: the backend enquires every half hour.
      if (times >= 2) await stack.wait('PT31M');
      return payer.reload(page);
    };
  },
  fillForm('/api/payment/pay', ({ choice, email }) => ({ ...choice, userEmailAddress: email })),
  enterCode('/api/pay-by-mobile/verify', '/api/pay-by-mobile/send'),
  fillForm('/api/pay-by-mobile/send', ({ mobileNumber = '' }) => ({ mobileNumber }), 'PT1M'),
  fillForm('/api/bill/lookup', ({ accountNumber = '' }) => ({ accountNumber })),
  fillForm('/api/bill/pay', () => ({ payOption: 'current' })),
  forAutoDebit(fillForm('/api/auto-debit/card', () => card)),
  forAutoDebit(enterCode('/api/auto-debit/verify', '/api/auto-debit/enable')),
  forAutoDebit(fillForm('/api/auto-debit/enable', () => ({}), 'PT1M')),
  function stopWhenPaid({ page: { resultStatus } }) {
    return resultStatus === 'successful' || resultStatus === 'review' ? async () => null : undefined;
  },
  function waitForBank({ page, plan, payer, stack }) {
    if (page.resultStatus !== 'pending') return undefined;
    return async () => {
      if (plan.abandons) return null;
      await stack.wait('PT2M');
      return payer.reload(page);
    };
  },
  function retryWhenUnpaid({ page: { resultStatus }, reopen }) {
    // Retried twice; the third result counts.
    return resultStatus === null ? undefined : async (times) => (times < 2 ? reopen() : null);
  },
  function recover({ page, payer, stack, reopen }) {
    return async (times) => {
      await stack.waitUntilHealthy();
      return times % 2 === 0 ? payer.reload(page) : reopen();
    };
  },
];
