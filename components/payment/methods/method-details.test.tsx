import { render, screen, within } from '@testing-library/react';
import { NextIntlClientProvider } from 'next-intl';
import { untouchedForm, type FormState } from '@/components/ui/form-state';
import { sen } from '@/lib/domain/money';
import type { PaymentPage } from '@/lib/domain/payment';
import en from '@/messages/en.json';
import { AutoDebitOption } from '../auto-debit-option';
import { MethodChoice } from '../method-choice';
import { barePage, savedVisa } from '../payment-page.fixture';

function show(changes: Partial<PaymentPage>, form: FormState = untouchedForm) {
  const shown = { ...barePage, ...changes };
  render(
    <NextIntlClientProvider locale="en" messages={en} timeZone="Asia/Kuala_Lumpur">
      <MethodChoice page={shown} form={form} />
      <AutoDebitOption page={shown} form={form} />
    </NextIntlClientProvider>,
  );
}

const group = (name: string) => screen.getByRole('radiogroup', { name });
const choices = (name: string) => within(group(name)).getAllByRole<HTMLInputElement>('radio');

test('saved cards: the usual one first and taken, an expired one to choose, an offline one not', () => {
  show({
    methods: ['savedCard'],
    savedCards: [
      {
        ...savedVisa,
        uniqueCardId: 'expired',
        lastFour: '4444',
        brand: 'mastercard',
        isExpired: true,
        needsCvv: false,
      },
      { ...savedVisa, uniqueCardId: 'offline', lastFour: '0077', isOffline: true },
      { ...savedVisa, uniqueCardId: 'usual', isDefault: true },
    ],
  });
  expect(choices(en.payment.savedCard).map(({ value, checked, disabled }) => ({ value, checked, disabled }))).toEqual([
    { value: 'usual', checked: true, disabled: false },
    { value: 'expired', checked: false, disabled: false },
    { value: 'offline', checked: false, disabled: true },
  ]);
  expect(
    screen.getByRole('radio', { name: 'Visa ending 1111', description: 'Usual card, expires 12/29' }),
  ).toBeTruthy();
  expect(
    screen.getByRole('radio', { name: 'Visa ending 0077', description: en.payment.savedCardOffline }),
  ).toBeTruthy();
  expect(screen.getByText('Expired 12/29')).toBeTruthy();
  expect(screen.getByLabelText(en.payment.savedCardCvv)).toHaveProperty('name', 'savedCardCvv');
  expect(screen.getAllByTestId('remove-card').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Remove Visa ending 1111',
    'Remove Mastercard ending 4444',
    'Remove Visa ending 0077',
  ]);
});

test('no CVV is asked for where no issuer wants one', () => {
  show({ methods: ['savedCard'], savedCards: [{ ...savedVisa, needsCvv: false }] });
  expect(screen.queryByLabelText(en.payment.savedCardCvv)).toBeNull();
});

test('saving a card is disabled at the maximum, with the reason', () => {
  show({ methods: ['newCard'], savingCards: 'full' });
  const box = screen.getByRole('checkbox', { name: en.payment.saveCard, description: en.payment.saveCardFull });
  expect(box).toHaveProperty('disabled', true);
});

test('instalments: banks by their minimum, months with what one of them costs', () => {
  show({
    methods: ['epp'],
    instalmentPlans: [
      { bank: 'MBB', bankName: 'Maybank', months: [6, 12], minimum: sen(50_000) },
      { bank: 'CIMB', bankName: 'CIMB Bank', months: [12, 24], minimum: sen(200_000) },
    ],
  });
  expect(choices(en.payment.eppBank).map(({ value, disabled }) => ({ value, disabled }))).toEqual([
    { value: 'MBB', disabled: false },
    { value: 'CIMB', disabled: true },
  ]);
  expect(screen.getByRole('radio', { name: '12 months, about RM83.34 a month' })).toBeTruthy();
  expect(screen.getByRole('radio', { name: '6 months with Maybank, about RM166.67 a month' })).toBeTruthy();
  expect(choices(en.payment.monthTerm).map(({ value }) => value)).toEqual(['6', '12', '24']);
});

test('a total below every plan’s minimum leaves instalments in sight, with the minimum', () => {
  show({
    methods: ['epp'],
    total: sen(10_000),
    instalmentPlans: [{ bank: 'MBB', bankName: 'Maybank', months: [6], minimum: sen(50_000) }],
  });
  expect(screen.getByRole('radio', { name: en.methods.epp, description: 'Minimum amount is RM500' })).toHaveProperty(
    'disabled',
    true,
  );
});

test('wallets and carriers: one that is down is disabled with its notice, one that will be is announced', () => {
  show({
    methods: ['wallet', 'dcb'],
    wallets: ['boost', 'touchngo', 'newwallet'],
    carriers: ['carrier-a', 'carrier-b'],
    downtimes: [
      { target: 'boost', from: '2026-11-21T11:00:00Z', until: '2026-11-21T13:00:00Z' },
      { target: 'carrier-b', from: '2026-11-22T11:00:00Z', until: '2026-11-22T13:00:00Z' },
    ],
  });
  const [boost, touchngo, unnamed] = choices(en.payment.wallet);
  expect(boost?.disabled).toBe(true);
  expect(touchngo?.disabled).toBe(false);
  expect(unnamed?.value).toBe('newwallet');
  const [now, planned] = screen.getAllByTestId('downtime-notice').map((notice) => notice.textContent);
  expect(now).toContain('Boost is down until');
  expect(planned).toContain('Carrier B will be down from');
  expect(choices(en.payment.carrier).map(({ disabled }) => disabled)).toEqual([false, false]);
});

test.each([
  ['offered', untouchedForm, false],
  ['preselected', untouchedForm, true],
  ['preselected', { ...untouchedForm, values: { selectedPaymentMethod: 'newCard' } }, false],
  ['offered', { ...untouchedForm, values: { selectedPaymentMethod: 'newCard', isAutoDebitOption: 'true' } }, true],
] as const)('auto debit that is %s', (autoDebitOption, form, isTicked) => {
  show({ methods: ['newCard'], autoDebitOption }, form);
  expect(screen.getByRole('checkbox', { name: en.payment.autoDebit })).toHaveProperty('checked', isTicked);
});
