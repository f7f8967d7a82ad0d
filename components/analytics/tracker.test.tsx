import { apiErrorEvent, methodEvent, paymentResultEvent, quickPayViewEvent, stepEvent } from '@/lib/analytics/events';
import { fillPaymentData } from '@/lib/analytics/payment-data';
import { createTracker } from './tracker';

const payment = fillPaymentData({ transactionRefId: 'name', totalAmount: '138.78' });
const paymentView = stepEvent('payment_view', payment);
const pending = paymentResultEvent('pending', 'fpx', payment);
const successful = paymentResultEvent('successful', 'fpx', payment);

/** Settles when the code that writes events is loaded and has written. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => delete window.dataLayer);

test('without consent there is no data layer', async () => {
  const tracker = createTracker();
  tracker.track(paymentView);
  tracker.trackMethod('method_choice', 'wallet');
  tracker.trackStep('proceed_to_payment');
  tracker.onSubmissionFailed({ action: '/api/payment/pay', message: 'Network Error' });
  await settle();
  expect(window.dataLayer).toBeUndefined();
});

test('with consent, events are written in order', async () => {
  const tracker = createTracker();
  tracker.setAllowed(true);
  tracker.track(paymentView);
  tracker.trackMethod('method_choice', 'wallet');
  tracker.trackMethod('payment_attempt', 'wallet');
  tracker.onSubmissionFailed({ action: '/api/payment/pay', message: 'Network Error' });
  tracker.trackStep('proceed_to_payment');
  await settle();
  expect(window.dataLayer).toEqual([
    paymentView,
    methodEvent('method_choice', 'wallet', payment),
    methodEvent('payment_attempt', 'wallet', payment),
    apiErrorEvent({ page: '/', method: 'POST', url: '/api/payment/pay', message: 'Network Error' }),
    stepEvent('proceed_to_payment', payment),
  ]);
});

test('without a page event, or with one without a payment, payment data is NA', async () => {
  const tracker = createTracker();
  tracker.setAllowed(true);
  tracker.trackStep('proceed_to_payment');
  tracker.track(quickPayViewEvent());
  tracker.trackMethod('method_choice', 'fpx');
  await settle();
  expect(window.dataLayer).toEqual([
    stepEvent('proceed_to_payment', fillPaymentData({})),
    quickPayViewEvent(),
    methodEvent('method_choice', 'fpx', fillPaymentData({})),
  ]);
});

test('consent given later writes the page’s event and no earlier ones', async () => {
  const tracker = createTracker();
  tracker.track(paymentView);
  tracker.trackMethod('method_choice', 'wallet');
  tracker.setAllowed(true);
  await settle();
  expect(window.dataLayer).toEqual([paymentView]);
});

test('the same page event is written once, a changed one again', async () => {
  const tracker = createTracker();
  tracker.setAllowed(true);
  const forget = tracker.track(pending);
  await settle();
  forget();
  tracker.track({ ...pending });
  tracker.setAllowed(false);
  tracker.setAllowed(true);
  await settle();
  expect(window.dataLayer).toEqual([pending]);
  tracker.track(successful);
  await settle();
  expect(window.dataLayer).toEqual([pending, successful]);
});

test('a dropped page event is not written when consent is given', async () => {
  const tracker = createTracker();
  tracker.track(paymentView)();
  tracker.setAllowed(true);
  tracker.trackStep('proceed_to_payment');
  await settle();
  expect(window.dataLayer).toEqual([stepEvent('proceed_to_payment', fillPaymentData({}))]);
});

test('an event that waits for the code is dropped when consent is withdrawn', async () => {
  const tracker = createTracker();
  tracker.setAllowed(true);
  tracker.track(paymentView);
  tracker.setAllowed(false);
  await settle();
  expect(window.dataLayer).toBeUndefined();
});
