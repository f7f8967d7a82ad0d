import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { Form } from '@/components/forms/form';
import { emptyFormState, type FormState } from '@/components/forms/form-state';
import type { PaymentPage } from '@/lib/domain/payment/payment';
import en from '@/messages/en.json';
import { UnpaidAttemptNotice } from './unpaid-attempt-notice';
import { emptyPaymentPage } from './payment-page.fixture';

const attempt: PaymentPage['attempt'] = {
  ...({ state: 'failed', method: 'newCard', resultRoute: '/bankResultMBB' } as const),
  ...{ provider: null, nextAction: null, reasonCode: 'declined' },
};

function show(fieldErrors: FormState['fieldErrors']) {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <Form id="payment" action="/" state={{ ...emptyFormState, fieldErrors }}>
        <UnpaidAttemptNotice page={{ ...emptyPaymentPage, attempt }} card={null} autoFocus={false} />
      </Form>
    </NextIntlClientProvider>,
  );
  expect(screen.getByTestId('failed-attempt')).toBeTruthy();
}

const cardAgain = { name: en.payment.cardAgain };

test('a declined card can be entered again', () => {
  show({});
  expect(screen.getByRole('link', cardAgain)).toHaveProperty('hash', '#cardNumber');
});

test('after too many cards, which is an error of the method, none is offered', () => {
  show({ selectedPaymentMethod: en.errors.tooManyCardsForPayment });
  expect(screen.queryByRole('link', cardAgain)).toBeNull();
});
