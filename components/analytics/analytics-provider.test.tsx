import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { NextIntlClientProvider } from 'next-intl';
import { use } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { FormEventListenerContext } from '@/components/forms/submission/form-event-listener';
import { Main } from '@/components/layout/main';
import { apiErrorEvent, methodEvent, stepEvent, type AnalyticsEvent } from '@/lib/analytics/events';
import { fillPaymentData } from '@/lib/analytics/payment-data';
import en from '@/messages/en.json';
import { AnalyticsProvider } from './analytics-provider';
import { ConsentBanner } from './consent-banner';
import { ConsentSwitch } from './consent-switch';
import { PageEvent } from './page-event';
import { useAnalytics } from './use-analytics';

const payment = fillPaymentData({ transactionRefId: 'name', totalAmount: '138.78' });
const paymentView = stepEvent('payment_view', payment);
const billView = stepEvent('bill_view', payment);

/** Controls as a payment form has them. */
function Controls() {
  const { trackMethod } = useAnalytics();
  const { onSubmissionFailed } = use(FormEventListenerContext);
  return (
    <>
      <button onClick={() => trackMethod('method_choice', 'wallet')}>Wallet</button>
      <button onClick={() => onSubmissionFailed({ action: '/api/payment/pay', message: 'Network Error' })}>Fail</button>
      <input aria-label="E-mail" />
    </>
  );
}

interface PageProps {
  readonly consent: 'unasked' | 'yes' | 'no';
  readonly event?: AnalyticsEvent;
}

/** A page as app/layout.tsx renders it. */
function Page({ consent, event = paymentView }: PageProps) {
  return (
    <NextIntlClientProvider locale="en" messages={{ analytics: en.analytics }} timeZone="Asia/Kuala_Lumpur">
      <AnalyticsProvider consent={consent}>
        <ConsentBanner returnTo="/pay/ebill" />
        <Main>
          <Controls />
          <PageEvent event={event} />
        </Main>
        <ConsentSwitch returnTo="/pay/ebill" />
      </AnalyticsProvider>
    </NextIntlClientProvider>
  );
}

const press = (testId: string) => userEvent.click(screen.getByTestId(testId));
const choose = () => userEvent.click(screen.getByRole('button', { name: 'Wallet' }));
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)));

/** Answers that were posted by `fetch`. */
let sent: unknown[] = [];
/** Answers that the browser has posted by itself. */
let posted: unknown[] = [];

function notePost(event: SubmitEvent) {
  if (event.defaultPrevented || !(event.target instanceof HTMLFormElement)) return;
  event.preventDefault();
  const { pathname } = new URL(event.target.action);
  posted.push([pathname, ...new FormData(event.target, event.submitter)]);
}

beforeEach(() => {
  delete window.dataLayer;
  [sent, posted] = [[], []];
  global.fetch = jest.fn(async (address: unknown, { body }: RequestInit) => {
    sent.push([address, body instanceof URLSearchParams ? body.toString() : null]);
    return { text: async () => '{"next":"/"}', status: 200 } as Response;
  }) as typeof fetch;
  window.addEventListener('submit', notePost);
});
afterEach(() => window.removeEventListener('submit', notePost));

test('without a provider, tracking does nothing', async () => {
  render(
    <>
      <Controls />
      <PageEvent event={paymentView} />
    </>,
  );
  await choose();
  await settle();
  expect(window.dataLayer).toBeUndefined();
});

test.each(['unasked', 'no'] as const)('with consent %s no event is written', async (consent) => {
  render(<Page consent={consent} />);
  await choose();
  await userEvent.click(screen.getByRole('button', { name: 'Fail' }));
  await settle();
  expect(window.dataLayer).toBeUndefined();
});

test('with consent, the page’s event, choices and failed submissions are written', async () => {
  render(<Page consent="yes" />);
  await choose();
  await userEvent.click(screen.getByRole('button', { name: 'Fail' }));
  await settle();
  expect(window.dataLayer).toEqual([
    paymentView,
    methodEvent('method_choice', 'wallet', payment),
    apiErrorEvent({ page: '/', method: 'POST', url: '/api/payment/pay', message: 'Network Error' }),
  ]);
});

