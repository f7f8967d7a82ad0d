import { fillPaymentData } from '@/lib/analytics/payment-data';
import { methodEvent, quickPayView, stepEvent } from '@/lib/analytics/events';
import { formFailed, formSending, tellFormNews } from '@/components/ui/form-news';
import { takeAnswers } from './take-answers';

const payment = fillPaymentData({ transactionRefId: 'name', totalAmount: '138.78' });

/** A page as the server writes it, asked or answered. */
function showPage(told: object, consent: 'unasked' | 'yes' | 'no'): void {
  const hide = (isHidden: boolean) => (isHidden ? 'hidden' : '');
  document.body.innerHTML = `
    <section id="consent-question" ${hide(consent !== 'unasked')}>
      <form action="/api/analytics" method="post" data-consent=""><button name="answer" value="yes">Allow</button></form>
    </section>
    <main id="main" tabindex="-1">
      <form action="/api/bill/pay" id="bill"><input type="hidden" name="payOption" value="current" /><button>Pay</button></form>
      <form action="/api/payment/pay" id="pay">
        <input type="radio" name="selectedPaymentMethod" value="newCard" />
        <input type="radio" name="selectedPaymentMethod" value="wallet" />
        <button id="press">Pay</button><button id="aside" formaction="/elsewhere">Remove</button>
      </form>
      <template></template>
    </main>
    <footer>
      <form action="/api/analytics" method="post" data-consent="" ${hide(consent === 'unasked')}>
        <button name="answer" value="no" ${hide(consent !== 'yes')}>Stop</button>
        <button name="answer" value="yes" ${hide(consent !== 'no')}>Start</button>
      </form>
    </footer>`;
  find('template').dataset['analytics'] = JSON.stringify(told);
}

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`no ${selector}`);
  return found;
}

const press = (selector: string) => find(selector).click();
const form = (id: string) => find(`#${id}`) as HTMLFormElement;
const names = () => window.dataLayer?.map((event) => (event as { event: string }).event);

let stop = () => {};
/** Forms that the browser itself has sent, by their address. */
let sentByBrowser: string[] = [];
const answerWith = (body: object) => {
  global.fetch = jest.fn(async () => ({ text: async () => JSON.stringify(body), status: 200 }) as Response);
};

beforeEach(() => {
  delete window.dataLayer;
  Object.assign(AbortSignal, { timeout: () => new AbortController().signal });
  sentByBrowser = [];
  window.addEventListener('submit', noteSubmit);
});

afterEach(() => {
  stop();
  window.removeEventListener('submit', noteSubmit);
});

function noteSubmit(event: SubmitEvent): void {
  if (!event.defaultPrevented) sentByBrowser.push((event.target as HTMLFormElement).getAttribute('action') ?? '');
  event.preventDefault();
}

/** Lets what waits for an answer go on. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

test.each(['unasked', 'no'] as const)('%s: there is no data layer, whatever the payer does', (consent) => {
  showPage(stepEvent('payment_view', payment), consent);
  stop = takeAnswers(consent);
  press('[value="wallet"]');
  press('#press');
  tellFormNews(form('pay'), formFailed, 'Network Error');
  expect(window.dataLayer).toBeUndefined();
});

test('agreed: the page is told once, and what the payer does as it happens', async () => {
  showPage(stepEvent('payment_view', payment), 'yes');
  stop = takeAnswers('yes');
  press('[value="wallet"]');
  press('#aside');
  tellFormNews(form('pay'), formSending);
  tellFormNews(form('pay'), formFailed, 'Network Error');
  tellFormNews(form('bill'), formSending);
  find('main').append(document.createElement('p'));
  await settle();
  expect(window.dataLayer).toEqual([
    stepEvent('payment_view', payment),
    methodEvent('method_choice', 'wallet', payment),
    methodEvent('payment_attempt', 'wallet', payment),
    expect.objectContaining({ event: 'api_error', method: 'POST', url: '/api/payment/pay', message: 'Network Error' }),
    stepEvent('proceed_to_payment', payment),
  ]);
});

test('a form that no script has taken over is told of when the browser sends it', () => {
  showPage(quickPayView(), 'yes');
  stop = takeAnswers('yes');
  press('#bill button');
  expect(names()?.at(-1)).toBe('proceed_to_payment');
  expect(sentByBrowser).toEqual(['/api/bill/pay']);
});

test('a page that is rendered anew tells what is new', async () => {
  showPage({ event: 'first' }, 'yes');
  stop = takeAnswers('yes');
  find('template').dataset['analytics'] = JSON.stringify({ event: 'second' });
  await settle();
  expect(names()).toEqual(['first', 'second']);
});

test('an answer is kept without a new page; the way back is shown, and the focus goes on', async () => {
  showPage({ event: 'agreed-here' }, 'unasked');
  stop = takeAnswers('unasked');
  answerWith({ next: '/' });
  find('[value="yes"]').focus();
  press('[value="yes"]');
  await settle();
  expect([sentByBrowser, names()]).toEqual([[], ['agreed-here']]);
  expect([find('#consent-question').hidden, find('footer form').hidden]).toEqual([true, false]);
  expect([find('footer [value="no"]').hidden, find('footer [value="yes"]').hidden]).toEqual([false, true]);
  expect(document.activeElement?.id).toBe('main');

  find('footer [value="no"]').focus();
  press('footer [value="no"]');
  // At once, before the server has answered.
  press('[value="wallet"]');
  await settle();
  expect(names()).toEqual(['agreed-here']);
  expect(document.activeElement).toBe(find('footer [value="yes"]'));
});

test('an answer that cannot be kept so goes the browser’s own way, and nothing is told', async () => {
  showPage({ event: 'not-agreed' }, 'unasked');
  stop = takeAnswers('unasked');
  global.fetch = jest.fn(async () => Promise.reject(new TypeError('no network')));
  press('[value="yes"]');
  await settle();
  expect(sentByBrowser).toEqual(['/api/analytics']);
  expect(window.dataLayer).toBeUndefined();
});
