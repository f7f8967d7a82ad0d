import { render, screen } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { untouchedForm } from '@/components/ui/form-state';
import { sen } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment';
import { paymentMethods } from '@/lib/domain/payment-methods';
import en from '@/messages/en.json';
import { MethodChoice } from '../method-choice';
import { barePage } from '../payment-page.fixture';
import { methodViews, shownMethods } from './method-fields';

const page: PaymentPage = {
  ...barePage,
  total: sen(150),
  methods: [...paymentMethods].reverse(),
  personalBanks: [
    { id: 'MB2U0227', name: 'Maybank2U', isOnline: true },
    { id: 'HLB0224', name: 'Hong Leong Bank', isOnline: false },
  ],
  downtimes: [{ target: 'newCard', from: '2026-11-21T11:00:00Z', until: '2026-11-21T13:00:00Z' }],
};

test('only what is offered and can be taken is shown, in the order of the product', () => {
  expect(shownMethods(page)).toEqual(paymentMethods.filter((method) => methodViews[method] !== undefined));
  expect(shownMethods({ methods: ['fpx'] })).toEqual(['fpx']);
  expect(shownMethods({ methods: [] })).toEqual([]);
});

test('what cannot be chosen now stays in sight, disabled, with the reason', () => {
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <MethodChoice page={page} form={untouchedForm} />
    </NextIntlClientProvider>,
  );
  expect(
    screen.getByRole('radio', { name: en.methods.newCard, description: /down until .*9:00 pm MYT/ }),
  ).toHaveProperty('disabled', true);
  expect(screen.getByTestId('downtime-notice').textContent).toContain('9:00 pm MYT');
  expect(
    screen.getByRole('radio', { name: en.methods.fpxCorporate, description: 'Minimum amount is RM2' }),
  ).toHaveProperty('disabled', true);
  expect(screen.getByRole('radio', { name: en.methods.fpx })).toHaveProperty('disabled', false);
  expect(screen.getByRole('option', { name: 'Hong Leong Bank (offline)', hidden: true })).toHaveProperty(
    'disabled',
    true,
  );
});