test('a page that renders again writes its event only if it has changed', async () => {
  const { rerender } = render(<Page consent="yes" />);
  await settle();
  rerender(<Page consent="yes" event={{ ...paymentView }} />);
  await settle();
  expect(window.dataLayer).toEqual([paymentView]);
  rerender(<Page consent="yes" event={billView} />);
  await settle();
  expect(window.dataLayer).toEqual([paymentView, billView]);
});

test('without scripts the banner and the switch are forms', () => {
  const open = (consent: PageProps['consent']) => {
    const page = document.createElement('div');
    page.innerHTML = renderToStaticMarkup(<Page consent={consent} />);
    return [...page.querySelectorAll('form')].map((form) => [
      [form.method, form.getAttribute('action'), new FormData(form).get('returnTo')],
      ...[...form.querySelectorAll('button')].map(({ name, value, dataset }) => [name, value, dataset['testid']]),
    ]);
  };
  const form = ['post', '/api/analytics', '/pay/ebill'];
  expect(open('unasked')).toEqual([[form, ['answer', 'yes', 'analytics-allow'], ['answer', 'no', 'analytics-refuse']]]);
  expect(open('yes')).toEqual([[form, ['answer', 'no', 'analytics-stop']]]);
  expect(open('no')).toEqual([[form, ['answer', 'yes', 'analytics-start']]]);
});

test('allowing stores the answer by fetch and moves the focus to the main region', async () => {
  render(<Page consent="unasked" />);
  await press('analytics-allow');
  await settle();
  expect([sent, posted]).toEqual([[['/api/analytics', 'answer=yes']], []]);
  expect(window.dataLayer).toEqual([paymentView]);
  expect(screen.queryByTestId('analytics-question')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(screen.getByTestId('analytics-stop').textContent).toBe(en.analytics.stop);
});

test('the focus stays in a field that the payer types in while the answer is sent', async () => {
  render(<Page consent="unasked" />);
  let respond = (_response: Response) => {};
  global.fetch = jest.fn(() => new Promise<Response>((resolve) => (respond = resolve)));
  await press('analytics-refuse');
  await userEvent.type(screen.getByRole('textbox'), 'kept');
  respond({ text: async () => '{"next":"/"}', status: 200 } as Response);
  await settle();
  expect(screen.queryByTestId('analytics-question')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

test('withdrawing consent stops events at once and focuses the new button', async () => {
  render(<Page consent="yes" />);
  await settle();
  let respond = (_response: Response) => {};
  global.fetch = jest.fn(() => new Promise<Response>((resolve) => (respond = resolve)));
  await press('analytics-stop');
  // The server has not answered yet.
  await choose();
  screen.getByTestId('analytics-stop').focus();
  respond({ text: async () => '{"next":"/"}', status: 200 } as Response);
  await settle();
  expect(document.activeElement).toBe(screen.getByTestId('analytics-start'));
  await choose();
  await settle();
  expect(window.dataLayer).toEqual([paymentView]);
});

test('giving consent again writes events from then on', async () => {
  render(<Page consent="no" />);
  await choose();
  await press('analytics-start');
  await settle();
  await choose();
  await settle();
  expect(window.dataLayer).toEqual([paymentView, methodEvent('method_choice', 'wallet', payment)]);
});

test('when fetch fails the browser posts the answer and no event is written', async () => {
  global.fetch = jest.fn(async () => Promise.reject(new TypeError('no network')));
  render(<Page consent="unasked" />);
  await press('analytics-allow');
  await settle();
  expect(posted).toEqual([['/api/analytics', ['returnTo', '/pay/ebill'], ['answer', 'yes']]]);
  expect(screen.getByTestId('analytics-question')).toBeTruthy();
  expect(window.dataLayer).toBeUndefined();
});
