import type { CurrentAttempt } from '@/lib/domain/payment/payment';
import type { AttemptState, OrderState } from '@/lib/domain/payment/payment-states';
import { getResultUrl } from './result-url';

const refid = 'abcdefghijklmnopqrstuvwxyz';

function attemptIn(state: AttemptState): CurrentAttempt {
  const nextAction = { kind: 'redirect', url: 'https://bank.example/pay', method: 'POST', fields: {} } as const;
  return {
    reasonCode: null,
    state,
    method: 'fpx',
    provider: null,
    nextAction: state === 'redirected' ? nextAction : null,
    resultRoute: '/bankResultFPX',
  };
}

test.each<[OrderState, AttemptState | null, string | null]>([
  ['open', null, null],
  ['open', 'redirected', null],
  ['open', 'failed', null],
  ['open', 'cancelled', null],
  ['open', 'pending', `/bankResultFPX?refid=${refid}`],
  ['open', 'pending-approval', `/bankResultFPX?refid=${refid}`],
  ['paid', 'successful', `/bankResultFPX?refid=${refid}`],
  ['expired', 'failed', `/bankResultFPX?refid=${refid}`],
  ['expired', 'redirected', `/bankResultFPX?refid=${refid}`],
  ['expired', null, `/cancelPayment?refid=${refid}`],
  ['cancelled', null, `/cancelPayment?refid=${refid}`],
])('an order that is %s after an attempt that is %s: %s', (orderState, state, expected) => {
  expect(getResultUrl({ refid, orderState, isHeldForReview: false, attempt: state && attemptIn(state) })).toBe(
    expected,
  );
});

test.each<AttemptState>(['failed', 'cancelled', 'redirected'])(
  'money held for review leads past the choice after an attempt that is %s',
  (state) => {
    const page = { refid, orderState: 'open', isHeldForReview: true, attempt: attemptIn(state) } as const;
    expect(getResultUrl(page)).toBe(`/bankResultFPX?refid=${refid}`);
  },
);

test('says where the result is opened from', () => {
  const page = { refid, orderState: 'paid', isHeldForReview: false, attempt: attemptIn('successful') } as const;
  expect(getResultUrl(page, 'paid-already')).toBe(`/bankResultFPX?refid=${refid}&from=paid-already`);
});
