import { fetchWithRetry, type StackClient } from '../stack/client';
import { readAttribute } from './html';
import type { Page, Payer } from './payer';

/** What a payer does. */
export interface Plan {
  /** The page that is opened first. */
  start: string;
  /** The fields of the payment method. */
  choice: Record<string, string>;
  email: string;
  accountNumber?: string;
  mobileNumber?: string;
  /** Pressed at the bank, `return-only` by default; null: none, the window is closed. */
  button?: string | null;
  /** Closes the window at the bank, or once the payment is pending, and never comes back. */
  abandons?: boolean;
  /** Accepts the offer of auto debit after the payment. */
  acceptsAutoDebit?: boolean;
  /** Called with each page. */
  onPage?: (page: Page) => void;
}

interface Situation {
  page: Page;
  plan: Plan;
  payer: Payer;
  stack: StackClient;
  /** Opens the payment again. */
  reopen: () => Promise<Page>;
}

/**
 * What a payer does on a page of one kind: returns the next page, or null when the payer leaves. Undefined for another kind of page. `times`
 * is how often this action was taken before.
 */
export type PageAction = (situation: Situation) => ((times: number) => Promise<Page | null>) | undefined;

const card = { cardNumber: '4242424242424242', cardExpiry: '12/39', cardCvv: '123', cardName: 'TEST PAYER' };

const findForm = (page: Page, path: string) =>
  page.forms.find(({ action }) => new URL(action).pathname.startsWith(path));

/**
 * Fills in a form of the site.
 *
 * @param path of the form's action
 * @param pause after the second time, ISO 8601: by then the page has said to wait
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

/** Enters the newest one-time code, and requests another one each third time, since a used code is no longer valid. */
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
  (situation) =>
    situation.plan.acceptsAutoDebit ? action(situation) : undefined;

/** The first one that applies to a page is taken. */
export const pageActions: readonly PageAction[] = [
  function decideAtBank({ page, plan, payer, stack }) {
    const form = page.url.startsWith(stack.banks) ? findForm(page, '/pay/') : undefined;
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
